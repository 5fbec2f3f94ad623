-- when the first and the last train of a timetable leave, occurrences of paced trains included; nulls if there is none
with paced as (
  select (record::json ->> 'start_time')::timestamptz as first,
    (record::json #>> '{paced,time_window}')::interval as time_window,
    (record::json #>> '{paced,interval}')::interval as step,
    record::json -> 'exceptions' as exceptions
  from paced_train
  where timetable_id = $1::bigint
), departure as (
  select (record::json ->> 'start_time')::timestamptz as at
  from train_schedule
  where timetable_id = $1::bigint
  union all
  select first from paced
  union all
  select first + step * (floor(extract(epoch from time_window) / extract(epoch from step)) - 1)
  from paced
  union all
  select (exception #>> '{start_time,value}')::timestamptz
  from paced, json_array_elements(exceptions) exception
)
select datetime_text(min(at)) as first, datetime_text(max(at)) as last from departure
