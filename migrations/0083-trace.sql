-- in steps
-- No record without a trace. A table whose records have events is *covered*: whoever changes a row of it, by whatever login
-- and with whatever program, leaves in the same transaction the event of that version, and the event holds a digest of what
-- the row says. A change that nobody is told of is refused at COMMIT.
--
-- Processes of the version before write events without a digest. Where there are users already they have a day to leave:
-- until `held_from` nothing is refused.

-- What is covered. The process that verifies has its own list; this one is for whoever reads the database.
create table if not exists covered_tables (
  name text primary key,
  columns text[] not null,
  held_from timestamptz(3) not null
);
grant select on covered_tables to eclusa_worker, eclusa_desk, eclusa_bootstrap;
-- then
-- Of the row as this event left it. Null in events of before, and in those of what has no row of its own.
alter table events add column if not exists digest bytea check (length(digest) = 32);
-- then
-- The functions below run as the owner of the schema, whom policies hold too.
drop policy if exists looked_up_by_owner on events;
create policy looked_up_by_owner on events for select to current_user using (true);
-- then
-- The covered columns of a row as text that is the same in every session: times as seconds, bytes in hex. By name and without
-- what is null, so that a column added later leaves the digests of the rows that do not have it as they are.
create or replace function covered_text(covered regclass, columns text[], of_row text) returns text
  language sql stable set search_path = eclusa, pg_temp
begin atomic
  select format('jsonb_strip_nulls(jsonb_build_object(%s))::text', string_agg(format('%L, ', attname) || case
    when atttypid = 'timestamptz'::regtype then format('extract(epoch from %s.%I)', of_row, attname)
    when atttypid = 'bytea'::regtype then format('encode(%s.%I, ''hex'')', of_row, attname)
    else format('%s.%I', of_row, attname) end, ', ' order by place))
  from unnest(columns) with ordinality as listed (name, place)
  join pg_attribute on attrelid = covered and attname = listed.name and attnum > 0 and not attisdropped;
end;

create or replace function refuse_removal() returns trigger
  language plpgsql
as $$
begin
  raise exception '% of % is refused: what was told of stays', lower(tg_op), tg_table_name
    using errcode = 'restrict_violation', table = tg_table_name, constraint = tg_name;
end $$;

-- Whoever comes in by the login of the desk or of the bootstrap commands leaves an entry in the journal too, in this very
-- transaction: it holds the end of the chain until it commits, so that an entry of its own is the newest there is.
create or replace function leaves_entry() returns boolean
  language sql stable security definer set search_path = eclusa, pg_temp
begin atomic
  select not (pg_has_role(session_user, 'eclusa_desk', 'member') or pg_has_role(session_user, 'eclusa_bootstrap', 'member'))
    or session_user = current_user
    or coalesce((select xmin = pg_current_xact_id()::xid from journal order by sequence desc limit 1), false);
end;

create or replace function uncover_table(covered text) returns void
  language plpgsql set search_path = eclusa, pg_temp
as $$
declare
  guard record;
begin
  for guard in
    select tgname from pg_trigger where tgrelid = covered::regclass and tgname in
      ('insert_is_told', 'update_is_told', 'row_stays', 'rows_stay')
  loop
    execute format('drop trigger %I on %I', guard.tgname, covered);
  end loop;
  execute format('drop function if exists trace_%s()', covered);
  if to_regprocedure(format('eclusa.digest_of(eclusa.%I)', covered)) is not null then
    execute format('drop function digest_of(%I)', covered);
  end if;
  delete from covered_tables where name = covered;
end $$;

-- Covers a table, or covers it anew after a migration has added columns. `id` and `user_id` are always among them: a row
-- that is moved to another user is a row nobody told of. So is a further version, unless it is said that the event of
-- another object may tell of one.
create or replace function cover_table(covered text, columns text[], versions_are_told boolean default true) returns void
  language plpgsql set search_path = eclusa, pg_temp
as $$
declare
  told text[] := array['user_id', 'id'] || columns;
  unknown text[] := array(select unnest(told) except
    select attname from pg_attribute where attrelid = covered::regclass and not attisdropped);
  from_when timestamptz := coalesce((select held_from from covered_tables where name = covered),
    case when exists (select from users) then now() + interval '1 day' else '-infinity' end);
  watched text[] := told || case when versions_are_told then array['version'] else array[]::text[] end;
  old_columns text := (select string_agg(format('old.%I', name), ', ') from unnest(watched) as name);
  new_columns text := (select string_agg(format('new.%I', name), ', ') from unnest(watched) as name);
  same_row text := (select string_agg(format('covered.%1$I = new.%1$I', attname), ' and ') from pg_index
    join pg_attribute on attrelid = indrelid and attnum = any (indkey) where indrelid = covered::regclass and indisprimary);
begin
  if cardinality(unknown) > 0 then raise exception '% has no columns %', covered, unknown; end if;
  perform uncover_table(covered);
  insert into covered_tables (name, columns, held_from) values (covered, told, from_when);
  execute format('drop policy if exists looked_up_by_owner on %I', covered);
  execute format('create policy looked_up_by_owner on %I for select to current_user using (true)', covered);

  execute format($function$
    create function digest_of(covered %1$I) returns bytea language sql stable parallel safe
    return sha256(convert_to(%2$s, 'UTF8'))$function$, covered, covered_text(covered::regclass, told, 'covered'));
  execute format('grant execute on function digest_of(%I) to eclusa_api, eclusa_worker, eclusa_desk, eclusa_bootstrap,
    eclusa_operator', covered);

  -- The row as it was written here, or else as it stands at the end: a transaction may write it more than once. What it asks
  -- for is found by an index whatever is asked for, and a plan made anew for each row costs ten times what it finds.
  execute format($function$
    create function trace_%1$s() returns trigger
      language plpgsql security definer set search_path = eclusa, pg_temp set plan_cache_mode = force_generic_plan
    as $body$
    declare
      stands record;
    begin
      if now() < %2$L then return null; end if;
      if not leaves_entry() then
        raise exception '%% of %1$s %% is refused: the journal says nothing of it', lower(tg_op), new.id
          using errcode = 'integrity_constraint_violation', table = '%1$s', constraint = tg_name;
      end if;
      if (tg_op = 'INSERT' or new.version > old.version) and exists (select from events
        where user_id = new.user_id and object_id = new.id and sequence = new.version
          and digest = sha256(convert_to(%3$s, 'UTF8')))
      then return null; end if;
      select covered.version, digest_of(covered) as digest into stands from %1$I covered where %4$s;
      if found and (tg_op = 'INSERT' or stands.version > old.version) and exists (select from events
        where user_id = new.user_id and object_id = new.id and sequence = stands.version and digest = stands.digest)
      then return null; end if;
      raise exception '%% of %1$s %% is refused: no event tells of it', lower(tg_op), new.id
        using errcode = 'integrity_constraint_violation', table = '%1$s', constraint = tg_name;
    end $body$
    $function$, covered, from_when, covered_text(covered::regclass, told, 'new'), same_row);

  execute format('create constraint trigger insert_is_told after insert on %1$I deferrable initially deferred
    for each row execute function trace_%1$s()', covered);
  execute format('create constraint trigger update_is_told after update on %1$I deferrable initially deferred
    for each row when ((%2$s) is distinct from (%3$s)) execute function trace_%1$s()', covered, old_columns, new_columns);
  execute format('create trigger row_stays before delete on %I for each row execute function refuse_removal()', covered);
  execute format('create trigger rows_stay before truncate on %I execute function refuse_removal()', covered);
end $$;
revoke execute on function covered_text(regclass, text[], text), refuse_removal(), leaves_entry(), uncover_table(text),
  cover_table(text, text[], boolean) from public;
-- then
-- What is not listed nobody is told of: when it was written last, who holds it, when it is tried again.
select cover_table('crossborder_clients', array[
  'product_id', 'name', 'type', 'country', 'nationality', 'document', 'document_type', 'email', 'birth_date',
  'issue_date', 'issuing_country', 'phone_number', 'address', 'pep', 'status', 'risk', 'created_at']);
-- then
select cover_table('crossborder_accounts', array[
  'product_id', 'client_id', 'country', 'currency_symbol', 'account_type', 'account_number', 'account_name',
  'nickname', 'branch', 'bank_name', 'bank_code', 'bank_code_type', 'clearing_code', 'status', 'deactivated_at',
  'deleted_at', 'created_at']);
-- then
select cover_table('transactions', array[
  'wallet_id', 'type', 'status', 'amount', 'available_amount', 'operation_id', 'end_to_end_id', 'txid', 'original_id',
  'original_end_to_end_id', 'devolution_code', 'owner_name', 'owner_document', 'owner_person_type', 'owner_bank_name',
  'owner_bank_ispb', 'beneficiary_name', 'beneficiary_document', 'beneficiary_person_type', 'beneficiary_bank_name',
  'beneficiary_bank_ispb', 'description', 'merchant_id', 'payment_date', 'failed_code', 'purpose', 'created_at',
  'updated_at']);
-- then
select cover_table('infraction_notifications', array[
  'wallet_id', 'transaction_id', 'end_to_end_id', 'infraction_type', 'situation_type', 'funds_recovery_id',
  'description', 'status', 'amount', 'received_amount', 'returned_amount', 'blocked_amount_status',
  'counterparty_name', 'bank_name', 'company_name', 'client_status', 'client_analysis_details',
  'compliance_fraud_type', 'file_ids', 'question', 'analysis_result', 'analysis_details', 'analysis_fraud_type',
  'decided_at', 'decided_by', 'decision_reason', 'due_date', 'reporter_participant', 'participant',
  'contact_information', 'fraud_marker_id', 'transaction_depth', 'created_at']);
-- then
-- DICT's own words about its legs and its graph change without a version of ours; what came of them is the total.
select cover_table('fund_recovery_requests', array[
  'wallet_id', 'transaction_id', 'transaction_operation_id', 'transaction_type', 'transaction_amount',
  'transaction_third_part_name', 'end_to_end_id', 'reason', 'fraud_reason', 'description', 'contact_email',
  'contact_phone', 'status', 'refund_total_amount', 'files', 'analysis_limit_date', 'analysed_at', 'canceled_at',
  'failed_code', 'waiting_code', 'dict_id', 'created_at']);
-- then
select cover_table('refund_requests', array[
  'wallet_id', 'transaction_id', 'end_to_end_id', 'infraction_notification_id', 'funds_recovery_id', 'reason',
  'description', 'amount', 'status', 'paid_amount', 'payments', 'analysis_result', 'rejection_reason',
  'analysis_details', 'due_date', 'monitor_account', 'monitored_until', 'requesting_participant',
  'contested_participant', 'refund_account', 'created_at']);
-- then
-- Whom an account has become is told by its onboarding, and written by admit_person alone: see below.
select cover_table('user_accounts', array[
  'product_id', 'person_type', 'name', 'full_name', 'document', 'email', 'phone_number', 'active', 'genre',
  'mother_name', 'birth_date', 'issue_date', 'legal_person_type', 'withdrawn_at', 'created_at'], false);
-- then
-- The first film chooses how faces are proven; the event of the film tells of it.
select cover_table('onboardings', array[
  'product_id', 'grant_id', 'account_id', 'person_type', 'status', 'document', 'full_name', 'address', 'nationality',
  'pep', 'pep_since', 'occupation_cbo_code', 'occupation_income', 'patrimony', 'company_revenue', 'failed_code',
  'failed_message', 'rejected_legal_representative_id', 'target_user_id', 'default_wallet_id', 'submitted_at',
  'finished_at', 'expires_at', 'created_at']);
-- then
select cover_table('shareholders', array[
  'product_id', 'onboarding_id', 'document', 'person_type', 'name', 'type', 'participation_basis_points', 'zip_code',
  'withdrawn_at', 'created_at']);
-- then
select cover_table('legal_representatives', array[
  'product_id', 'onboarding_id', 'shareholder_id', 'document', 'document_country', 'name', 'mother_name',
  'birth_date', 'representor_type', 'pep', 'is_public_server', 'phone_number', 'email', 'income', 'patrimony',
  'participation_basis_points', 'relationship_start_date', 'relationship_end_date', 'registration_update_date',
  'address', 'active', 'withdrawn_at', 'created_at']);
-- then
select cover_table('files', array[
  'product_id', 'type', 'state', 'file_name', 'folder_name', 'file_date', 'failure_code', 'content_type', 'size',
  'sha256', 'object_key', 'upload_expires_at', 'created_at']);
-- then
-- The health of an endpoint is the deliverer's own.
select cover_table('webhook_endpoints', array[
  'product_id', 'grant_id', 'scope', 'url', 'description', 'event_types', 'enabled', 'disabled_reason', 'disabled_at',
  'secret', 'previous_secret', 'previous_secret_expires_at', 'deleted_at', 'created_at']);
-- then
-- The person of a finished onboarding, as before; and that the account is active is said here too. Nobody else says of an
-- account whom it has become.
create or replace function admit_person(account uuid) returns user_accounts
  language plpgsql security definer set search_path = eclusa, pg_temp
as $$
declare
  owned user_accounts;
  admitted uuid := gen_random_uuid();
  wallet uuid := gen_random_uuid();
begin
  select * into owned from user_accounts where user_id = scope_user_id() and id = account for update;
  if not found then raise exception 'no such account in this scope'; end if;
  if owned.target_user_id is not null then return owned; end if;
  if not exists (select 1 from onboardings
    where user_id = scope_user_id() and account_id = account and status = 'finished') then
    raise exception 'the onboarding of this account is not finished';
  end if;
  insert into users (id, name) values (admitted, left(owned.name, 80));
  insert into product_users (user_id, product_id, role, is_default) values (admitted, owned.product_id, 'TARGET', true);
  insert into wallets (user_id, id, product_id, name, is_default)
  values (admitted, wallet, owned.product_id, left(owned.name, 80), true);
  update user_accounts set target_user_id = admitted, default_wallet_id = wallet, state = 'active', version = version + 1,
    updated_at = greatest(now(), updated_at + interval '1 millisecond')
  where user_id = scope_user_id() and id = account returning * into owned;
  return owned;
end $$;

create or replace function refuse_self_admission() returns trigger
  language plpgsql
as $$
begin
  if current_user = (select pg_get_userbyid(relowner) from pg_class where oid = tg_relid) then return new; end if;
  raise exception '% of % is refused: an account is admitted by its onboarding', lower(tg_op), tg_table_name
    using errcode = 'restrict_violation', table = tg_table_name, constraint = tg_name;
end $$;
revoke execute on function refuse_self_admission() from public;
-- then
create or replace trigger account_begins_pending before insert on user_accounts for each row
  when (new.state <> 'pending' or new.target_user_id is not null or new.default_wallet_id is not null)
  execute function refuse_self_admission();
create or replace trigger account_is_admitted before update on user_accounts for each row
  when ((old.state, old.target_user_id, old.default_wallet_id)
    is distinct from (new.state, new.target_user_id, new.default_wallet_id))
  execute function refuse_self_admission();
-- then
-- What was told, and who did what, stays as it was written. Months that are past keeping are dropped whole.
create or replace trigger row_stays before update or delete on events for each row execute function refuse_removal();
create or replace trigger rows_stay before truncate on events execute function refuse_removal();
-- then
create or replace trigger row_stays before update or delete on client_activity for each row
  execute function refuse_removal();
create or replace trigger rows_stay before truncate on client_activity execute function refuse_removal();
-- then
create or replace trigger row_stays before update or delete on onboarding_activity for each row
  execute function refuse_removal();
create or replace trigger rows_stay before truncate on onboarding_activity execute function refuse_removal();
-- then
-- Rows without events of their own are told by the journal. At COMMIT the newest entry about the row says what it is, or that
-- it is no longer there. The one exception is the person whom a finished onboarding admits: its event tells of them.
alter table kept_tables add column if not exists held_from timestamptz(3);
update kept_tables set held_from = case when exists (select from users) then now() + interval '1 day' else '-infinity' end
where held_from is null;
alter table kept_tables alter column held_from set not null;

-- As before, and the same whatever the session says of times and bytes.
create or replace function kept_digest(table_name text, key text) returns bytea
  language plpgsql stable security definer
  set search_path = eclusa, pg_temp set timezone = 'UTC' set bytea_output = 'hex'
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

create or replace function keep_table(kept text, told_otherwise text default 'false') returns void
  language plpgsql set search_path = eclusa, pg_temp
as $$
declare
  held kept_tables;
  columns_of text;
  key_of text;
  guard text;
begin
  select * into strict held from kept_tables where name = kept;
  columns_of := (select string_agg(format('#.%I', name), ', ') from unnest(held.columns) name);
  key_of := (select format('concat_ws(''|'', %s)', string_agg(format('#.%I', name), ', ')) from unnest(held.key_columns) name);
  execute format($function$
    create or replace function trace_%1$s() returns trigger
      language plpgsql security definer set search_path = eclusa, pg_temp
    as $body$
    declare
      row_key text := case tg_op when 'DELETE' then %3$s else %4$s end;
      told record;
    begin
      if now() < %2$L then return null; end if;
      select digest into told from journal_records
      where table_name = %1$L and key = row_key order by sequence desc limit 1;
      if found and told.digest is not distinct from kept_digest(%1$L, row_key)
        and (tg_op <> 'UPDATE' or row_key = %3$s) then return null; end if;
      if not found and tg_op = 'INSERT' and (%5$s) then return null; end if;
      raise exception '%% of %1$s is refused: the journal says nothing of it', lower(tg_op)
        using errcode = 'integrity_constraint_violation', table = '%1$s', constraint = tg_name;
    end $body$
    $function$, kept, held.held_from, replace(key_of, '#', 'old'), replace(key_of, '#', 'new'), told_otherwise);
  foreach guard in array array['insert_is_told', 'update_is_told', 'delete_is_told', 'rows_stay'] loop
    execute format('drop trigger if exists %I on %I', guard, kept);
  end loop;
  execute format('create constraint trigger insert_is_told after insert on %1$I deferrable initially deferred
    for each row execute function trace_%1$s()', kept);
  execute format('create constraint trigger delete_is_told after delete on %1$I deferrable initially deferred
    for each row execute function trace_%1$s()', kept);
  execute format('create constraint trigger update_is_told after update on %1$I deferrable initially deferred
    for each row when ((%2$s) is distinct from (%3$s)) execute function trace_%1$s()',
    kept, replace(columns_of, '#', 'old'), replace(columns_of, '#', 'new'));
  execute format('create trigger rows_stay before truncate on %I execute function refuse_removal()', kept);
end $$;
revoke execute on function keep_table(text, text) from public;
-- then
select keep_table('users', 'exists (select from user_accounts where target_user_id = new.id)');
-- then
select keep_table('products');
-- then
select keep_table('product_users', 'new.role = ''TARGET'' and exists (select from user_accounts
  where target_user_id = new.user_id and product_id = new.product_id)');
-- then
select keep_table('wallets', 'exists (select from user_accounts
  where target_user_id = new.user_id and default_wallet_id = new.id)');
-- then
select keep_table('api_keys');
-- then
select keep_table('webhook_networks');
-- then
select keep_table('fraud_markers');
-- then
-- A login says who it is: people come in at the desk, and a command by the login it was given.
create or replace function refuse_borrowed_name() returns trigger
  language plpgsql set search_path = eclusa, pg_temp
as $$
declare
  allowed text[] := array[]::text[];
begin
  if pg_has_role(session_user, 'eclusa_desk', 'member') then allowed := allowed || array['person', 'machine']; end if;
  if pg_has_role(session_user, 'eclusa_worker', 'member') then allowed := allowed || array['gateway']; end if;
  if pg_has_role(session_user, 'eclusa_bootstrap', 'member') then allowed := allowed || array['bootstrap']; end if;
  if new.actor_kind = any (allowed) and (new.actor_kind <> 'bootstrap' or new.actor_id = session_user) then return new; end if;
  raise exception 'an entry of a % cannot be written by %', new.actor_kind, session_user
    using errcode = 'insufficient_privilege';
end $$;
revoke execute on function refuse_borrowed_name() from public;
create or replace trigger journal_names_its_login before insert on journal
  for each row execute function refuse_borrowed_name();
-- then
-- As before, for every role that works across users.
create or replace function queue_deliveries(users uuid[], products uuid[], ids uuid[], types text[], times timestamptz[],
  only_endpoint uuid default null) returns void
  language sql security definer set search_path = eclusa, pg_temp
begin atomic
  insert into webhook_deliveries (user_id, id, endpoint_id, event_id, event_type, event_user_id, product_id, created_at)
  with told as (
    select * from unnest(users, products, ids, types, times) told (user_id, product_id, id, type, created_at)
    where pg_has_role(session_user, 'eclusa_worker', 'member') or pg_has_role(session_user, 'eclusa_desk', 'member')
      or pg_has_role(session_user, 'eclusa_bootstrap', 'member') or pg_has_role(session_user, 'eclusa_operator', 'member')
      or told.user_id = nullif(current_setting('eclusa.user_id', true), '')::uuid
  ), heard as (
    select endpoint.user_id, endpoint.id, endpoint.product_id, endpoint.event_types, told.id as event_id, told.type,
      told.user_id as event_user_id, told.created_at
    from told join webhook_endpoints endpoint on endpoint.user_id = told.user_id
    where (endpoint.scope = 'USER' or endpoint.id = only_endpoint) and endpoint.enabled and endpoint.deleted_at is null
      and (endpoint.product_id is null or endpoint.product_id = told.product_id)
    union all
    select endpoint.user_id, endpoint.id, endpoint.product_id, endpoint.event_types, told.id, told.type, told.user_id,
      told.created_at
    from told join webhook_endpoints endpoint on endpoint.product_id = told.product_id
    where endpoint.scope = 'PRODUCT' and endpoint.enabled and endpoint.deleted_at is null
      and serves_target(endpoint.user_id, endpoint.product_id, told.user_id)
  )
  select heard.user_id, webhook_delivery_id(event_id, heard.id), heard.id, event_id, type, event_user_id, product_id, created_at
  from heard
  where case when only_endpoint is null then event_types is null or type = any (event_types) else id = only_endpoint end;
end;
-- then
-- A verdict is in the history of what it is about, whoever gives it: in this transaction, beside the event.
create or replace function is_noted() returns trigger
  language plpgsql security definer set search_path = eclusa, pg_temp set plan_cache_mode = force_generic_plan
as $$
declare
  this_transaction xid := pg_current_xact_id()::xid;
  noted boolean;
begin
  if tg_argv[0] = 'client_activity' then
    -- Who adds to a history holds its end until it commits: an entry of this transaction is the newest there is.
    select xmin = this_transaction into noted from client_activity
    where user_id = new.user_id and client_id = coalesce(to_jsonb(new)->>'client_id', new.id::text)::uuid
    order by sequence desc limit 1;
  else
    select true into noted from onboarding_activity
    where user_id = new.user_id and onboarding_id = (to_jsonb(new)->>'onboarding_id')::uuid and xmin = this_transaction limit 1;
  end if;
  if noted then return null; end if;
  raise exception 'a verdict on % % is refused: its history says nothing of it', tg_table_name, new.id
    using errcode = 'integrity_constraint_violation', table = tg_table_name, constraint = tg_name;
end $$;
revoke execute on function is_noted() from public;
drop policy if exists looked_up_by_owner on client_activity;
create policy looked_up_by_owner on client_activity for select to current_user using (true);
-- then
drop policy if exists looked_up_by_owner on onboarding_activity;
create policy looked_up_by_owner on onboarding_activity for select to current_user using (true);
-- then
drop trigger if exists verdict_is_noted on crossborder_clients;
create constraint trigger verdict_is_noted after update on crossborder_clients deferrable initially deferred
  for each row when (old.status is distinct from new.status) execute function is_noted('client_activity');
-- then
drop trigger if exists verdict_is_noted on crossborder_accounts;
create constraint trigger verdict_is_noted after update on crossborder_accounts deferrable initially deferred
  for each row when (old.status is distinct from new.status) execute function is_noted('client_activity');
-- then
drop trigger if exists verdict_is_noted on onboarding_steps;
create constraint trigger verdict_is_noted after update on onboarding_steps deferrable initially deferred
  for each row when (old.status is distinct from new.status and new.status in ('APPROVED', 'REJECTED', 'ERROR'))
  execute function is_noted('onboarding_activity');
drop trigger if exists step_begins_unjudged on onboarding_steps;
create constraint trigger step_begins_unjudged after insert on onboarding_steps deferrable initially deferred
  for each row when (new.status in ('APPROVED', 'REJECTED', 'ERROR')) execute function is_noted('onboarding_activity');
-- then
drop trigger if exists verdict_is_noted on livenesses;
create constraint trigger verdict_is_noted after update on livenesses deferrable initially deferred
  for each row when (old.status is distinct from new.status and new.status in ('APPROVED', 'REJECTED'))
  execute function is_noted('onboarding_activity');
-- then
-- What each task needs, and no more. The worker and the desk look across users; that stays as it was.
revoke insert, update, delete on users, products, product_users, wallets, api_keys, webhook_networks, fraud_markers,
  crossborder_clients, crossborder_accounts, crossborder_account_coordinates, client_activity, webhook_endpoints,
  webhook_deliveries, transactions, infraction_notifications, unclaimed_infraction_reports, unclaimed_refunds, dict_cursors,
  dict_event_readers, user_accounts, onboardings, onboarding_steps, onboarding_activity, livenesses, liveness_videos, events
  from eclusa_worker, eclusa_desk, eclusa_bootstrap;
revoke execute on function empty_next_replay_slot(), keep_month_partitions(text), make_month_partitions(text, date[]),
  drop_old_events(integer) from eclusa_desk, eclusa_bootstrap;
revoke execute on function admit_person(uuid), admit_target_user(uuid) from eclusa_worker;

-- The worker takes in what a ledger sends, follows DICT's lists, delivers webhooks, and says when to look again. Whatever it
-- does to the records of one user it does by the login of the API, in that user's scope. Who holds a wallet writes nothing to
-- it, and PostgreSQL asks for the right to all the same.
grant insert on events to eclusa_worker;
grant insert, update on transactions to eclusa_worker;
grant update (updated_at) on wallets to eclusa_worker;
grant update (hold_check_at) on infraction_notifications to eclusa_worker;
grant update (consecutive_failures, failing_since, paused_until) on webhook_endpoints to eclusa_worker;
grant update (status, due_at, lease, attempt_count, attempts, delivered_at, updated_at) on webhook_deliveries to eclusa_worker;
grant insert, update, delete on unclaimed_infraction_reports, unclaimed_refunds to eclusa_worker;
grant insert, update on dict_cursors, dict_event_readers to eclusa_worker;

-- People decide: they change what a decision changes, and nothing of what it is about. And they keep those who may call.
grant insert on events, client_activity, onboarding_activity to eclusa_desk;
grant update (status, version, updated_at) on crossborder_clients, crossborder_accounts to eclusa_desk;
grant update (status, question, analysis_result, analysis_details, analysis_fraud_type, decided_at, decided_by,
  decision_reason, remind_at, version, updated_at) on infraction_notifications to eclusa_desk;
-- Only an account that is being admitted is held, and admit_person says what becomes of it.
grant update (updated_at) on user_accounts to eclusa_desk;
grant update (status, failed_code, failed_message, rejected_legal_representative_id, liveness_method, submitted_at,
  finished_at, expires_at, target_user_id, default_wallet_id, version, updated_at) on onboardings to eclusa_desk;
grant update (status, attempts, failures, pending_since, reason, next_action_at, finished_at, version, updated_at)
  on onboarding_steps to eclusa_desk;
grant update (status, method, generation, revoked_at, attempts, submitted_at, version, updated_at) on livenesses to eclusa_desk;
grant update (state, version, updated_at) on liveness_videos to eclusa_desk;
grant update (deleted_at, secret, previous_secret, previous_secret_expires_at, version, updated_at) on webhook_endpoints
  to eclusa_desk;
grant insert on users, products, product_users, wallets, api_keys, webhook_networks, fraud_markers to eclusa_desk;
grant update (name, status, updated_at) on users, products, wallets to eclusa_desk;
grant update (grant_id) on product_users to eclusa_desk;
grant update (revoked_at) on api_keys to eclusa_desk;
grant update (last_port) on webhook_networks to eclusa_desk;
grant update (request_id, marker_id, status, cancelled_by, cancelled_reason, cancelled_at) on fraud_markers to eclusa_desk;
grant delete on product_users, webhook_networks to eclusa_desk;

-- Whoever sets an installation up makes the first user with a product, a wallet and a key, and says where its webhooks may go.
-- That login decides nothing and looks at nobody.
revoke select on users, products, product_users, wallets, api_keys, webhook_networks, fraud_markers, crossborder_clients,
  crossborder_accounts, crossborder_account_coordinates, client_activity, webhook_endpoints, webhook_deliveries, transactions,
  infraction_notifications, unclaimed_infraction_reports, unclaimed_refunds, dict_cursors, dict_event_readers, user_accounts,
  onboardings, onboarding_steps, onboarding_activity, livenesses, liveness_videos, events from eclusa_bootstrap;
grant select, insert on users, products, product_users, wallets, api_keys, webhook_networks to eclusa_bootstrap;
-- Who holds a user writes nothing to it.
grant update (updated_at) on users to eclusa_bootstrap;
grant update (last_port) on webhook_networks to eclusa_bootstrap;

-- The role that had all of this at once. Processes of the version before still work under it, so it loses its rights when
-- they have left: asked by every run of the migrations and by the worker.
create or replace function retire_operator() returns boolean
  language plpgsql security definer set search_path = eclusa, pg_temp
as $$
begin
  if now() < (select max(held_from) from covered_tables) then return false; end if;
  revoke all on all tables in schema eclusa from eclusa_operator;
  revoke all on all functions in schema eclusa from eclusa_operator;
  revoke all on schema eclusa from eclusa_operator;
  if to_regnamespace('pgboss') is not null then
    revoke all on all tables in schema pgboss from eclusa_operator;
    revoke all on all functions in schema pgboss from eclusa_operator;
    revoke all on schema pgboss from eclusa_operator;
  end if;
  return true;
end $$;
revoke execute on function retire_operator() from public;
grant execute on function retire_operator() to eclusa_worker;
-- then
select retire_operator();
