-- Gives the events that are visible the next places. One at a time, until its end: so whatever gets its
-- place later is also seen later, and who has read up to a place has missed nothing before it.
--
-- Timetables of a rolling stock, and all infrastructures where a change is of none alone, are looked up here and
-- not by the statement that changes something: that one does not see what is put in at the same moment.
create or replace function place_events() returns void
language plpgsql as $$
begin
  -- what another one is placing is still seen here
  if not exists (select from new_event) then
    return;
  end if;
  perform pg_advisory_xact_lock(7100002);
  with taken as (
    delete from new_event returning *
  ), aimed as (
    select n.id, n.about_type as resource_type, n.about_id as resource_id, n.name, n.data, n.created
    from taken n
    where n.about_type not in ('rolling_stock', 'every_infra')
    union all
    select n.id, 'timetable', t.id, n.name, n.data, n.created
    from taken n
    cross join lateral unnest(timetables_with_stocks(n.stock_names)) as t (id)
    where n.about_type = 'rolling_stock'
    union all
    select n.id, 'infra', i.id, n.name, n.data, n.created
    from taken n
    cross join infra i
    where n.about_type = 'every_infra'
  )
  insert into event (place, resource_type, resource_id, name, data, created)
  select nextval('event_place'), a.resource_type::resource_type, a.resource_id, a.name, a.data,
    a.created
  from (select * from aimed order by id, resource_id) a;
end
$$;
