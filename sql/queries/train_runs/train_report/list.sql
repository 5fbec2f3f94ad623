-- one page of what is believed of trains of timetable $1 on date $2, in order of their ids or else ($3) the latest first, and the count; a page without rows is one row with a null id
with believed as (
  select distinct on (r.train, r.stop, r.event, r.other) r.*
  from train_report r
  where r.timetable_id = $1::bigint and r.date = $2
  order by r.train, r.stop, r.event, r.other, r.at is null, r.priority desc
)
select total.count, page.*
from (select count(*) from believed) total
left join lateral (
  select r.id, r.date, r.train, r.stop, r.event, r.other, datetime_text(r.at) as at,
    datetime_text(r.observed_at) as observed_at, r.source, r.priority,
    datetime_text(r.until) as until, r.percent,
    row_number() over (order by case when $3::boolean then r.observed_at end desc, r.id) as place
  from believed r
  order by place
  limit $4::bigint offset $5::bigint
) page on true
order by page.place
