-- Webhooks: the endpoints of users, and the delivery of each event to each endpoint.

create table webhook_endpoints (
  user_id uuid not null,
  product_id uuid,
  id uuid not null,
  url text not null check (length(url) between 1 and 2048),
  description text check (length(description) between 1 and 200),
  -- Null means every type, including those of later versions.
  event_types text[] check (cardinality(event_types) > 0),
  enabled boolean not null default true,
  disabled_reason text check (disabled_reason in ('REQUESTED', 'GONE', 'FAILING')),
  disabled_at timestamptz(3),
  -- Encrypted by the gateway: signing needs the secret itself, so it cannot be stored as a hash.
  secret bytea not null,
  previous_secret bytea,
  previous_secret_expires_at timestamptz(3),
  version bigint not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  -- The circuit breaker, shared by all workers. Deliveries to a healthy endpoint do not write its row.
  consecutive_failures integer not null default 0,
  failing_since timestamptz(3),
  paused_until timestamptz(3),
  -- The grant under which another user made it; null for what a user made for itself.
  grant_id uuid,
  -- PRODUCT: the events of all target users of its product, which only an owner of the product may subscribe to.
  scope text not null default 'USER' check (scope in ('USER', 'PRODUCT')),
  primary key (user_id, id),
  check (enabled = (disabled_at is null))
) with (fillfactor = 70);
comment on table webhook_endpoints is 'One row per endpoint of a user: an address, the event types it receives, and its health.';
-- Few key names, many rows: such an index is small and shows at once that no row uses a key. The condition on the key keeps
-- other statements from using it.
create index webhook_endpoints_by_key on webhook_endpoints (encryption_key_name(secret))
  where deleted_at is null and encryption_key_name(secret) is not null;
create index webhook_endpoints_by_previous_key on webhook_endpoints (encryption_key_name(previous_secret))
  where deleted_at is null and previous_secret is not null;
create index webhook_endpoints_living on webhook_endpoints (user_id, created_at, id) where deleted_at is null;
create index webhook_endpoints_of_product on webhook_endpoints (product_id, user_id)
  where product_id is not null and deleted_at is null;
select isolate_table('webhook_endpoints');
grant select, insert, update on webhook_endpoints to eclusa_api;
grant select, update (consecutive_failures, failing_since, paused_until, previous_secret, secret) on webhook_endpoints
  to eclusa_worker;
grant select, update (deleted_at, disabled_at, disabled_reason, enabled, previous_secret, previous_secret_expires_at, secret,
  updated_at, version) on webhook_endpoints to eclusa_backoffice;
grant select on webhook_endpoints to eclusa_auditor;
-- Only the worker writes the health of an endpoint, which has no event.
select require_events('webhook_endpoints', array[
  'product_id', 'grant_id', 'scope', 'url', 'description', 'event_types', 'enabled', 'disabled_reason', 'disabled_at',
  'secret', 'previous_secret', 'previous_secret_expires_at', 'deleted_at', 'created_at'], true,
  array['secret', 'previous_secret']);

create table webhook_networks (
  user_id uuid not null references users,
  network cidr not null,
  first_port integer not null,
  last_port integer not null,
  created_at timestamptz(3) not null default now(),
  primary key (user_id, network, first_port),
  check (first_port between 1 and last_port and last_port <= 65535),
  -- A mistake must not open a whole address space.
  check (masklen(network) >= case family(network) when 4 then 8 else 32 end),
  -- The metadata service of a cloud has a link-local address, and a caller of it can act as the operator.
  check (not network && inet '169.254.0.0/16' and not network && inet 'fe80::/10')
);
comment on table webhook_networks is
  'One row per private network that the institution allows for webhooks of a user.';
select isolate_table('webhook_networks', bound_by => null);
create policy read_by_owner on webhook_networks for select to current_user using (true);
grant select on webhook_networks to eclusa_api, eclusa_worker, eclusa_auditor;
grant select, insert, update (last_port), delete on webhook_networks to eclusa_backoffice;
grant select, insert, update (last_port) on webhook_networks to eclusa_bootstrap;
select require_audit_entries('webhook_networks', '{user_id,network,first_port}', '{user_id,network,first_port,last_port}');

create table webhook_deliveries (
  user_id uuid not null,
  product_id uuid,
  id uuid not null,
  endpoint_id uuid not null,
  event_id uuid not null,
  event_type text not null,
  status text not null default 'PENDING' check (status in ('PENDING', 'DELIVERED', 'FAILED', 'CANCELED')),
  -- When a worker may take it. A worker that takes it moves this to the end of its lease, so that deliveries of a dead
  -- worker fall due.
  due_at timestamptz(3) not null default now(),
  -- The fencing token of the worker that holds the row. A worker that lost it can no longer settle the row.
  lease uuid,
  attempt_count integer not null default 0,
  attempts jsonb not null default '[]',
  delivered_at timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null default now(),
  -- The user of the event, where it is another than the endpoint's.
  event_user_id uuid,
  -- Whether the endpoint is in webhook_schedule for it.
  scheduled boolean not null default false,
  primary key (user_id, created_at, id)
) partition by range (created_at);
comment on table webhook_deliveries is
  'One row per event and endpoint, belonging to the endpoint''s user and inserted in the transaction of the event.';
insert into month_partitioned_tables (name) values ('webhook_deliveries');
-- Only unfinished ones, so that the query for work costs the same beside ten rows and ten million.
create index webhook_deliveries_due on webhook_deliveries (user_id, endpoint_id, due_at) where status = 'PENDING';
create index webhook_deliveries_new on webhook_deliveries (endpoint_id, user_id, due_at) where status = 'PENDING' and not scheduled;
-- It begins with the endpoint: one that begins with the user would look as cheap as the primary key to a planner that
-- expects few rows.
create index webhook_deliveries_of_endpoint on webhook_deliveries (endpoint_id, user_id, created_at, id);
create index webhook_deliveries_of_product on webhook_deliveries (user_id, product_id, created_at, id) where product_id is not null;
select isolate_table('webhook_deliveries');
create policy queued_by_owner on webhook_deliveries for insert to current_user with check (true);
grant select, insert, update on webhook_deliveries to eclusa_api;
grant select, update (attempt_count, attempts, delivered_at, due_at, lease, scheduled, status, updated_at) on webhook_deliveries
  to eclusa_worker;
grant select, update (attempt_count, due_at, status, updated_at) on webhook_deliveries to eclusa_backoffice;

-- The id of the delivery of an event to an endpoint: a UUID v7 with the time of the event and a hash of the two ids. So the
-- primary key prevents a second delivery of one event to one endpoint.
create function webhook_delivery_id(event_id uuid, endpoint_id uuid) returns uuid
  language sql immutable parallel safe
  return (
    select encode(set_byte(set_byte(marked, 6, 112 | (get_byte(marked, 6) & 15)),
      8, 128 | (get_byte(marked, 8) & 63)), 'hex')::uuid
    from (select overlay(decode(md5(event_id::text || endpoint_id::text), 'hex')
      placing substring(uuid_send(event_id) from 1 for 6) from 1 for 6) as marked) as hashed
  );
grant execute on function webhook_delivery_id(uuid, uuid) to eclusa_api, eclusa_worker, eclusa_backoffice, eclusa_bootstrap;

-- Queues a delivery of each of these events for each subscribed endpoint, or for the named one: endpoints of the event's
-- user, of which one made under a grant receives only its product's, and endpoints of the product's owners. It runs as the
-- owner of the schema, because a caller that is bound to a product may not see all endpoints. eclusa_api queues only events
-- of its scope.
create function queue_deliveries(users uuid[], products uuid[], ids uuid[], types text[], times timestamptz[],
  only_endpoint uuid default null) returns void
  language plpgsql security definer set search_path = eclusa, pg_temp
as $$
#variable_conflict use_column
begin
  -- Most events have no endpoint, and the statement below costs more to start than these two look-ups.
  if not exists (select from webhook_endpoints where user_id = any (users) and deleted_at is null)
    and not exists (select from webhook_endpoints where product_id = any (products) and scope = 'PRODUCT' and deleted_at is null) then
    return;
  end if;
  insert into webhook_deliveries (user_id, id, endpoint_id, event_id, event_type, event_user_id, product_id, created_at)
  with queued as (
    select * from unnest(users, products, ids, types, times) queued (user_id, product_id, id, type, created_at)
    where pg_has_role(session_user, 'eclusa_worker', 'member') or pg_has_role(session_user, 'eclusa_backoffice', 'member')
      or pg_has_role(session_user, 'eclusa_bootstrap', 'member')
      or queued.user_id = nullif(current_setting('eclusa.user_id', true), '')::uuid
  ), wanted as (
    select endpoint.user_id, endpoint.id, endpoint.product_id, endpoint.event_types, queued.id as event_id, queued.type,
      queued.user_id as event_user_id, queued.created_at
    from queued cross join lateral (
      select user_id, id, product_id, event_types from webhook_endpoints
      where user_id = queued.user_id and (scope = 'USER' or id = only_endpoint) and enabled and deleted_at is null
        and (product_id is null or product_id = queued.product_id)
      -- An optimisation fence: without it this would be a join, which with few endpoints reads all of them.
      offset 0
    ) endpoint
    union all
    select endpoint.user_id, endpoint.id, endpoint.product_id, endpoint.event_types, queued.id, queued.type, queued.user_id,
      queued.created_at
    from queued cross join lateral (
      select user_id, id, product_id, event_types from webhook_endpoints
      where product_id = queued.product_id and scope = 'PRODUCT' and enabled and deleted_at is null
      offset 0
    ) endpoint
    where serves_target(endpoint.user_id, endpoint.product_id, queued.user_id)
  )
  select wanted.user_id, webhook_delivery_id(event_id, wanted.id), wanted.id, event_id, type, event_user_id, product_id, created_at
  from wanted
  where case when only_endpoint is null then event_types is null or type = any (event_types) else id = only_endpoint end;
end $$;
grant execute on function queue_deliveries(uuid[], uuid[], uuid[], text[], timestamptz[], uuid)
  to eclusa_api, eclusa_worker, eclusa_backoffice, eclusa_bootstrap;

-- A pending delivery is either not `scheduled`, which an index finds at once, or its endpoint is in this table, with a time
-- that is not after the one at which the delivery is due or the pause of the endpoint ends. Only workers write here, so that
-- an event waits for no row that its user shares with other events.
create table webhook_schedule (
  user_id uuid not null,
  endpoint_id uuid not null,
  look_at timestamptz(3) not null,
  primary key (user_id, endpoint_id)
);
comment on table webhook_schedule is 'One row per endpoint of a user with pending deliveries: when a worker has to check it next.';
create index webhook_schedule_look_at on webhook_schedule (look_at);
alter table webhook_schedule enable row level security, force row level security;
create policy across_users on webhook_schedule to eclusa_worker, current_user using (true);
grant select, insert, update, delete on webhook_schedule to eclusa_worker;

-- A delivery that becomes due earlier has to be seen by a worker again.
create function unschedule_delivery() returns trigger
  language plpgsql
as $$
begin
  new.scheduled := false;
  return new;
end $$;
create trigger unschedule_delivery before update on webhook_deliveries for each row
  when (new.scheduled and new.status = 'PENDING' and (old.status <> 'PENDING' or new.due_at < old.due_at))
  execute function unschedule_delivery();
alter table webhook_deliveries enable always trigger unschedule_delivery;

-- When a condition for sending to an endpoint has changed, a worker has to check it now.
create function schedule_endpoint_now() returns trigger
  language plpgsql security definer set search_path = eclusa, pg_temp
as $$
begin
  update webhook_schedule set look_at = now() where user_id = new.user_id and endpoint_id = new.id;
  return null;
end $$;
create trigger schedules_endpoint after update on webhook_endpoints for each row
  when ((old.enabled, old.deleted_at, old.paused_until, old.consecutive_failures)
    is distinct from (new.enabled, new.deleted_at, new.paused_until, new.consecutive_failures))
  execute function schedule_endpoint_now();
alter table webhook_endpoints enable always trigger schedules_endpoint;
