-- what was accepted of trains $2 of kind $1 on infrastructure $3
select coalesce(a.train_schedule_id, a.paced_train_id) as train_id, a.path_digest, a.times_digest,
  a.duration_ms, a.length_mm, a.infra_version, a.stocks_digest, a.record_digest,
  a.acknowledged_by, datetime_text(a.acknowledged_at) as acknowledged_at
from acknowledgement a
where a.infra_id = $3::bigint
  and (
    ($1 = 'train_schedule' and a.train_schedule_id = any($2::bigint[]))
    or ($1 = 'paced_train' and a.paced_train_id = any($2))
  )
