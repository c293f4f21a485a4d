-- Cross-border: clients of a user, their bank accounts, and the history of each client.

create table crossborder_clients (
  user_id uuid not null,
  product_id uuid,
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
comment on table crossborder_clients is 'One row per cross-border client of a user, with the state of its verification.';
create index crossborder_clients_by_document on crossborder_clients (user_id, document);
create index crossborder_clients_by_email on crossborder_clients (user_id, email);
create index crossborder_clients_by_name on crossborder_clients (user_id, name, id);
create index crossborder_clients_by_time on crossborder_clients (user_id, created_at, id);
-- Across users, for the backoffice. It is on an expression, so that a look-up within one user keeps using the index that
-- begins with the user.
create index crossborder_clients_of_document on crossborder_clients ((document || ''));
create index crossborder_clients_of_product on crossborder_clients (user_id, product_id, created_at, id);
create index crossborder_clients_of_product_by_name on crossborder_clients (user_id, product_id, name, id);
-- Created last: of two indexes with equal costs the planner takes the later one, and a table without statistics has equal costs.
create index crossborder_clients_by_id on crossborder_clients (id, user_id);
select isolate_table('crossborder_clients');
grant select, insert, update on crossborder_clients to eclusa_api;
grant select on crossborder_clients to eclusa_worker, eclusa_auditor;
grant select, update (status, updated_at, version) on crossborder_clients to eclusa_backoffice;
select require_events('crossborder_clients', array[
  'product_id', 'name', 'type', 'country', 'nationality', 'document', 'document_type', 'email', 'birth_date',
  'issue_date', 'issuing_country', 'phone_number', 'address', 'pep', 'status', 'risk', 'created_at']);
create constraint trigger requires_history_entry after update of status on crossborder_clients
  deferrable initially deferred for each row execute function require_history_entry('client_activity');

create table crossborder_accounts (
  user_id uuid not null,
  product_id uuid,
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
  -- When its owner deactivated it. Null when it is INACTIVE because verification refused it.
  deactivated_at timestamptz(3),
  primary key (user_id, id),
  foreign key (user_id, client_id) references crossborder_clients (user_id, id)
);
comment on table crossborder_accounts is 'One row per bank account of a client, with the state of its verification.';
create index crossborder_accounts_by_number on crossborder_accounts (user_id, client_id, account_number, id) where deleted_at is null;
create index crossborder_accounts_by_time on crossborder_accounts (user_id, client_id, created_at, id) where deleted_at is null;
create index crossborder_accounts_by_id on crossborder_accounts (id, user_id);
select isolate_table('crossborder_accounts');
grant select, insert, update on crossborder_accounts to eclusa_api;
grant select on crossborder_accounts to eclusa_worker, eclusa_auditor;
grant select, update (status, updated_at, version) on crossborder_accounts to eclusa_backoffice;
select require_events('crossborder_accounts', array[
  'product_id', 'client_id', 'country', 'currency_symbol', 'account_type', 'account_number', 'account_name',
  'nickname', 'branch', 'bank_name', 'bank_code', 'bank_code_type', 'clearing_code', 'status', 'deactivated_at',
  'deleted_at', 'created_at']);
create constraint trigger requires_history_entry after update of status on crossborder_accounts
  deferrable initially deferred for each row execute function require_history_entry('client_activity');

create table crossborder_account_bank_details (
  user_id uuid not null,
  client_id uuid not null,
  -- SHA-256 of the coordinates in their one spelling, as apps/gateway/src/areas/crossborder/accounts/bank-details.ts makes it.
  coordinates bytea not null,
  account_id uuid not null,
  primary key (user_id, client_id, coordinates)
);
comment on table crossborder_account_bank_details is
  'One row per coordinates (bank, branch, number) of a client: a client has one account for each.';
-- `offset 0` keeps the planner from computing it once for all rows, which would read all clients of the user.
select isolate_table('crossborder_account_bank_details', bound_by => 'exists (select from crossborder_clients client
  where client.user_id = crossborder_account_bank_details.user_id and client.id = crossborder_account_bank_details.client_id offset 0)');
grant select, insert, update on crossborder_account_bank_details to eclusa_api;
grant select on crossborder_account_bank_details to eclusa_worker, eclusa_backoffice;

create table crossborder_revisions (
  user_id uuid not null,
  client_id uuid not null,
  -- The client, or one of its accounts.
  object_id uuid not null,
  -- The version that had these values.
  version bigint not null,
  sealed bytea not null,
  authenticated_user_id uuid,
  request_id text not null,
  replaced_at timestamptz(3) not null,
  primary key (user_id, client_id, object_id, version)
);
comment on table crossborder_revisions is
  'One row per version of a client or account whose identity or place was changed, encrypted. eclusa_api adds rows and cannot read them.';
create index crossborder_revisions_by_key on crossborder_revisions (encryption_key_name(sealed));
alter table crossborder_revisions enable row level security, force row level security;
create policy of_scope on crossborder_revisions for insert to eclusa_api with check (user_id = scope_user_id());
create policy across_users on crossborder_revisions for select to eclusa_worker, eclusa_backoffice, eclusa_bootstrap using (true);
create policy re_encrypted on crossborder_revisions for update to eclusa_worker using (true);
grant insert on crossborder_revisions to eclusa_api;
grant select, update (sealed) on crossborder_revisions to eclusa_worker;
grant select on crossborder_revisions to eclusa_backoffice, eclusa_bootstrap;

-- Each entry has the hash of the previous one, so that a changed, removed or inserted entry breaks the chain at a known
-- place.
create table client_activity (
  user_id uuid not null,
  product_id uuid,
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
comment on table client_activity is 'One row per entry in the history of a client, in order and chained by hash.';
insert into month_partitioned_tables (name) values ('client_activity');
create index client_activity_by_age on client_activity using brin (event_created_at) with (autosummarize = on);
create index client_activity_in_order on client_activity (user_id, client_id, sequence, id);
select isolate_table('client_activity');
create policy read_by_owner on client_activity for select to current_user using (true);
create trigger refuses_change before update or delete on client_activity for each row execute function refuse_removal();
create trigger refuses_removal before truncate on client_activity execute function refuse_removal();
grant select, insert on client_activity to eclusa_api, eclusa_backoffice;
grant select on client_activity to eclusa_worker, eclusa_auditor;

create table client_activity_heads (
  user_id uuid not null,
  client_id uuid not null,
  sequence bigint not null,
  hash bytea not null,
  primary key (user_id, client_id)
) with (fillfactor = 50);
comment on table client_activity_heads is 'One row per client with the end of its chain, which a verifier compares.';
grant select on client_activity_heads to eclusa_worker, eclusa_backoffice, eclusa_bootstrap, eclusa_auditor;

create function client_activity_hash(entry client_activity) returns bytea
  language sql stable parallel safe
  return sha256(entry.previous_hash || convert_to(jsonb_build_array(
    entry.user_id, entry.client_id, entry.sequence, entry.id, entry.event_id, entry.source, entry.event_type,
    entry.status, entry.reference_id, entry.metadata, entry.authenticated_user_id, entry.request_id,
    extract(epoch from entry.event_created_at)
  )::text, 'UTF8'));
grant execute on function client_activity_hash(client_activity) to eclusa_api, eclusa_worker, eclusa_backoffice, eclusa_bootstrap;

-- The chain is computed here and not in the gateway: the row lock on the head orders the entries of one client, and
-- eclusa_api can neither write a hash nor change a head. The head is locked when it is read, and written once.
create function chain_client_activity() returns trigger
  language plpgsql security definer set search_path = eclusa, pg_temp
as $$
declare
  head record;
begin
  loop
    select sequence, hash into head from client_activity_heads
    where user_id = new.user_id and client_id = new.client_id for no key update;
    exit when found;
    insert into client_activity_heads (user_id, client_id, sequence, hash) values (new.user_id, new.client_id, 0, '')
    on conflict do nothing;
  end loop;

  new.sequence := head.sequence + 1;
  new.previous_hash := head.hash;
  new.hash := client_activity_hash(row(new.*)::client_activity);
  update client_activity_heads set sequence = new.sequence, hash = new.hash
  where user_id = new.user_id and client_id = new.client_id;
  return new;
end $$;
create trigger chains_entry before insert on client_activity for each row execute function chain_client_activity();

-- Adds an entry to the history of a client, beside the event.
create function add_client_activity(owner uuid, of_product uuid, client uuid, entry uuid, event uuid, of_source text, of_type text,
  of_status text, reference uuid, members jsonb, authenticated uuid, request text, at timestamptz) returns void
  language plpgsql set search_path = eclusa, pg_temp
as $$
begin
  insert into client_activity (user_id, product_id, client_id, id, event_id, source, event_type, status, reference_id, metadata,
    authenticated_user_id, request_id, event_created_at)
  values (owner, of_product, client, entry, event, of_source, of_type, of_status, reference, members, authenticated, request, at);
end $$;
grant execute on function add_client_activity(uuid, uuid, uuid, uuid, uuid, text, text, text, uuid, jsonb, uuid, text, timestamptz)
  to eclusa_api, eclusa_worker, eclusa_backoffice;
