-- Stores an edit of an infrastructure, all or nothing: a new content, with the rows of the old one except those that
-- the edit replaces, and the infrastructure's next version. The infrastructure's row is locked first, so edits of one
-- network are serialized, whatever servers they are on.
--
-- The lists are JSON texts: [type, kind, id] of each changed object and, in parallel, the object; ids of operational
-- points whose search rows change, and the new rows; the same for signals; all lines, if `has_lines`; [type, id] of the
-- objects whose faults may change, including removed objects, and all their faults, in order for each object. Without
-- lists nothing is changed.
--
-- Planned anew at each call, in 3 ms: a plan that was kept from smaller tables reads all rows of a network for each object
-- of one that was imported a moment ago. So does a new plan while the tables have no statistics: it takes the index of
-- places and sorts what it takes for one row. The index of ids needs no sort (`object_in_content`).
create or replace function edit_infra(
  edited_id bigint,
  from_content_id bigint,
  to_content_id bigint,
  facts jsonb,
  lists text[],
  -- 'edited', 'absent', 'locked' or 'overtaken': another content has become the newest
  out outcome text,
  out new_version bigint
)
language plpgsql
set plan_cache_mode = force_custom_plan
set enable_sort = off
as $$
#variable_conflict use_column
declare
  edited infra;
  source infra_content;
  step integer;
  ending int4multirange;
  next_steps int4multirange;
  missing_count bigint;
  growth bigint;
begin
  select * into edited from infra i where i.id = edited_id for no key update;
  outcome := case
    when edited.id is null then 'absent'
    when edited.locked then 'locked'
    when edited.content_id <> from_content_id then 'overtaken'
    else 'edited'
  end;
  if outcome <> 'edited' then
    return;
  end if;
  if lists = '{}' then
    new_version := edited.version;
    return;
  end if;
  select * into source from infra_content c where c.id = from_content_id;
  update infra_content c set last_step = c.last_step + 1 where c.id = source.rows_of
  returning c.last_step into step;
  ending := int4multirange(int4range(step, step, '[]'));
  next_steps := source.steps + ending;

  with changed as (
    select d.*, former.place, former.ordinal
    from (
      select (head::json ->> 0)::smallint as object_type, head::json ->> 1 as kind,
        head::json ->> 2 as obj_id, railjson, n
      from unnest(string_to_array(lists[1], E'\x1e'), string_to_array(lists[2], E'\x1e'))
        with ordinality as item (head, railjson, n)
    ) d
    left join lateral object_in_content(source.rows_of, source.steps, d.object_type, d.obj_id) former
      on d.kind <> 'create'
  ), replaced as (
    update infra_object o set ended = coalesce(o.ended, '{}') + ending
    from changed d
    where o.ctid = d.place
  ), added as (
    insert into infra_object (content_id, object_type, ordinal, railjson, obj_id, made)
    select source.rows_of, d.object_type,
      case d.kind
        when 'update' then d.ordinal
        -- after all others, including those of other contents
        else last.ordinal + row_number() over (partition by d.object_type, d.kind order by d.n)
      end,
      d.railjson, d.obj_id, step
    from changed d
    left join lateral (
      select coalesce(max(o.ordinal), -1) as ordinal
      from infra_object o
      where o.content_id = source.rows_of and o.object_type = d.object_type
    ) last on d.kind = 'create'
    where d.kind <> 'delete'
  )
  select
    count(*) filter (where d.kind <> 'create' and d.place is null),
    count(*) filter (where d.kind = 'create') - count(*) filter (where d.kind = 'delete')
  into missing_count, growth
  from changed d;
  if missing_count <> 0 then
    raise exception '% objects of an edit are not there', missing_count;
  end if;

  update infra_operational_point p set ended = coalesce(p.ended, '{}') + ending
  from unnest(string_to_array(lists[3], E'\x1e')) id
  cross join lateral object_in_content(source.rows_of, source.steps, 5::smallint, id::json #>> '{}') o
  cross join lateral (
    select p.ctid as place
    from infra_operational_point p
    where p.content_id = source.rows_of and p.ordinal = o.ordinal
      and is_in_content(source.steps, p.made, p.ended)
    limit 1
  ) former
  where p.ctid = former.place;
  insert into infra_operational_point
    (content_id, ordinal, obj_id, name, uic, ci, ch, trigram, item, made)
  select source.rows_of, o.ordinal, r.obj_id, r.name, r.uic, r.ci, r.ch, r.trigram, item, step
  from unnest(string_to_array(lists[4], E'\x1e')) item
  cross join lateral json_to_record(item::json) as r
    (obj_id text, name text, uic bigint, ci bigint, ch text, trigram text)
  cross join lateral object_in_content(source.rows_of, next_steps, 5::smallint, r.obj_id) o;

  update infra_signal s set ended = coalesce(s.ended, '{}') + ending
  from unnest(string_to_array(lists[5], E'\x1e')) id
  cross join lateral object_in_content(source.rows_of, source.steps, 10::smallint, id::json #>> '{}') o
  cross join lateral (
    select s.ctid as place
    from infra_signal s
    where s.content_id = source.rows_of and s.ordinal = o.ordinal
      and is_in_content(source.steps, s.made, s.ended)
    limit 1
  ) former
  where s.ctid = former.place;
  insert into infra_signal
    (content_id, ordinal, obj_id, label, line_code, line_name, signaling_systems, settings, item, made)
  select source.rows_of, o.ordinal, r.obj_id, r.label, r.line_code, r.line_name,
    r.signaling_systems, r.settings, item, step
  from unnest(string_to_array(lists[6], E'\x1e')) item
  cross join lateral json_to_record(item::json) as r (
    obj_id text, label text, line_code bigint, line_name text,
    signaling_systems text[], settings text[]
  )
  cross join lateral object_in_content(source.rows_of, next_steps, 10::smallint, r.obj_id) o;

  if (facts ->> 'has_lines')::boolean then
    update infra_line l set ended = coalesce(l.ended, '{}') + ending
    where l.content_id = source.rows_of and is_in_content(source.steps, l.made, l.ended);
    insert into infra_line
      (content_id, ordinal, line_code, line_name, west, south, east, north, made)
    select source.rows_of, n - 1, r.line_code, r.line_name, r.west, r.south, r.east, r.north, step
    from unnest(string_to_array(lists[7], E'\x1e')) with ordinality as listed (item, n)
    cross join lateral json_to_record(item::json) as r (
      line_code bigint, line_name text,
      west double precision, south double precision, east double precision, north double precision
    );
  end if;

  with checked as (
    select (item::json ->> 0)::smallint as object_type, item::json ->> 1 as obj_id
    from unnest(string_to_array(lists[8], E'\x1e')) item
  ), listed as (
    select n, information, fault ->> 'obj_id' as obj_id, (fault ->> 'is_warning')::boolean as is_warning,
      fault ->> 'error_type' as error_type,
      array_position(
        array[
          'TrackSection', 'SwitchType', 'Electrification', 'NeutralSection', 'SpeedSection',
          'OperationalPoint', 'Detector', 'BufferStop', 'Switch', 'Route', 'Signal'
        ],
        fault ->> 'obj_type'
      ) - 1 as object_type
    from unnest(string_to_array(lists[9], E'\x1e')) with ordinality as item (information, n)
    cross join lateral (select information::json as fault) parsed
  ), placed as (
    select l.*, o.ordinal as object_ordinal,
      row_number() over (partition by l.object_type, o.ordinal order by l.n) - 1 as place
    from listed l
    cross join lateral object_in_content(source.rows_of, next_steps, l.object_type::smallint, l.obj_id) o
  ), wanted as (
    select object_type, object_ordinal, array_agg(information order by place) as rows
    from placed group by object_type, object_ordinal
  ), known as (
    select e.object_type, e.object_ordinal, array_agg(e.information order by e.ordinal) as rows,
      array_agg(e.place) as places
    from checked c
    cross join lateral object_in_content(source.rows_of, source.steps, c.object_type, c.obj_id) o
    cross join lateral (
      select e.*, e.ctid as place
      from infra_error e
      where e.content_id = source.rows_of
        and e.object_type = c.object_type and e.object_ordinal = o.ordinal
        and is_in_content(source.steps, e.made, e.ended)
      offset 0
    ) e
    group by e.object_type, e.object_ordinal
  ), different as (
    select object_type, object_ordinal, known.places
    from wanted full join known using (object_type, object_ordinal)
    where wanted.rows is distinct from known.rows
  ), dropped as (
    update infra_error e set ended = coalesce(e.ended, '{}') + ending
    from different d
    cross join lateral unnest(d.places) place
    where e.ctid = place
  )
  insert into infra_error (
    content_id, object_type, object_ordinal, ordinal, is_warning, error_type, object_id, information, made
  )
  select source.rows_of, object_type, object_ordinal, p.place, p.is_warning, p.error_type, p.obj_id,
    p.information, step
  from placed p
  join different using (object_type, object_ordinal);

  insert into infra_content (
    id, base_id, steps, railjson_version, is_published, is_searchable, is_faulty, object_count,
    speed_limit_tags, voltages, change, type_steps
  )
  overriding system value
  values (
    to_content_id, source.rows_of, next_steps, source.railjson_version, true, source.is_searchable,
    -- null until it is compiled
    null, source.object_count + growth,
    case
      when facts -> 'speed_limit_tags' = 'null' then source.speed_limit_tags
      else array(select jsonb_array_elements_text(facts -> 'speed_limit_tags'))
    end,
    case
      when facts -> 'voltages' = 'null' then source.voltages
      else array(select jsonb_array_elements_text(facts -> 'voltages'))
    end,
    facts ->> 'change',
    array(
      select case
        when exists (
          select from unnest(string_to_array(lists[1], E'\x1e')) head
          where (head::json ->> 0)::integer = code
        ) then step
        else source.type_steps[code + 1]
      end
      from generate_series(0, 10) code
      order by code
    )
  );
  update infra i set
    content_id = to_content_id,
    version = i.version + 1,
    generated_version = i.version + 1,
    modified = now()
  where i.id = edited_id
  returning i.version into new_version;
end
$$;
