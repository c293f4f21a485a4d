-- Webhooks: where a user wants to be told of its events, and every telling of an event to an endpoint.

create index events_by_type on events (user_id, type, created_at, id);

create table webhook_endpoints (
  user_id uuid not null,
  id uuid not null,
  url text not null check (length(url) between 1 and 2048),
  description text check (length(description) between 1 and 200),
  -- Null means every type, those of later versions included.
  event_types text[] check (cardinality(event_types) > 0),
  enabled boolean not null default true,
  disabled_reason text check (disabled_reason in ('REQUESTED', 'GONE', 'FAILING')),
  disabled_at timestamptz(3),
  -- Sealed by the gateway: signing needs the secret itself, so it cannot be kept as a hash.
  secret bytea not null,
  previous_secret bytea,
  previous_secret_expires_at timestamptz(3),
  version bigint not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  -- The circuit breaker, shared by all workers. A healthy endpoint's row is not written by its deliveries.
  consecutive_failures integer not null default 0,
  failing_since timestamptz(3),
  paused_until timestamptz(3),
  primary key (user_id, id),
  check (enabled = (disabled_at is null))
) with (fillfactor = 70);
create index webhook_endpoints_living on webhook_endpoints (user_id, created_at, id) where deleted_at is null;

-- One row per event and endpoint, made in the transaction of the event. `due_at` is when a worker may take it: a worker
-- that takes it moves `due_at` to the end of its lease, so that what a dead worker held falls due by itself.
create table webhook_deliveries (
  user_id uuid not null,
  id uuid not null,
  endpoint_id uuid not null,
  event_id uuid not null,
  event_type text not null,
  status text not null default 'PENDING' check (status in ('PENDING', 'DELIVERED', 'FAILED', 'CANCELED')),
  due_at timestamptz(3) not null default now(),
  -- The fencing token of the worker that holds the row. Who no longer holds it can no longer settle it.
  lease uuid,
  attempt_count integer not null default 0,
  attempts jsonb not null default '[]',
  delivered_at timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null default now(),
  primary key (user_id, created_at, id)
) partition by range (created_at);
create index webhook_deliveries_by_endpoint on webhook_deliveries (user_id, endpoint_id, created_at, id);
-- Holds only what is not finished, so that looking for work costs the same beside ten rows and ten million.
create index webhook_deliveries_due on webhook_deliveries (user_id, endpoint_id, due_at) where status = 'PENDING';

-- The id of the delivery of an event to an endpoint: a UUID v7 with the time of the event and a hash of the two ids. It
-- is made from them so that the primary key is what forbids a second delivery of one event to one endpoint.
create function webhook_delivery_id(event_id uuid, endpoint_id uuid) returns uuid
  language sql immutable parallel safe
  return (
    select encode(set_byte(set_byte(marked, 6, 112 | (get_byte(marked, 6) & 15)),
      8, 128 | (get_byte(marked, 8) & 63)), 'hex')::uuid
    from (select overlay(decode(md5(event_id::text || endpoint_id::text), 'hex')
      placing substring(uuid_send(event_id) from 1 for 6) from 1 for 6) as marked) as hashed
  );

alter table webhook_endpoints enable row level security;
alter table webhook_endpoints force row level security;
create policy webhook_endpoints_of_scope on webhook_endpoints to eclusa_api
  using (user_id = scope_user_id()) with check (user_id = scope_user_id());
-- The worker delivers for every user at once: it reads endpoints, notes their health, and settles deliveries.
create policy webhook_endpoints_for_operator on webhook_endpoints to eclusa_operator using (true) with check (true);
grant select, insert, update on webhook_endpoints to eclusa_api;
grant select on webhook_endpoints to eclusa_operator;
grant update (consecutive_failures, failing_since, paused_until) on webhook_endpoints to eclusa_operator;

alter table webhook_deliveries enable row level security;
alter table webhook_deliveries force row level security;
create policy webhook_deliveries_of_scope on webhook_deliveries to eclusa_api
  using (user_id = scope_user_id()) with check (user_id = scope_user_id());
create policy webhook_deliveries_for_operator on webhook_deliveries to eclusa_operator using (true) with check (true);
grant select, insert, update on webhook_deliveries to eclusa_api;
-- An operator's decision is an effect too: it tells its event and queues the deliveries of it.
grant select, insert on webhook_deliveries to eclusa_operator;
grant update (status, due_at, lease, attempt_count, attempts, delivered_at, updated_at) on webhook_deliveries
  to eclusa_operator;
grant execute on function webhook_delivery_id(uuid, uuid) to eclusa_api, eclusa_operator;

insert into month_partitioned_tables (name) values ('webhook_deliveries');

-- Drops the months of events and of their deliveries that are past keeping. Only these two: the history of a client is
-- not for a setting to shorten. Deliveries go first, so that none is left without its event.
create function drop_old_events(keep_months integer) returns setof text
  language plpgsql security definer set search_path = eclusa, pg_temp set lock_timeout = '3s'
as $$
declare
  old record;
begin
  if keep_months < 1 then
    raise exception 'events are kept for at least a month';
  end if;
  for old in
    select child.relname as name
    from pg_inherits
    join pg_class parent on parent.oid = pg_inherits.inhparent
    join pg_class child on child.oid = pg_inherits.inhrelid
    join pg_namespace on pg_namespace.oid = parent.relnamespace
    where pg_namespace.nspname = 'eclusa' and parent.relname in ('webhook_deliveries', 'events')
      and child.relname ~ ('^' || parent.relname || '_\d{4}_\d{2}$')
      and right(child.relname, 7)
        < to_char((now() at time zone 'UTC')::date - make_interval(months => keep_months), 'YYYY_MM')
    order by parent.relname desc, child.relname
  loop
    execute format('drop table %I', old.name);
    return next old.name;
  end loop;
end $$;

revoke execute on function drop_old_events(integer) from public;
grant execute on function drop_old_events(integer) to eclusa_operator;

select keep_month_partitions();
