-- moves the clocks of the opened days whose trains run now to the last quarter of a minute: of all servers the first one does it
insert into operation_clock as known (operation_id, as_of)
select o.id, date_bin('15 seconds', now(), '2000-01-01Z')
from operation o
where now() between o.begins_at and o.ends_at
on conflict on constraint operation_clock_pkey do update set as_of = excluded.as_of
where known.as_of < excluded.as_of
