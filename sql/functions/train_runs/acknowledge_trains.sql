-- Keeps what a user has accepted of trains on an infrastructure, replacing what was kept before; trains that are gone
-- meanwhile are left out. `given` is a JSON array. Returns how many were kept.
create or replace function acknowledge_trains(wanted_infra_id bigint, user_id bigint, given json)
returns bigint
language plpgsql as $$
declare
  kept_count bigint;
begin
  -- what is referred to must exist until the end; a deleted user becomes nobody
  perform from infra where id = wanted_infra_id for key share;
  select u.id into user_id from app_user u where u.id = user_id for key share;
  with wanted as materialized (
    select *
    from json_to_recordset(given) as w (
      kind text, id bigint, path_digest text, times_digest text, duration_ms bigint,
      length_mm bigint, infra_version bigint, stocks_digest text, record_digest text
    )
  ), schedule as (
    select t.id
    from train_schedule t
    where t.id in (select w.id from wanted w where w.kind = 'train_schedule')
    order by t.id
    for key share
  ), paced as (
    select t.id
    from paced_train t
    where t.id in (select w.id from wanted w where w.kind = 'paced_train')
    order by t.id
    for key share
  )
  insert into acknowledgement (
    infra_id, train_schedule_id, paced_train_id, path_digest, times_digest, duration_ms, length_mm,
    infra_version, stocks_digest, record_digest, acknowledged_by
  )
  select wanted_infra_id, s.id, p.id, w.path_digest, w.times_digest, w.duration_ms, w.length_mm,
    w.infra_version, w.stocks_digest, w.record_digest, user_id
  from wanted w
  left join schedule s on w.kind = 'train_schedule' and s.id = w.id
  left join paced p on w.kind = 'paced_train' and p.id = w.id
  where num_nonnulls(s.id, p.id) = 1
  order by s.id, p.id
  on conflict on constraint acknowledgement_train_key do update set
    path_digest = excluded.path_digest, times_digest = excluded.times_digest,
    duration_ms = excluded.duration_ms, length_mm = excluded.length_mm,
    infra_version = excluded.infra_version, stocks_digest = excluded.stocks_digest,
    record_digest = excluded.record_digest, acknowledged_by = excluded.acknowledged_by,
    acknowledged_at = now();
  get diagnostics kept_count = row_count;
  return kept_count;
end
$$;
