-- deletes what imports of stopped servers left behind: unpublished for longer than an import may take
delete from infra_content
where not is_published and created < now() - make_interval(secs => $1::double precision)
