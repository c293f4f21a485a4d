-- in steps
-- What stands between this schema and one that is spread over the nodes of a cluster by user. Nothing changes for a single server
-- but where a statement is said: what was put together in one is said by functions that ask one table at a time, by its user.

-- Says for whom the transaction runs. It is dissolved into the statement that calls it; a cluster has its own, which tells the
-- other nodes too.
create or replace function open_scope(of_user text, of_product text, of_wallet text, of_owned_product text) returns text
  language sql volatile
  return set_config('eclusa.user_id', of_user, true) || set_config('eclusa.product_id', of_product, true)
    || set_config('eclusa.wallet_id', of_wallet, true) || set_config('eclusa.owned_product_id', of_owned_product, true);
revoke execute on function open_scope(text, text, text, text) from public;
grant execute on function open_scope(text, text, text, text) to eclusa_api, eclusa_worker, eclusa_desk;

-- Keeps an event, and answers the product it belongs to.
create or replace function keep_event(owner uuid, of_product uuid, event uuid, of_type text, object uuid, of_sequence bigint,
  told jsonb, request text, at timestamptz, of_digest bytea) returns uuid
  language plpgsql set search_path = eclusa, pg_temp
as $$
begin
  insert into events (user_id, product_id, id, type, object_id, sequence, data, request_id, created_at, digest)
  values (owner, of_product, event, of_type, object, of_sequence, told, request, at, of_digest)
  returning product_id into of_product;
  return of_product;
end $$;
revoke execute on function keep_event(uuid, uuid, uuid, text, uuid, bigint, jsonb, text, timestamptz, bytea) from public;
grant execute on function keep_event(uuid, uuid, uuid, text, uuid, bigint, jsonb, text, timestamptz, bytea)
  to eclusa_api, eclusa_worker, eclusa_desk;

-- Notes it in the history of a client, beside the event.
create or replace function note_activity(owner uuid, of_product uuid, client uuid, entry uuid, event uuid, of_source text, of_type text,
  of_status text, reference uuid, told jsonb, authenticated uuid, request text, at timestamptz) returns void
  language plpgsql set search_path = eclusa, pg_temp
as $$
begin
  insert into client_activity (user_id, product_id, client_id, id, event_id, source, event_type, status, reference_id, metadata,
    authenticated_user_id, request_id, event_created_at)
  values (owner, of_product, client, entry, event, of_source, of_type, of_status, reference, told, authenticated, request, at);
end $$;
revoke execute on function note_activity(uuid, uuid, uuid, uuid, uuid, text, text, text, uuid, jsonb, uuid, text, timestamptz)
  from public;
grant execute on function note_activity(uuid, uuid, uuid, uuid, uuid, text, text, text, uuid, jsonb, uuid, text, timestamptz)
  to eclusa_api, eclusa_worker, eclusa_desk;
-- then
-- As before, and the journal is looked into only for those who have to leave an entry there: as one statement it was opened and
-- locked at every change of every record. The other nodes of a cluster hold records and no journal: there it is not asked for.
create or replace function leaves_entry() returns boolean
  language plpgsql stable security definer set search_path = eclusa, pg_temp
as $$
begin
  if session_user = current_user or to_regclass('eclusa.journal') is null
    or not (pg_has_role(session_user, 'eclusa_desk', 'member') or pg_has_role(session_user, 'eclusa_bootstrap', 'member'))
  then return true; end if;
  return coalesce((select xmin = pg_current_xact_id()::xid from journal order by sequence desc limit 1), false);
end $$;
grant execute on function leaves_entry() to eclusa_api, eclusa_worker, eclusa_desk, eclusa_bootstrap;

-- What is asked of a covered table, written anew without touching the table: the digest of a version of a row, for the event
-- that tells of it, and the guard that looks for that event. The guard asks as whoever writes, who sees what it wrote: on a cluster
-- somebody else would ask on another connection, and not see it. Of a row it takes the columns and never the row itself, which on a
-- node is that of another table.
create or replace function trace_table(covered text, sealed text[] default '{}') returns void
  language plpgsql set search_path = eclusa, pg_temp
as $$
declare
  held covered_tables;
  of_wallet text;
  said_the_same text;
  same_row text := (select string_agg(format('covered.%1$I = new.%1$I', attname), ' and ') from pg_index
    join pg_attribute on attrelid = indrelid and attnum = any (indkey) where indrelid = covered::regclass and indisprimary);
begin
  select * into strict held from covered_tables where name = covered;
  of_wallet := case when exists (select from pg_attribute where attrelid = covered::regclass and attname = 'wallet_id')
    then 'and written.wallet_id = of_wallet' else '' end;
  said_the_same := (select string_agg(format('old.%1$I is not distinct from new.%1$I', name), ' and ')
    from unnest(held.columns || array['version', 'updated_at']) as name where name <> all (sealed));

  execute format($function$
    create or replace function digest_in_%1$s(owner uuid, object uuid, of_version bigint, of_wallet uuid default null) returns bytea
      language plpgsql stable set search_path = eclusa, pg_temp
    as $body$
    declare
      digest bytea;
    begin
      select sha256(convert_to(%2$s, 'UTF8')) into digest from %1$I written
      where written.user_id = owner and written.id = object and written.version = of_version %3$s;
      return digest;
    end $body$
    $function$, covered, covered_text(covered::regclass, held.columns, 'written'), of_wallet);
  execute format('grant execute on function digest_in_%1$s(uuid, uuid, bigint, uuid) to eclusa_api, eclusa_worker, eclusa_desk',
    covered);

  execute format($function$
    create or replace function trace_%1$s() returns trigger
      language plpgsql set search_path = eclusa, pg_temp set plan_cache_mode = force_generic_plan
    as $body$
    declare
      written bytea := sha256(convert_to(%3$s, 'UTF8'));
      stands record;
    begin
      if now() < %2$L then return null; end if;
      if not leaves_entry() then
        raise exception '%% of %1$s %% is refused: the journal says nothing of it', lower(tg_op), new.id
          using errcode = 'integrity_constraint_violation', table = '%1$s', constraint = tg_name;
      end if;
      if tg_op = 'INSERT' or new.version > old.version then
        perform from events where user_id = new.user_id and object_id = new.id and sequence = new.version and digest = written;
        if found then return null; end if;
      end if;
      %5$s
      -- A transaction may write a row more than once: it is then told as it stands at the end.
      select covered.version, sha256(convert_to(%6$s, 'UTF8')) as digest into stands from %1$I covered where %4$s;
      if found and (tg_op = 'INSERT' or stands.version > old.version) then
        perform from events
        where user_id = new.user_id and object_id = new.id and sequence = stands.version and digest = stands.digest;
        if found then return null; end if;
      end if;
      raise exception '%% of %1$s %% is refused: no event tells of it', lower(tg_op), new.id
        using errcode = 'integrity_constraint_violation', table = '%1$s', constraint = tg_name;
    end $body$
    $function$, covered, held.held_from, covered_text(covered::regclass, held.columns, 'new'), same_row,
    case when cardinality(sealed) = 0 then '' else format($reseal$
      if tg_op = 'UPDATE' and %s then
        select digest into stands from journal_records
        where table_name = '%s' and key = concat_ws('|', new.user_id, new.id, new.version) order by sequence desc limit 1;
        if found and stands.digest = written then return null; end if;
      end if;$reseal$, said_the_same, covered) end,
    covered_text(covered::regclass, held.columns, 'covered'));
end $$;
revoke execute on function trace_table(text, text[]) from public;

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
  execute format('drop function if exists digest_in_%s(uuid, uuid, bigint, uuid)', covered);
  if to_regprocedure(format('eclusa.digest_of(eclusa.%I)', covered)) is not null then
    execute format('drop function digest_of(%I)', covered);
  end if;
  delete from covered_tables where name = covered;
end $$;

-- As before, by the above.
create or replace function cover_table(covered text, columns text[], versions_are_told boolean default true,
  sealed text[] default '{}') returns void
  language plpgsql set search_path = eclusa, pg_temp
as $$
declare
  told text[] := array['user_id', 'id'] || columns;
  unknown text[] := array(select unnest(told || sealed) except
    select attname from pg_attribute where attrelid = covered::regclass and not attisdropped);
  from_when timestamptz := coalesce((select held_from from covered_tables where name = covered),
    case when exists (select from users) then now() + interval '1 day' else '-infinity' end);
  watched text[] := told || case when versions_are_told then array['version'] else array[]::text[] end;
  old_columns text := (select string_agg(format('old.%I', name), ', ') from unnest(watched) as name);
  new_columns text := (select string_agg(format('new.%I', name), ', ') from unnest(watched) as name);
begin
  if cardinality(unknown) > 0 then raise exception '% has no columns %', covered, unknown; end if;
  perform uncover_table(covered);
  insert into covered_tables (name, columns, held_from) values (covered, told, from_when);
  execute format('drop policy if exists looked_up_by_owner on %I', covered);
  execute format('create policy looked_up_by_owner on %I for select to current_user using (true)', covered);
  execute format($function$
    create function digest_of(covered %1$I) returns bytea language sql stable parallel safe
    return sha256(convert_to(%2$s, 'UTF8'))$function$, covered, covered_text(covered::regclass, told, 'covered'));
  execute format('grant execute on function digest_of(%I) to eclusa_api, eclusa_worker, eclusa_desk, eclusa_bootstrap', covered);
  perform trace_table(covered, sealed);
  execute format('create constraint trigger insert_is_told after insert on %1$I deferrable initially deferred
    for each row execute function trace_%1$s()', covered);
  execute format('create constraint trigger update_is_told after update on %1$I deferrable initially deferred
    for each row when ((%2$s) is distinct from (%3$s)) execute function trace_%1$s()', covered, old_columns, new_columns);
  execute format('create trigger row_stays before delete on %I for each row execute function refuse_removal()', covered);
  execute format('create trigger rows_stay before truncate on %I execute function refuse_removal()', covered);
end $$;

select trace_table(name, case when name = 'webhook_endpoints' then array['secret', 'previous_secret'] else '{}' end)
from covered_tables;
-- then
-- As before, of an entry whose row is one of another table on a node. The end of a history was counted on first, so that it was held,
-- and then given the hash: two versions of the row for each entry. It is held by being read, and written once.
create or replace function chain_client_activity() returns trigger
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

-- As before, in a language whose functions can be made on a node that has not all of these tables. They are asked there for
-- rows of processes of an older version alone, and of products that others own.
create or replace function only_product_of(served uuid) returns uuid
  language plpgsql stable security definer set search_path = eclusa, pg_temp
as $$
begin
  return (select min(product_id::text)::uuid from product_users where user_id = served and role = 'TARGET' having count(*) = 1);
end $$;

create or replace function serves_target(owner uuid, product uuid, target uuid) returns boolean
  language plpgsql stable security definer set search_path = eclusa, pg_temp
as $$
begin
  return exists (select from (select product_id, role from product_users where user_id = owner offset 0) owning
      where product_id = product and role = 'OWNER')
    and exists (select from (select product_id, role from product_users where user_id = target offset 0) served
      where product_id = product and role = 'TARGET')
    and coalesce((select status from users where id = owner) = 'ACTIVE' and (select status from users where id = target) = 'ACTIVE'
      and (select status from products where id = product) = 'ACTIVE', false);
end $$;

-- Whether whoever asks sees this client.
create or replace function sees_client(owner uuid, client uuid) returns boolean
  language plpgsql stable set search_path = eclusa, pg_temp
as $$
begin
  perform from crossborder_clients where user_id = owner and id = client;
  return found;
end $$;
revoke execute on function sees_client(uuid, uuid) from public;
grant execute on function sees_client(uuid, uuid) to eclusa_api;
-- then
-- As before, and without a subquery, which no policy of a distributed table may have. A run that was cut off further down has
-- folded it into the others already.
do $$
begin
  if exists (select from pg_policies where schemaname = 'eclusa' and tablename = 'crossborder_account_coordinates'
    and policyname = 'bound_to_product')
  then
    alter policy bound_to_product on crossborder_account_coordinates
      using (scope_product_id() is null or sees_client(user_id, client_id));
  end if;
end $$;
-- then
-- As before, in the same language as the others.
create or replace function note_passage(of_kind text, change text, waited_since timestamptz, due timestamptz) returns void
  language plpgsql volatile set search_path = eclusa, pg_temp
as $$
begin
  insert into case_passages (kind, what, at, since, due_at)
  values (of_kind, case when change = 'appeared' then 'came'
    when pg_has_role(session_user, 'eclusa_desk', 'member') then 'decided' else 'left' end, clock_timestamp(), waited_since, due);
end $$;

-- As before, where there is a queue to note it beside. The other nodes of a cluster have none.
create or replace function note_case() returns trigger
  language plpgsql security definer set search_path = eclusa, pg_temp
as $$
begin
  if to_regclass('eclusa.case_changes') is null then return null; end if;
  if tg_nargs = 3 then
    if tg_op = 'DELETE' then
      insert into case_changes (kind, case_id, change) values (tg_argv[0], old.id, tg_argv[1]);
    else
      insert into case_changes (kind, case_id, change) values (tg_argv[0], new.id, tg_argv[1]);
    end if;
  else
    insert into case_changes (kind, case_id, user_id, change) values (tg_argv[0], new.id, new.user_id, tg_argv[1]);
  end if;
  if tg_argv[1] = 'appeared' then
    perform note_passage(tg_argv[0], 'appeared', null, null);
  elsif tg_argv[1] = 'left' then
    if tg_nargs = 3 then
      perform note_passage(tg_argv[0], 'left', old.first_seen_at, old.due_date);
    elsif tg_argv[0] in ('infraction', 'refund') then
      perform note_passage(tg_argv[0], 'left', old.created_at, old.due_date);
    elsif tg_argv[0] = 'recovery' then
      perform note_passage(tg_argv[0], 'left', old.created_at, null);
    else
      perform note_passage(tg_argv[0], 'left', old.updated_at, null);
    end if;
  end if;
  return null;
end $$;

-- As before, and a column is asked for, though nobody reads it: of a table on several nodes none at all cannot be.
create or replace function replay_slot_is_over(slot_table text) returns boolean
  language plpgsql set search_path = eclusa, pg_temp set enable_seqscan = off
as $$
declare
  holds_living boolean;
begin
  execute format('select exists (select 1 from %I where first_seen_at > now() - interval ''4 hours'')', slot_table)
    into holds_living;
  return not holds_living;
end $$;

create or replace function empty_next_replay_slot() returns boolean
  language plpgsql security definer set search_path = eclusa, pg_temp set lock_timeout = '50ms'
as $$
declare
  slot_table text := format('replay_claims_%s', (replay_slot(now()) + 1) % 4);
  holds_claims boolean;
begin
  execute format('select exists (select 1 from %I)', slot_table) into holds_claims;
  if not holds_claims then
    return false;
  end if;
  if replay_slot_is_over(slot_table) then
    -- Asked again once nobody can write: the even hour may have come in between, and this slot with it.
    execute format('lock table %I in access exclusive mode', slot_table);
    if replay_slot_is_over(slot_table) then
      execute format('truncate %I', slot_table);
      return true;
    end if;
  end if;
  raise warning '% holds claims of the last four hours and is not emptied: was the clock set back?', slot_table;
  return false;
end $$;

-- As before; what was there is added up before it is written.
create or replace function count_storage() returns trigger
  language plpgsql set search_path = eclusa, pg_temp
as $$
declare
  before bigint := case when tg_op = 'UPDATE' and takes_room(old.state) then old.size else 0 end;
  after bigint := case when takes_room(new.state) then new.size else 0 end;
  there bigint;
begin
  if before = after then
    return null;
  end if;
  update storage_use set bytes = bytes - before + after where user_id = new.user_id;
  if not found then
    select coalesce(sum(size), 0) into there from files where user_id = new.user_id and takes_room(state);
    insert into storage_use as used (user_id, bytes) values (new.user_id, there)
    on conflict (user_id) do update set bytes = used.bytes - before + after;
  end if;
  return null;
end $$;
-- then
-- The second wall stands within the first, and not beside it: (a and c) or (b and c) is (a or b) and c. Citus makes a restrictive
-- policy one that permits, on every node, and would so let everybody in.
create or replace function bind_policies(bound text) returns void
  language plpgsql set search_path = eclusa, pg_temp
as $$
declare
  wall text := (select qual from pg_policies
    where schemaname = 'eclusa' and tablename = bound and policyname = 'bound_to_product' and permissive = 'RESTRICTIVE');
  door record;
begin
  if wall is null then return; end if;
  for door in
    select policyname, qual, with_check from pg_policies
    where schemaname = 'eclusa' and tablename = bound and permissive = 'PERMISSIVE' and 'eclusa_api' = any (roles)
  loop
    execute format('alter policy %I on %I', door.policyname, bound)
      || case when door.qual is null then '' else format(' using (%s and %s)', door.qual, wall) end
      || case when door.with_check is null then '' else format(' with check (%s and %s)', door.with_check, wall) end;
  end loop;
  execute format('drop policy bound_to_product on %I', bound);
end $$;
revoke execute on function bind_policies(text) from public;
-- then
select bind_policies('events');
-- then
select bind_policies('crossborder_clients');
-- then
select bind_policies('crossborder_accounts');
-- then
select bind_policies('crossborder_account_coordinates');
-- then
select bind_policies('client_activity');
-- then
select bind_policies('files');
-- then
select bind_policies('billet_decodes');
-- then
drop function if exists bind_policies(text);
