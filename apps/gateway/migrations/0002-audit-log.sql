-- The audit log (what people of the institution did, in one hash chain), and the tables whose changes must have an entry in
-- it.

create table audit_log (
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
  -- States and ids. Personal data is in `sealed`, which the backoffice encrypts before it writes the entry.
  changes jsonb not null,
  sealed bytea,
  -- The rows that the act changed, each with its key and the digest it has now.
  records jsonb not null,
  previous_hash bytea not null,
  hash bytea not null
);
comment on table audit_log is 'One row per act of a person, a machine or the gateway itself; it belongs to the institution and is never changed.';
create index audit_log_by_subject on audit_log (subject_type, subject_id, sequence);
create index audit_log_in_time on audit_log (at, sequence);
create index audit_log_of_actor on audit_log (actor_id, at, sequence);
create index audit_log_of_operation on audit_log (operation, at, sequence);
create index audit_log_of_subject on audit_log (subject_id, at, sequence);
grant select on audit_log to eclusa_worker, eclusa_backoffice, eclusa_bootstrap, eclusa_auditor;

create table audit_log_head (
  only_one boolean primary key default true check (only_one),
  sequence bigint not null,
  hash bytea not null
);
comment on table audit_log_head is 'The end of the chain, in one row that each writer locks until it commits.';
insert into audit_log_head (sequence, hash) values (0, '');
grant select on audit_log_head to eclusa_worker, eclusa_backoffice, eclusa_bootstrap, eclusa_auditor;

create table audit_log_records (
  table_name text not null,
  key text not null,
  sequence bigint not null,
  -- Null where the row no longer exists.
  digest bytea,
  primary key (table_name, key, sequence)
);
comment on table audit_log_records is 'One row per record that an entry changed, to find the newest entry about a record.';
grant select on audit_log_records to eclusa_worker, eclusa_backoffice, eclusa_bootstrap, eclusa_auditor;

create table audit_log_anchors (
  number bigint primary key,
  sequence bigint not null,
  document text not null,
  put_at timestamptz(3)
);
comment on table audit_log_anchors is
  'One row per signed head of the chain, and when it reached the anchor store outside. A verifier trusts that store and not this row.';
grant select, insert, update (put_at) on audit_log_anchors to eclusa_worker;

create table audited_tables (
  name text primary key,
  key_columns text[] not null,
  columns text[] not null
);
comment on table audited_tables is 'One row per table whose changes must have an entry in the audit log, with the columns that it covers.';
grant select on audited_tables to eclusa_worker, eclusa_backoffice, eclusa_bootstrap, eclusa_auditor;

-- Written rows stay unchanged, for the owner too. Verification of the chain detects an owner who drops these triggers.
create function refuse_change() returns trigger
  language plpgsql
as $$
begin
  raise exception '% is only ever added to', tg_table_name using errcode = 'insufficient_privilege';
end $$;
create trigger refuses_change before update or delete or truncate on audit_log
  for each statement execute function refuse_change();
create trigger refuses_change before update or delete or truncate on audit_log_records
  for each statement execute function refuse_change();
create trigger refuses_removal before delete or truncate on audit_log_head
  for each statement execute function refuse_change();

-- A login can write only entries of its own kind of actor.
create function check_actor_kind() returns trigger
  language plpgsql set search_path = eclusa, pg_temp
as $$
declare
  allowed text[] := array[]::text[];
begin
  if pg_has_role(session_user, 'eclusa_backoffice', 'member') then allowed := allowed || array['person', 'machine']; end if;
  if pg_has_role(session_user, 'eclusa_worker', 'member') then allowed := allowed || array['gateway']; end if;
  if pg_has_role(session_user, 'eclusa_bootstrap', 'member') then allowed := allowed || array['bootstrap']; end if;
  if new.actor_kind = any (allowed) and (new.actor_kind <> 'bootstrap' or new.actor_id = session_user) then return new; end if;
  raise exception 'an entry of a % cannot be written by %', new.actor_kind, session_user
    using errcode = 'insufficient_privilege';
end $$;
create trigger checks_actor_kind before insert on audit_log for each row execute function check_actor_kind();

create function audit_log_hash(entry audit_log) returns bytea
  language sql stable parallel safe
  return sha256(entry.previous_hash || convert_to(jsonb_build_array(
    entry.sequence, extract(epoch from entry.at), entry.actor_id, entry.actor_name, entry.actor_kind, entry.role,
    entry.credential_id, entry.network, entry.operation, entry.reason, entry.user_id, entry.subject_type, entry.subject_id,
    entry.proposal_id, entry.request_id, entry.changes, encode(entry.sealed, 'hex'), entry.records
  )::text, 'UTF8'));

-- The digest of an audited row as it is now, whatever the session sets for times and bytes. `key` has the values of the
-- key's columns, joined by a bar. For a webhook endpoint it equals the digest of its event: an entry about a re-encrypted
-- secret replaces that event.
create function audited_digest(table_name text, key text) returns bytea
  language plpgsql stable security definer
  set search_path = eclusa, pg_temp set timezone = 'UTC' set bytea_output = 'hex'
as $$
declare
  kept audited_tables;
  digest bytea;
  condition text;
begin
  if table_name = 'webhook_endpoints' then
    select row_digest(endpoint) into digest from webhook_endpoints endpoint
    where user_id = split_part(key, '|', 1)::uuid and id = split_part(key, '|', 2)::uuid
      and version = split_part(key, '|', 3)::bigint;
    return digest;
  end if;
  select * into strict kept from audited_tables where name = table_name;
  select string_agg(format('%I = %L', key_column, split_part(key, '|', place::integer)), ' and ')
  into condition from unnest(kept.key_columns) with ordinality columns (key_column, place);
  execute format('select sha256(convert_to(jsonb_build_array(%s)::text, ''UTF8'')) from %I where %s',
    (select string_agg(quote_ident(name), ', ') from unnest(kept.columns) name), table_name, condition)
  into digest;
  return digest;
end $$;

-- The only way to write an entry. It is called after the rows are written, because it reads their digests from them.
create function write_audit_log(act jsonb, sealed_part bytea) returns bigint
  language plpgsql security definer set search_path = eclusa, pg_temp
as $$
declare
  head audit_log_head;
  entry audit_log;
begin
  select * into strict head from audit_log_head for update;
  entry := jsonb_populate_record(null::audit_log, act);
  entry.sequence := head.sequence + 1;
  entry.at := clock_timestamp();
  entry.sealed := sealed_part;
  entry.records := coalesce((
    select jsonb_agg(kept || jsonb_build_object('digest', encode(audited_digest(kept->>'table', kept->>'key'), 'hex')))
    from jsonb_array_elements(act->'records') kept), '[]');
  entry.previous_hash := head.hash;
  entry.hash := audit_log_hash(entry);
  insert into audit_log select entry.*;
  insert into audit_log_records (table_name, key, sequence, digest)
  select kept->>'table', kept->>'key', entry.sequence, decode(kept->>'digest', 'hex')
  from jsonb_array_elements(entry.records) kept;
  update audit_log_head set sequence = entry.sequence, hash = entry.hash;
  return entry.sequence;
end $$;
grant execute on function write_audit_log(jsonb, bytea) to eclusa_worker, eclusa_backoffice, eclusa_bootstrap;

-- Whether this transaction wrote an entry, checked for the logins that have to. A writer holds the end of the chain until it
-- commits, so an entry of its own is the newest. The audit log is opened for those logins only.
create function has_audit_entry() returns boolean
  language plpgsql stable security definer set search_path = eclusa, pg_temp
as $$
begin
  if session_user = current_user
    or not (pg_has_role(session_user, 'eclusa_backoffice', 'member') or pg_has_role(session_user, 'eclusa_bootstrap', 'member'))
  then return true; end if;
  return coalesce((select xmin = pg_current_xact_id()::xid from audit_log order by sequence desc limit 1), false);
end $$;
grant execute on function has_audit_entry() to eclusa_api, eclusa_worker, eclusa_backoffice, eclusa_bootstrap;

-- Refuses at COMMIT a change of an audited row unless the newest entry about the row has its digest. The exceptions are the
-- user, the membership and the wallet that a finished onboarding creates: its event records them.
create function require_audit_entry() returns trigger
  language plpgsql security definer set search_path = eclusa, pg_temp
as $$
declare
  audited audited_tables;
  before jsonb := to_jsonb(old);
  after jsonb := to_jsonb(new);
  row_key text;
  newest record;
begin
  select * into strict audited from audited_tables where name = tg_table_name;
  if tg_op = 'UPDATE' and not exists (select from unnest(audited.columns) name where before -> name is distinct from after -> name)
  then return null; end if;

  row_key := (select string_agg(coalesce(after, before) ->> name, '|' order by place)
    from unnest(audited.key_columns) with ordinality keys (name, place));
  select digest into newest from audit_log_records where table_name = audited.name and key = row_key order by sequence desc limit 1;
  if found and newest.digest is not distinct from audited_digest(audited.name, row_key) and (tg_op <> 'UPDATE'
    or not exists (select from unnest(audited.key_columns) name where before -> name is distinct from after -> name))
  then return null; end if;

  if not found and tg_op = 'INSERT' and exists (
    select from user_accounts account
    where account.target_user_id = (case audited.name when 'users' then after ->> 'id' else after ->> 'user_id' end)::uuid
      and case audited.name
        when 'users' then true
        when 'product_users' then after ->> 'role' = 'TARGET' and account.product_id = (after ->> 'product_id')::uuid
        when 'wallets' then account.default_wallet_id = (after ->> 'id')::uuid
        else false end)
  then return null; end if;
  raise exception '% of % is refused: the audit log has no entry of it', lower(tg_op), tg_table_name
    using errcode = 'integrity_constraint_violation', table = tg_table_name, constraint = tg_name;
end $$;

-- Declares that every change of a table must have an entry in the audit log.
create function require_audit_entries(kept text, key_columns text[], columns text[]) returns void
  language plpgsql set search_path = eclusa, pg_temp
as $$
begin
  insert into audited_tables (name, key_columns, columns) values (kept, key_columns, columns);
  execute format('create constraint trigger requires_audit_entry after insert or update or delete on %I
    deferrable initially deferred for each row execute function require_audit_entry()', kept);
  execute format('create trigger refuses_removal before truncate on %I execute function refuse_removal()', kept);
end $$;
