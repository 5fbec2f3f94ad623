-- what was accepted of trains $2 of kind $1 on infrastructure $3
select coalesce(a.train_schedule_id, a.paced_train_id) as train_id, a.path_digest, a.times_digest,
  a.duration_ms, a.length_mm, a.infra_version, a.stocks_digest, a.record_digest,
  a.acknowledged_by, datetime_text(a.acknowledged_at) as acknowledged_at
from acknowledgement a
where a.infra_id = $3::bigint
  and case when $1 = 'train_schedule' then a.train_schedule_id else a.paced_train_id end
    = any($2::bigint[])
