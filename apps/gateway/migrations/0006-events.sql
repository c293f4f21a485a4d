-- Events: one row per effect, written in the transaction of the effect; and the tables whose changes must have one.

create table month_partitioned_tables (
  name text primary key,
  months_ahead integer not null default 6
);
comment on table month_partitioned_tables is
  'One row per table that is partitioned by month, because it only grows and expired rows are dropped by the month.';
grant select on month_partitioned_tables to eclusa_worker, eclusa_backoffice, eclusa_bootstrap;

-- Creates the partitions of these months. CREATE ... PARTITION OF would block every reader of the parent; ATTACH does not.
create function make_month_partitions(parent text, months date[]) returns setof text
  language plpgsql security definer set search_path = eclusa, pg_temp set lock_timeout = '3s'
as $$
declare
  month date;
  partition_name text;
begin
  if not exists (select from month_partitioned_tables where name = parent) then
    raise exception '% is not partitioned by month', parent;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('make_month_partitions ' || parent, 0));
  for month in select distinct date_trunc('month', asked)::date from unnest(months) as asked order by 1 loop
    partition_name := parent || '_' || to_char(month, 'YYYY_MM');
    continue when to_regclass(format('eclusa.%I', partition_name)) is not null;
    execute format('create table %I (like %I including defaults including constraints)', partition_name, parent);
    execute format('alter table %I attach partition %I for values from (%L) to (%L)', parent, partition_name,
      month::timestamp at time zone 'UTC', (month + interval '1 month') at time zone 'UTC');
    return next partition_name;
  end loop;
end $$;

-- Creates the partitions of the last month, the current one and those ahead. Migrations and the worker call it.
create function make_coming_month_partitions(only_table text default null) returns setof text
  language plpgsql security definer set search_path = eclusa, pg_temp set lock_timeout = '3s'
as $$
declare
  parent record;
begin
  for parent in
    select * from month_partitioned_tables where only_table is null or name = only_table order by name
  loop
    return query select make_month_partitions(parent.name, array(
      select (date_trunc('month', now() at time zone 'UTC') + make_interval(months => ahead))::date
      from generate_series(-1, parent.months_ahead) as ahead));
  end loop;
end $$;
grant execute on function make_month_partitions(text, date[]), make_coming_month_partitions(text) to eclusa_worker;

-- The first month without a partition, for each table: writes work until it begins. Tables with only one month ahead are
-- excluded, because their writer requests the months it needs.
create function partitions_last_until() returns table (name text, until date)
  language plpgsql stable security definer set search_path = eclusa, pg_temp
as $$
begin
  for name in select parent.name from month_partitioned_tables parent where months_ahead > 1 order by 1 loop
    until := date_trunc('month', now() at time zone 'UTC');
    while to_regclass(format('eclusa.%I', name || '_' || to_char(until, 'YYYY_MM'))) is not null loop
      until := until + interval '1 month';
    end loop;
    return next;
  end loop;
end $$;
grant execute on function partitions_last_until() to eclusa_api, eclusa_worker, eclusa_backoffice, eclusa_bootstrap;

create table events (
  user_id uuid not null,
  product_id uuid,
  id uuid not null,
  type text not null,
  object_id uuid not null,
  -- Counts the events of one object, and is the version of the object.
  sequence bigint not null,
  -- Ids and states, never personal data.
  data jsonb not null,
  request_id text not null,
  created_at timestamptz(3) not null,
  -- Of the row as this event left it (row_digest). Null for events about an object without a row.
  digest bytea check (length(digest) = 32),
  primary key (user_id, created_at, id)
) partition by range (created_at);
comment on table events is 'One row per effect on a record of a user: what happened, and a digest of the row it left.';
insert into month_partitioned_tables (name) values ('events');
create index events_by_age on events using brin (created_at) with (autosummarize = on);
create index events_by_object on events (user_id, object_id, sequence);
create index events_by_type on events (user_id, type, created_at, id);
create index events_of_product on events (user_id, product_id, created_at, id) where product_id is not null;
-- For the list of a product's owner: events under the product, of any target user.
create index events_under_product on events (product_id, created_at, id) where product_id is not null;
create index events_under_product_by_object on events (product_id, object_id, created_at, id) where product_id is not null;
create index events_under_product_by_type on events (product_id, type, created_at, id) where product_id is not null;
select isolate_table('events');
create policy read_by_owner on events for select to current_user using (true);
-- An owner of a product reads the events of its target users. Its own events are in another policy: the first condition
-- excludes them here without a look-up of the users that the product serves.
create policy of_target_users on events for select to eclusa_api
  using (user_id <> scope_user_id() and product_id = scope_owned_product_id()
    and serves_target(scope_user_id(), product_id, user_id));
create trigger refuses_change before update or delete on events for each row execute function refuse_removal();
create trigger refuses_removal before truncate on events execute function refuse_removal();
grant select, insert on events to eclusa_api, eclusa_worker, eclusa_backoffice;
grant select on events to eclusa_auditor;

-- Writes an event and returns the product it belongs to.
create function insert_event(owner uuid, of_product uuid, event uuid, of_type text, object uuid, of_sequence bigint,
  members jsonb, request text, at timestamptz, of_digest bytea) returns uuid
  language plpgsql set search_path = eclusa, pg_temp
as $$
begin
  insert into events (user_id, product_id, id, type, object_id, sequence, data, request_id, created_at, digest)
  values (owner, of_product, event, of_type, object, of_sequence, members, request, at, of_digest)
  returning product_id into of_product;
  return of_product;
end $$;
grant execute on function insert_event(uuid, uuid, uuid, text, uuid, bigint, jsonb, text, timestamptz, bytea)
  to eclusa_api, eclusa_worker, eclusa_backoffice;

-- Drops the months of events and of their deliveries whose retention has ended. A setting does not shorten the history of a
-- client. Deliveries go first, so that none remains without its event.
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
grant execute on function drop_old_events(integer) to eclusa_worker;

create table event_sourced_tables (
  name text primary key,
  columns text[] not null
);
comment on table event_sourced_tables is 'One row per table whose changes must have an event, with the columns that the digest of an event covers.';
grant select on event_sourced_tables to eclusa_worker, eclusa_backoffice, eclusa_bootstrap, eclusa_auditor;

-- The covered columns of a row as an expression whose text is the same in every session: times as seconds, bytes in hex. By name
-- and without nulls, so that a column added later leaves the digests of the rows that do not have it as they are.
create function digest_expression(covered regclass, columns text[], of_row text) returns text
  language sql stable set search_path = eclusa, pg_temp
begin atomic
  select format('jsonb_strip_nulls(jsonb_build_object(%s))::text', string_agg(format('%L, ', attname) || case
    when atttypid = 'timestamptz'::regtype then format('extract(epoch from %s.%I)', of_row, attname)
    when atttypid = 'bytea'::regtype then format('encode(%s.%I, ''hex'')', of_row, attname)
    else format('%s.%I', of_row, attname) end, ', ' order by place))
  from unnest(columns) with ordinality as listed (name, place)
  join pg_attribute on attrelid = covered and attname = listed.name and attnum > 0 and not attisdropped;
end;

-- Declares that every change of a table must have an event, and again after a migration has added columns. `id` and
-- `user_id` are always covered. So is `version`, unless the event of another object may record a version (`covers_version`).
-- Columns in `sealed` may be encrypted under another key without an event: then the newest entry of the audit log about that
-- version has the row's digest. It creates, for a table T:
--
--   row_digest(T)    the digest of a row.
--   stored_digest_T     the digest of one version of a stored row, for the event about it.
--   require_event_T         the trigger that refuses at COMMIT a change without an event that has the row's digest.
create function require_events(covered text, columns text[], covers_version boolean default true, sealed text[] default '{}')
  returns void
  language plpgsql set search_path = eclusa, pg_temp
as $$
declare
  listed text[] := array['user_id', 'id'] || columns;
  unknown text[] := array(select unnest(listed || sealed) except
    select attname from pg_attribute where attrelid = covered::regclass and not attisdropped);
  watched text[] := listed || case when covers_version then array['version'] else array[]::text[] end;
  same_row text := (select string_agg(format('stored.%1$I = new.%1$I', attname), ' and ') from pg_index
    join pg_attribute on attrelid = indrelid and attnum = any (indkey) where indrelid = covered::regclass and indisprimary);
  has_wallet boolean := exists (select from pg_attribute where attrelid = covered::regclass and attname = 'wallet_id');
  has_keys boolean := covered = 'transactions';
  is_partitioned boolean := (select relkind = 'p' from pg_class where oid = covered::regclass);
begin
  if cardinality(unknown) > 0 then raise exception '% has no columns %', covered, unknown; end if;
  insert into event_sourced_tables (name, columns) values (covered, listed) on conflict (name) do update set columns = excluded.columns;

  execute format($function$
    create or replace function row_digest(covered %1$I) returns bytea language sql stable parallel safe
    return sha256(convert_to(%2$s, 'UTF8'))$function$, covered, digest_expression(covered::regclass, listed, 'covered'));
  execute format('grant execute on function row_digest(%I) to eclusa_api, eclusa_worker, eclusa_backoffice, eclusa_bootstrap', covered);

  -- A transaction is read by its whole key. Its time, and with it the month, is looked up first.
  execute format($function$
    create or replace function stored_digest_%1$s(owner uuid, object uuid, of_version bigint, of_wallet uuid default null) returns bytea
      language plpgsql stable set search_path = eclusa, pg_temp
    as $body$
    declare
      digest bytea;
      made_at timestamptz;
    begin
      %2$s
      select row_digest(stored) into digest from %1$I stored
      where stored.user_id = owner and stored.id = object and stored.version = of_version %3$s %4$s;
      return digest;
    end $body$
    $function$, covered,
    case when has_keys then 'select created_at into made_at from transaction_keys known
        where known.user_id = owner and known.wallet_id = of_wallet and known.id = object;' end,
    case when has_wallet then 'and stored.wallet_id = of_wallet' end,
    case when has_keys then 'and stored.created_at = made_at' end);
  execute format('grant execute on function stored_digest_%1$s(uuid, uuid, bigint, uuid) to eclusa_api, eclusa_worker, eclusa_backoffice', covered);

  -- It runs as the writer, who sees its own rows. The event is searched within a day of now, and in an order that only the
  -- index by object has, so that neither the number of months nor an empty month's statistics change its cost. With a larger
  -- clock skew between gateway and database, the second look-up finds it in all months.
  execute format($function$
    create or replace function require_event_%1$s() returns trigger
      language plpgsql set search_path = eclusa, pg_temp set plan_cache_mode = force_generic_plan
    as $body$
    declare
      written bytea;
      last record;
    begin
      if tg_op = 'UPDATE' and (%2$s) is not distinct from (%3$s) then return null; end if;
      if not has_audit_entry() then
        raise exception '%% of %1$s %% is refused: the audit log has no entry of it', lower(tg_op), new.id
          using errcode = 'integrity_constraint_violation', table = '%1$s', constraint = tg_name;
      end if;
      written := row_digest(new);
      if tg_op = 'INSERT' or new.version > old.version then
        perform from events
        where user_id = new.user_id and object_id = new.id and sequence between new.version and new.version and digest = written
          and created_at between now() - interval '1 day' and now() + interval '1 day'
        order by sequence;
        if found then return null; end if;
      end if;
      %4$s
      -- A transaction may write a row more than once: then the event is about its last state.
      select stored.version, row_digest(stored) as digest into last from %1$I stored where %5$s;
      if found and (tg_op = 'INSERT' or last.version > old.version) then
        perform from events
        where user_id = new.user_id and object_id = new.id and sequence between last.version and last.version and digest = last.digest
        order by sequence;
        if found then return null; end if;
      end if;
      raise exception '%% of %1$s %% is refused: it has no event', lower(tg_op), new.id
        using errcode = 'integrity_constraint_violation', table = '%1$s', constraint = tg_name;
    end $body$
    $function$, covered,
    (select string_agg(format('old.%I', name), ', ') from unnest(watched) as name),
    (select string_agg(format('new.%I', name), ', ') from unnest(watched) as name),
    case when cardinality(sealed) > 0 then format($reseal$
      if tg_op = 'UPDATE' and %s then
        select digest into last from audit_log_records
        where table_name = %L and key = concat_ws('|', new.user_id, new.id, new.version) order by sequence desc limit 1;
        if found and last.digest = written then return null; end if;
      end if;$reseal$, (select string_agg(format('old.%1$I is not distinct from new.%1$I', name), ' and ')
        from unnest(listed || array['version', 'updated_at']) as name where name <> all (sealed)), covered) end,
    same_row);

  if exists (select from pg_trigger where tgrelid = covered::regclass and tgname = 'requires_event') then return; end if;
  execute format('create policy read_by_owner on %I for select to current_user using (true)', covered);
  execute format('create constraint trigger requires_event after insert or update on %1$I deferrable initially deferred
    for each row execute function require_event_%1$s()', covered);
  -- A statement trigger does not protect the partitions of a table, and TRUNCATE has no row triggers.
  if is_partitioned then
    execute format('create trigger refuses_delete before delete on %I for each row execute function refuse_removal()', covered);
    execute format('create trigger refuses_removal before truncate on %I execute function refuse_removal()', covered);
  else
    execute format('create trigger refuses_removal before delete or truncate on %I execute function refuse_removal()', covered);
  end if;
end $$;

-- Every decision is in the history of its subject: an entry of this transaction. The owner of the history is computed before
-- the look-up, because behind row-level security a cast in the condition would keep the index from being used.
create function require_history_entry() returns trigger
  language plpgsql security definer set search_path = eclusa, pg_temp set plan_cache_mode = force_generic_plan
as $$
declare
  this_transaction xid := pg_current_xact_id()::xid;
  client uuid;
  onboarding uuid;
  noted boolean;
begin
  if tg_op = 'UPDATE' and old.status is not distinct from new.status then return null; end if;
  if tg_argv[0] = 'client_activity' then
    client := coalesce(to_jsonb(new)->>'client_id', new.id::text);
    -- A writer holds the end of a client's history until it commits: an entry of this transaction is the newest.
    select xmin = this_transaction into noted from client_activity
    where user_id = new.user_id and client_id = client order by sequence desc limit 1;
  else
    onboarding := to_jsonb(new)->>'onboarding_id';
    select true into noted from onboarding_activity
    where user_id = new.user_id and onboarding_id = onboarding and xmin = this_transaction limit 1;
  end if;
  if noted then return null; end if;
  raise exception 'a verdict on % % is refused: its history has no entry of it', tg_table_name, new.id
    using errcode = 'integrity_constraint_violation', table = tg_table_name, constraint = tg_name;
end $$;
