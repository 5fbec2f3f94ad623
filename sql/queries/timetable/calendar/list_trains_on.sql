-- one page of the trains of kind $1 of timetable $2 that run on a date, by id, and their count: those whose days are among $3, and those without days that start from $4 on and before $5; each with its start and days, and the bytes of the page's records before it; a page without rows is one row with a null id
with train as materialized (
  select t.id, t.days, t.start_time, t.bytes
  from (
    select s.id, s.days, substring(s.record from '"start_time":"([^"]+)"') as start_time,
      octet_length(s.record) as bytes
    from train_schedule s
    where $1 = 'train_schedule' and s.timetable_id = $2::bigint
      and (s.days is null or s.days = any($3::text[]))
    union all
    select p.id, p.days, substring(p.record from '"start_time":"([^"]+)"'), octet_length(p.record)
    from paced_train p
    where $1 = 'paced_train' and p.timetable_id = $2
      and (p.days is null or p.days = any($3))
  ) t
  where t.days is not null
    or t.start_time::timestamptz >= $4::timestamptz and t.start_time::timestamptz < $5::timestamptz
)
select total.count, page.id, page.days, page.start_time,
  sum(page.bytes) over (order by page.id rows unbounded preceding) - page.bytes as bytes_before
from (select count(*) from train) total
left join lateral (
  select t.* from train t order by t.id limit $6::bigint offset $7::bigint
) page on true
order by page.id
