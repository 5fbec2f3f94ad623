-- one page of the timetables that viewer $1 may see (null: all), last changed first, and their count: with their scenarios that the viewer may read ($2 false: without), only those whose names contain all words of $3 (null: all), only timetable $4 (null: all); an empty page is one row with a null id
with visible as materialized (
  select t.id, t.name, t.period, t.modified_by, t.modified_at
  from timetable t
  where ($1::bigint is null or t.id in (select id from visible_resources('timetable', $1::bigint)))
    and ($4::bigint is null or t.id = $4::bigint)
), word as materialized (
  select word_pattern(w) as pattern from regexp_split_to_table($3, '\s+') w where w <> ''
), placed as materialized (
  select v.*, c.id as scenario_id, c.name as scenario_name, s.id as study_id, s.name as study_name,
    p.id as project_id, p.name as project_name
  from visible v
  left join scenario c on $2::boolean and c.timetable_id = v.id
    and ($1::bigint is null or c.id in (select id from visible_scenarios($1::bigint)))
  left join study s on s.id = c.study_id
  left join project p on p.id = s.project_id
  where not exists (
    select from word
    where fold_text(concat_ws(' ', v.id::text, v.name, c.name, s.name, p.name)) not like word.pattern
  )
), changed as (
  -- the later of its own last change and that of its trains
  select distinct on (c.id) c.*
  from (
    select v.id, v.modified_by as author_id, v.modified_at as at from placed v
    union all
    select t.timetable_id, t.changed_by, t.changed_at
    from placed v join train_change t on t.timetable_id = v.id
  ) c
  order by c.id, c.at desc nulls last
)
select total.count, page.*
from (select count(*) from placed) total
left join lateral (
  select listed.id as timetable_id, listed.name, listed.period,
    (select count(*) from train_schedule s where s.timetable_id = listed.id)
      + (select count(*) from paced_train p where p.timetable_id = listed.id) as train_count,
    listed.author_id, u.name as author_name, datetime_text(listed.at) as modified_at,
    listed.scenario_id, listed.scenario_name, listed.study_id, listed.study_name,
    listed.project_id, listed.project_name,
    c.infra_id, scenario_infra_name(c, $1::bigint) as infra_name, c.electrical_profile_set_id,
    listed.place
  from (
    select v.*, c.author_id, c.at, row_number() over (order by c.at desc nulls last, v.id desc) as place
    from placed v
    join changed c on c.id = v.id
    order by place
    limit $5::bigint offset $6::bigint
  ) listed
  left join app_user u on u.id = listed.author_id
  left join scenario c on c.id = listed.scenario_id
) page on true
order by page.place
