-- What people of the institution did, one entry after the other in one chain: each holds the hash of the one before it, so
-- that an entry changed, removed or put in later breaks the chain at a place that can be named. What is personal in an entry
-- is sealed by the desk before it comes here.

create table journal (
  sequence bigint primary key,
  at timestamptz(3) not null,
  actor_id text not null,
  actor_name text not null,
  actor_kind text not null check (actor_kind in ('person', 'machine', 'bootstrap', 'gateway')),
  role text not null,
  credential_id text,
  network text,
  operation text not null,
  reason text,
  user_id uuid,
  subject_type text not null,
  subject_id text not null,
  proposal_id uuid,
  request_id text not null,
  changes jsonb not null,
  sealed bytea,
  records jsonb not null,
  previous_hash bytea not null,
  hash bytea not null
);
create index journal_by_subject on journal (subject_type, subject_id, sequence);
create index journal_by_actor on journal (actor_id, sequence);

-- The end of the chain: one row, and whoever writes an entry holds it until it commits.
create table journal_head (
  only_one boolean primary key default true check (only_one),
  sequence bigint not null,
  hash bytea not null
);
insert into journal_head (sequence, hash) values (0, '');

-- Rows that have no events of their own. Of each, the newest entry says what it has to be.
create table kept_tables (
  name text primary key,
  key_columns text[] not null,
  columns text[] not null
);
insert into kept_tables (name, key_columns, columns) values
  ('users', '{id}', '{id,name,status}'),
  ('products', '{id}', '{id,name,status}'),
  ('product_users', '{user_id,product_id}', '{user_id,product_id,role,is_default,grant_id}'),
  ('wallets', '{user_id,id}', '{user_id,id,product_id,name,status,is_default}'),
  ('api_keys', '{id}', '{id,user_id,name,hash,revoked_at}'),
  ('webhook_networks', '{user_id,network,first_port}', '{user_id,network,first_port,last_port}'),
  ('fraud_markers', '{id}', '{id,request_id,marker_id,fraud_type,status,made_by,made_reason,made_at,cancelled_by,cancelled_reason,cancelled_at}');

create table journal_records (
  table_name text not null,
  key text not null,
  sequence bigint not null,
  -- Null where the row is no longer there.
  digest bytea,
  primary key (table_name, key, sequence)
);

-- Of the row as it is now. `key` has the values of the key's columns, with a bar between two.
create function kept_digest(table_name text, key text) returns bytea
  language plpgsql stable security definer set search_path = eclusa, pg_temp
as $$
declare
  kept kept_tables;
  digest bytea;
  condition text;
begin
  select * into strict kept from kept_tables where name = table_name;
  select string_agg(format('%I = %L', key_column, split_part(key, '|', place::integer)), ' and ')
  into condition from unnest(kept.key_columns) with ordinality columns (key_column, place);
  execute format('select sha256(convert_to(jsonb_build_array(%s)::text, ''UTF8'')) from %I where %s',
    (select string_agg(quote_ident(name), ', ') from unnest(kept.columns) name), table_name, condition)
  into digest;
  return digest;
end $$;
revoke execute on function kept_digest(text, text) from public;
create policy webhook_networks_for_owner on webhook_networks for select to current_user using (true);

create function journal_hash(entry journal) returns bytea
  language sql stable parallel safe
  return sha256(entry.previous_hash || convert_to(jsonb_build_array(
    entry.sequence, extract(epoch from entry.at), entry.actor_id, entry.actor_name, entry.actor_kind, entry.role,
    entry.credential_id, entry.network, entry.operation, entry.reason, entry.user_id, entry.subject_type, entry.subject_id,
    entry.proposal_id, entry.request_id, entry.changes, encode(entry.sealed, 'hex'), entry.records
  )::text, 'UTF8'));

-- The only way into the journal. It is called when the rows are written: what it says of them is read from them.
create function write_journal(act jsonb, sealed_part bytea) returns bigint
  language plpgsql security definer set search_path = eclusa, pg_temp
as $$
declare
  head journal_head;
  entry journal;
begin
  select * into strict head from journal_head for update;
  entry := jsonb_populate_record(null::journal, act);
  entry.sequence := head.sequence + 1;
  entry.at := clock_timestamp();
  entry.sealed := sealed_part;
  entry.records := coalesce((
    select jsonb_agg(kept || jsonb_build_object('digest', encode(kept_digest(kept->>'table', kept->>'key'), 'hex')))
    from jsonb_array_elements(act->'records') kept), '[]');
  entry.previous_hash := head.hash;
  entry.hash := journal_hash(entry);
  insert into journal select entry.*;
  insert into journal_records (table_name, key, sequence, digest)
  select kept->>'table', kept->>'key', entry.sequence, decode(kept->>'digest', 'hex')
  from jsonb_array_elements(entry.records) kept;
  update journal_head set sequence = entry.sequence, hash = entry.hash;
  return entry.sequence;
end $$;
revoke execute on function journal_hash(journal), write_journal(jsonb, bytea) from public;
grant execute on function write_journal(jsonb, bytea) to eclusa_desk, eclusa_bootstrap, eclusa_worker;
grant select on journal, journal_head, journal_records, kept_tables to eclusa_desk, eclusa_bootstrap, eclusa_worker;

-- What was written stays as it was written, for the owner too. Who takes these triggers away is found by the chain.
create function refuse_rewriting() returns trigger
  language plpgsql
as $$
begin
  raise exception '% is only ever added to', tg_table_name using errcode = 'insufficient_privilege';
end $$;
create trigger journal_stays before update or delete or truncate on journal
  for each statement execute function refuse_rewriting();
create trigger journal_records_stay before update or delete or truncate on journal_records
  for each statement execute function refuse_rewriting();
create trigger journal_head_stays before delete or truncate on journal_head
  for each statement execute function refuse_rewriting();
