-- keeps a piece of a text for the statement that needs the text; the first one ($1 is null) makes its id
insert into staged_piece (staged_id, place, piece)
values (coalesce($1::bigint, nextval('resource_id')), $2::integer, $3)
returning staged_id
