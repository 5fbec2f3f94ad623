-- the period of timetable $1 and its lists of days, as JSON texts; no row: no such timetable
select t.period,
  (
    select coalesce('[' || string_agg(
      '{"code":' || to_json(d.code) || ',"dates":' || d.dates || '}', ',' order by d.code collate "C"
    ) || ']', '[]')
    from day_list d
    where d.timetable_id = t.id
  ) as lists
from timetable t
where t.id = $1::bigint
