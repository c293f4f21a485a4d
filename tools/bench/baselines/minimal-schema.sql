-- The tables of the minimal floor (minimal.sql), in a schema of their own: the columns, months, accounts and endpoints of the gateway,
-- with the indexes that its lists need, and without policies, triggers and functions.

create schema minimal;
create table minimal.accounts (like eclusa.crossborder_accounts, primary key (user_id, id));
create index on minimal.accounts (user_id, client_id, account_number, id) where deleted_at is null;
create index on minimal.accounts (user_id, client_id, created_at, id) where deleted_at is null;
insert into minimal.accounts select * from eclusa.crossborder_accounts;

create table minimal.events (like eclusa.events, primary key (user_id, created_at, id)) partition by range (created_at);
create index on minimal.events (user_id, object_id, sequence);
create index on minimal.events (user_id, type, created_at, id);
create table minimal.history (like eclusa.client_activity, primary key (user_id, client_id, sequence, event_created_at))
  partition by range (event_created_at);
create table minimal.heads (like eclusa.client_activity_heads, primary key (user_id, client_id)) with (fillfactor = 50);
insert into minimal.heads select distinct user_id, client_id, 0, ''::bytea from minimal.accounts;

create table minimal.endpoints (like eclusa.webhook_endpoints, primary key (user_id, id));
insert into minimal.endpoints select * from eclusa.webhook_endpoints;
create table minimal.deliveries (like eclusa.webhook_deliveries including defaults, primary key (user_id, created_at, id))
  partition by range (created_at);
create index on minimal.deliveries (user_id, endpoint_id, due_at) where status = 'PENDING';

create table minimal.jobs (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  data jsonb not null,
  state text not null default 'created',
  start_after timestamptz not null default now()
);
create index on minimal.jobs (name, start_after) where state = 'created';
create table minimal.claims (
  user_id uuid not null,
  fingerprint bytea not null,
  attempt_id uuid not null,
  request_id text not null,
  status smallint not null,
  resource_id uuid,
  first_seen_at timestamptz(3) not null default now(),
  primary key (user_id, fingerprint)
);

do $$
declare
  month record;
begin
  for month in
    select minimal.name as parent, child.relname as name, pg_get_expr(child.relpartbound, child.oid) as bounds
    from (values ('events', 'events'), ('client_activity', 'history'), ('webhook_deliveries', 'deliveries')) minimal (original, name)
    join pg_inherits on inhparent = ('eclusa.' || original)::regclass
    join pg_class child on child.oid = inhrelid
  loop
    execute format('create table minimal.%I partition of minimal.%I %s', month.name, month.parent, month.bounds);
  end loop;
end $$;
grant usage on schema minimal to eclusa_api;
grant select, insert, update on all tables in schema minimal to eclusa_api;
