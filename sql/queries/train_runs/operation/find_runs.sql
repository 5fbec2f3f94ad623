-- the runs $3 of the opened days $2 of timetable $1, as they are called now; a null run: the day has no such run; no row: there is no such day
select o.id, o.plan, w.run as wanted_run, r.run, r.train, r.is_gone
from unnest($2::bigint[], $3::bigint[]) as w (id, run)
join operation o on o.id = w.id and o.timetable_id = $1::bigint
left join operation_run r on r.operation_id = o.id and r.plan = o.plan and r.run = w.run
