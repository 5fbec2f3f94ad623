-- Gives the visible events the next places. Serialized until the transaction ends, so an event with a later place also
-- becomes visible later, and a reader up to some place has missed nothing before it.
--
-- Timetables of a rolling stock, and all infrastructures if a change belongs to no single one, are looked up here and
-- not by the changing statement: that one does not see what is inserted at the same moment.
create or replace function place_events() returns void
language plpgsql as $$
begin
  -- events that another transaction is placing are still visible here
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
