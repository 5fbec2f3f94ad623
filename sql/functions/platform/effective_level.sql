-- The level that some subjects (subjects_of) together have on a resource, or null: the highest of all their grants;
-- grants on parents in the operational studies count as inherited. Any right on a study or scenario lets its parents be
-- known (MinimalMetadata).
--
-- Each type reads its own table: this runs at least once per request, and a statement over all tables would lock them
-- all, which costs ten times the index probe.
create or replace function effective_level(
  wanted_type resource_type,
  wanted_id bigint,
  subjects bigint[]
) returns privilege_level
language plpgsql stable parallel safe as $$
declare
  found privilege_level;
begin
  case wanted_type
    when 'group' then
      select max(g.level) into found from group_grant g
      where g.resource_id = wanted_id and g.subject_key = any(subjects);
    when 'timetable' then
      select max(g.level) into found from timetable_grant g
      where g.resource_id = wanted_id and g.subject_key = any(subjects);
    when 'infra' then
      select max(g.level) into found from infra_grant g
      where g.resource_id = wanted_id and g.subject_key = any(subjects);
    when 'rolling_stock_collection' then
      select max(g.level) into found from rolling_stock_collection_grant g
      where g.resource_id = wanted_id and g.subject_key = any(subjects);
    when 'project' then
      select max(g.level) into found from project_grant g
      where g.resource_id = wanted_id and g.subject_key = any(subjects);
      if found is null and (
        exists (
          select from study s join study_grant g on g.resource_id = s.id
          where s.project_id = wanted_id and g.subject_key = any(subjects)
        ) or exists (
          select from study s join scenario c on c.study_id = s.id
          join scenario_grant g on g.resource_id = c.id
          where s.project_id = wanted_id and g.subject_key = any(subjects)
        )
      ) then
        found := 'MinimalMetadata';
      end if;
    when 'study' then
      select greatest(
        (
          select max(g.level) from study_grant g
          where g.resource_id = wanted_id and g.subject_key = any(subjects)
        ),
        (
          select inherited_level(max(g.level))
          from study s join project_grant g on g.resource_id = s.project_id
          where s.id = wanted_id and g.subject_key = any(subjects)
        )
      ) into found;
      if found is null and exists (
        select from scenario c join scenario_grant g on g.resource_id = c.id
        where c.study_id = wanted_id and g.subject_key = any(subjects)
      ) then
        found := 'MinimalMetadata';
      end if;
    when 'scenario' then
      select greatest(
        (
          select max(g.level) from scenario_grant g
          where g.resource_id = wanted_id and g.subject_key = any(subjects)
        ),
        (
          select inherited_level(max(g.level))
          from scenario c join study_grant g on g.resource_id = c.study_id
          where c.id = wanted_id and g.subject_key = any(subjects)
        ),
        (
          select inherited_level(max(g.level))
          from scenario c join study s on s.id = c.study_id
          join project_grant g on g.resource_id = s.project_id
          where c.id = wanted_id and g.subject_key = any(subjects)
        )
      ) into found;
  end case;
  return found;
end
$$;
