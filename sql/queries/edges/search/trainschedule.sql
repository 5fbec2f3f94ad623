-- one page of the train schedules that meet a condition, of timetables and rolling stocks that viewer $1 may see (null: all), as JSON texts; null: the page has more than $4 bytes before it
select t.item as json
from bounded_texts(
  array(
    -- clients read numbers where a record has words
    select (
      train_text(
        found.id, found.timetable_id, found.modified_by, u.name, found.modified_at, found.record
      )::jsonb || jsonb_build_object(
        'comfort', array_position(
          array['STANDARD', 'AIR_CONDITIONING', 'HEATING'], found.record::json ->> 'comfort'
        ) - 1,
        'constraint_distribution',
        case found.record::json ->> 'constraint_distribution' when 'MARECO' then 1 else 0 end
      )
    )::text
    from (
      -- read from the record: a separate column would make creating trains slower
      select t.*, t.record::json ->> 'train_name' as train_name
      from train_schedule t
      left join rolling_stock r on r.name = t.rolling_stock_name
      where $1::bigint is null
        or (
          t.timetable_id in (select v.id from visible_resources('timetable', $1::bigint) v)
          -- a rolling stock that does not exist needs no right
          and (r.collection_id is null or r.collection_id in (
            select v.id from visible_resources('rolling_stock_collection', $1::bigint) v
          ))
        )
    ) found
    left join app_user u on u.id = found.modified_by
    where /* condition */ true
    order by found.train_name collate "C", found.id
    limit $2::bigint offset $3::bigint
  ),
  $4::bigint
) t
