-- Cross-border clients, their bank accounts, and the record of what happened to each client.

create table crossborder_clients (
  user_id uuid not null,
  id uuid not null,
  name text not null,
  type text not null,
  country text,
  nationality text not null,
  document text not null,
  document_type text not null,
  email text not null,
  birth_date date,
  issue_date date,
  issuing_country text,
  phone_number text,
  address jsonb not null,
  pep boolean not null default false,
  status text not null,
  risk text not null default 'PENDING',
  version bigint not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (user_id, id)
);
create index crossborder_clients_by_time on crossborder_clients (user_id, created_at, id);
create index crossborder_clients_by_name on crossborder_clients (user_id, name, id);
create index crossborder_clients_by_document on crossborder_clients (user_id, document);
create index crossborder_clients_by_email on crossborder_clients (user_id, email);

create table crossborder_accounts (
  user_id uuid not null,
  id uuid not null,
  client_id uuid not null,
  country text not null,
  currency_symbol text not null,
  account_type text not null,
  account_number text not null,
  account_name text,
  nickname text,
  branch text,
  bank_name text not null,
  bank_code text not null,
  bank_code_type text not null,
  clearing_code text,
  status text not null,
  version bigint not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  primary key (user_id, id),
  foreign key (user_id, client_id) references crossborder_clients (user_id, id)
);
create index crossborder_accounts_by_time on crossborder_accounts (user_id, client_id, created_at, id)
  where deleted_at is null;
create index crossborder_accounts_by_number on crossborder_accounts (user_id, client_id, account_number, id)
  where deleted_at is null;

-- What waits for a verdict, for the operator who gives them: small, because few wait for long.
create index crossborder_clients_pending on crossborder_clients (created_at) where status = 'PENDING';
create index crossborder_accounts_pending on crossborder_accounts (created_at) where status = 'PENDING';

alter table crossborder_clients enable row level security;
alter table crossborder_clients force row level security;
create policy crossborder_clients_of_scope on crossborder_clients to eclusa_api
  using (user_id = scope_user_id()) with check (user_id = scope_user_id());
create policy crossborder_clients_for_operator on crossborder_clients to eclusa_operator using (true) with check (true);
grant select, insert, update on crossborder_clients to eclusa_api, eclusa_operator;

alter table crossborder_accounts enable row level security;
alter table crossborder_accounts force row level security;
create policy crossborder_accounts_of_scope on crossborder_accounts to eclusa_api
  using (user_id = scope_user_id()) with check (user_id = scope_user_id());
create policy crossborder_accounts_for_operator on crossborder_accounts to eclusa_operator using (true) with check (true);
grant select, insert, update on crossborder_accounts to eclusa_api, eclusa_operator;

-- What happened to a client, in the order it happened. Each entry holds the hash of the one before it, so that an entry
-- changed, removed or put in later breaks the chain at a place that can be named. Nobody but the owner may change one.
create table client_activity (
  user_id uuid not null,
  client_id uuid not null,
  sequence bigint not null,
  id uuid not null,
  event_id uuid not null,
  source text not null,
  event_type text not null,
  status text not null,
  reference_id uuid,
  metadata jsonb not null default '{}',
  authenticated_user_id uuid,
  request_id text not null,
  event_created_at timestamptz(3) not null,
  previous_hash bytea not null,
  hash bytea not null,
  primary key (user_id, client_id, sequence, event_created_at)
) partition by range (event_created_at);
create index client_activity_in_order on client_activity (user_id, client_id, sequence, id);

create table client_activity_heads (
  user_id uuid not null,
  client_id uuid not null,
  sequence bigint not null,
  hash bytea not null,
  primary key (user_id, client_id)
) with (fillfactor = 50);

create function client_activity_hash(entry client_activity) returns bytea
  language sql stable parallel safe
  return sha256(entry.previous_hash || convert_to(jsonb_build_array(
    entry.user_id, entry.client_id, entry.sequence, entry.id, entry.event_id, entry.source, entry.event_type,
    entry.status, entry.reference_id, entry.metadata, entry.authenticated_user_id, entry.request_id,
    extract(epoch from entry.event_created_at)
  )::text, 'UTF8'));

-- The chain is made here and not in the gateway: the row lock on the head orders the entries of one client, and the
-- gateway's role can neither write a hash nor touch a head.
create function chain_client_activity() returns trigger
  language plpgsql security definer set search_path = eclusa, pg_temp
as $$
declare
  head client_activity_heads;
begin
  insert into client_activity_heads as heads (user_id, client_id, sequence, hash)
  values (new.user_id, new.client_id, 1, '')
  on conflict (user_id, client_id) do update set sequence = heads.sequence + 1
  returning * into head;

  new.sequence := head.sequence;
  new.previous_hash := head.hash;
  new.hash := client_activity_hash(new);
  update client_activity_heads set hash = new.hash where user_id = new.user_id and client_id = new.client_id;
  return new;
end $$;

create trigger client_activity_chain before insert on client_activity
  for each row execute function chain_client_activity();

alter table client_activity enable row level security;
alter table client_activity force row level security;
create policy client_activity_of_scope on client_activity to eclusa_api
  using (user_id = scope_user_id()) with check (user_id = scope_user_id());
create policy client_activity_for_operator on client_activity to eclusa_operator using (true) with check (true);
grant select, insert on client_activity to eclusa_api, eclusa_operator;
-- Whoever verifies the chains compares their ends.
grant select on client_activity_heads to eclusa_operator;
grant execute on function client_activity_hash(client_activity) to eclusa_api, eclusa_operator;

insert into month_partitioned_tables (name) values ('client_activity');
select keep_month_partitions();
