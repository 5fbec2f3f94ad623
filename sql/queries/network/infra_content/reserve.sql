-- an id for a content that is about to be made
select nextval(pg_get_serial_sequence('infra_content', 'id')) as id
