-- in steps
-- When a worker has to look at each endpoint next. Looking for deliveries that are due went through every endpoint that has any that
-- are pending, due or not: with 10,000 endpoints that fail it took half a second, for each worker, five times a second.
--
-- A delivery that is pending is either not scheduled, which an index finds at once, or its endpoint is in this table, with a time that
-- is not after the one at which the delivery is due, or at which the pause of the endpoint ends. Only workers write here, so that an
-- event waits for no row that is shared with others of its user.
create table if not exists webhook_schedule (
  user_id uuid not null,
  endpoint_id uuid not null,
  look_at timestamptz(3) not null,
  primary key (user_id, endpoint_id)
);
create index if not exists webhook_schedule_look_at on webhook_schedule (look_at);
alter table webhook_schedule enable row level security;
alter table webhook_schedule force row level security;
drop policy if exists webhook_schedule_for_worker on webhook_schedule;
create policy webhook_schedule_for_worker on webhook_schedule to eclusa_worker using (true) with check (true);
drop policy if exists moved_by_owner on webhook_schedule;
create policy moved_by_owner on webhook_schedule to current_user using (true) with check (true);
grant select, insert, update, delete on webhook_schedule to eclusa_worker;

-- Whatever makes a delivery due earlier than it was: a worker has to see it anew.
create or replace function delivery_is_not_scheduled() returns trigger
  language plpgsql
as $$
begin
  new.scheduled := false;
  return new;
end $$;
revoke execute on function delivery_is_not_scheduled() from public;

-- Whatever decides whether an endpoint is sent anything: a worker has to look at it now.
create or replace function look_at_endpoint_now() returns trigger
  language plpgsql security definer set search_path = eclusa, pg_temp
as $$
begin
  update webhook_schedule set look_at = now() where user_id = new.user_id and endpoint_id = new.id;
  return null;
end $$;
revoke execute on function look_at_endpoint_now() from public;
-- then
alter table webhook_deliveries add column if not exists scheduled boolean not null default false;
grant update (scheduled) on webhook_deliveries to eclusa_worker;
-- then
create index concurrently webhook_deliveries_new on webhook_deliveries (endpoint_id, user_id, due_at)
  where status = 'PENDING' and not scheduled;
-- then
create or replace trigger delivery_is_not_scheduled before update on webhook_deliveries for each row
  when (new.scheduled and new.status = 'PENDING' and (old.status <> 'PENDING' or new.due_at < old.due_at))
  execute function delivery_is_not_scheduled();
-- then
create or replace trigger endpoint_is_looked_at after update on webhook_endpoints for each row
  when ((old.enabled, old.deleted_at, old.paused_until, old.consecutive_failures)
    is distinct from (new.enabled, new.deleted_at, new.paused_until, new.consecutive_failures))
  execute function look_at_endpoint_now();
-- then
alter table webhook_deliveries enable always trigger delivery_is_not_scheduled;
-- then
alter table webhook_endpoints enable always trigger endpoint_is_looked_at;
-- then
-- The deliveries of an endpoint, in an order that begins with the endpoint. One that begins with the user costs as much as the primary key to a
-- planner that knows of few rows, for a statement that names a delivery by its key, and goes through all deliveries of the user.
create index concurrently webhook_deliveries_of_endpoint on webhook_deliveries (endpoint_id, user_id, created_at, id);
-- then
drop index if exists webhook_deliveries_by_endpoint;
