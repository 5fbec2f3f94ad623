-- deletes the search environment, if there is one
delete from search_environment
