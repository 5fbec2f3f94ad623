-- The opened days, and whether what they stand on has changed since.
create or replace function open_days()
returns table (
  id bigint, timetable_id bigint, infra_id bigint, date text, electrical_profile_set_id bigint,
  temporary_speed_limit_group_id bigint, plan integer, run_count bigint, "begin" text, "end" text,
  opened_at text, opened_by text, planned_at text, has_plan_changed boolean, has_network_changed boolean
)
language sql stable as $$
  select o.id, o.timetable_id, o.infra_id, o.date, o.electrical_profile_set_id,
    o.temporary_speed_limit_group_id, o.plan,
    (select count(*) from operation_run r where r.operation_id = o.id and r.plan = o.plan and not r.is_gone),
    datetime_text(o.begins_at), datetime_text(o.ends_at), datetime_text(o.opened_at), u.name,
    datetime_text(o.planned_at),
    o.train_changes <> changes_of_trains(t.id) or o.period is distinct from t.period
      or o.lists <> day_lists(t.id)
      or exists (
        select from operation_stock s
        left join rolling_stock r on r.name = s.name
        where s.operation_id = o.id and s.plan = o.plan and s.record is distinct from r.record
      ),
    o.content_id <> i.content_id
  from operation o
  join timetable t on t.id = o.timetable_id
  join infra i on i.id = o.infra_id
  left join app_user u on u.id = o.opened_by
$$;
