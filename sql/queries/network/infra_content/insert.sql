-- opens an unpublished content version for an import with the given number of objects
insert into infra_content (railjson_version, object_count) values ($1, $2::bigint) returning id
