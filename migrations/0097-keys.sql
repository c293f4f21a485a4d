-- in steps
-- Secrets are turned while everything runs: new ones write, older ones are read, and what is kept is sealed anew until nothing
-- is left under the old one. What is sealed says under which key, by a name that tells nothing of it.

-- The name, or '' where there is none: sealed while there was one key alone. As src/base/sealed.ts has it.
create or replace function sealed_under(sealed bytea) returns text
  language sql immutable parallel safe strict
  return case when substring(sealed from 1 for 4) = '\x45434c01' then encode(substring(sealed from 5 for 4), 'hex') else '' end;
-- Whoever writes such a row writes the index.
grant execute on function sealed_under(bytea) to eclusa_api, eclusa_worker, eclusa_desk, eclusa_bootstrap, eclusa_operator;
-- then
-- Few names, many rows: such an index is small, grows at one end, and tells at once that nothing is left under a key.
-- What asks for nothing sealed is not led to it: its rows have an owner.
create index concurrently webhook_endpoints_by_key on webhook_endpoints (sealed_under(secret))
  where deleted_at is null and sealed_under(secret) is not null;
-- then
create index concurrently webhook_endpoints_by_previous_key on webhook_endpoints (sealed_under(previous_secret))
  where deleted_at is null and previous_secret is not null;
-- then
create index concurrently crossborder_earlier_values_by_key on crossborder_earlier_values (sealed_under(sealed));
-- then
-- The worker seals anew, and changes nothing else of either.
drop policy if exists crossborder_earlier_values_sealed_anew on crossborder_earlier_values;
create policy crossborder_earlier_values_sealed_anew on crossborder_earlier_values for update to eclusa_worker
  using (true) with check (true);
grant select, update (sealed) on crossborder_earlier_values to eclusa_worker;
-- then
grant update (secret, previous_secret) on webhook_endpoints to eclusa_worker;
-- then
-- Since when each key of a ring has been the newest one, by the setting it is of. Whoever removes an older one goes by it.
create table if not exists ring_keys (
  setting text not null,
  name text not null,
  newest_at timestamptz(3) not null,
  primary key (setting, name)
);
grant select, insert, update (newest_at) on ring_keys to eclusa_worker, eclusa_desk;

-- What the journal holds is chained, and stays as it was sealed. So its key outlives the secret it was made from: it is kept
-- here, sealed under the newest.
create table if not exists kept_keys (
  purpose text not null,
  name text not null,
  sealed bytea not null,
  primary key (purpose, name)
);
grant select, insert, update (sealed), delete on kept_keys to eclusa_desk;
-- then
-- Under which pepper a key was last seen to be hashed. Null for one that nobody has used since there are names.
alter table api_keys add column if not exists pepper text;
-- then
create index concurrently api_keys_by_pepper on api_keys (pepper) where revoked_at is null;
-- then
-- The hash of a key under a newer pepper can be made only when somebody shows the key. It waits here for the worker, since a
-- hash is replaced with an entry in the journal, and requests do not wait for the end of that chain.
create table if not exists api_key_rehashes (
  id text primary key references api_keys,
  hash bytea not null check (octet_length(hash) = 32),
  pepper text not null
);
grant select, delete on api_key_rehashes to eclusa_worker;
grant update (hash, pepper) on api_keys to eclusa_worker;

-- As use_api_key(text, bytea), which processes of the version before still call. `hashes` are of the same key under each
-- pepper, the newest first.
create or replace function use_api_key(key_id text, hashes bytea[], peppers text[]) returns uuid
  language plpgsql security definer set search_path = eclusa, pg_temp
as $$
declare
  held record;
  place integer;
begin
  select user_id, hash into held from api_keys where id = key_id and hash = any (hashes) and revoked_at is null;
  if not found then return null; end if;
  place := array_position(hashes, held.hash);
  if place > 1 and not exists (select from api_key_rehashes where id = key_id and pepper = peppers[1]) then
    insert into api_key_rehashes (id, hash, pepper) values (key_id, hashes[1], peppers[1])
    on conflict (id) do update set hash = excluded.hash, pepper = excluded.pepper;
  end if;
  update api_keys set last_used_at = now(), pepper = peppers[place]
  where id = key_id and hash = held.hash and (last_used_at is null or last_used_at < now() - interval '1 minute'
    or pepper is distinct from peppers[place]);
  return held.user_id;
end $$;
revoke execute on function use_api_key(text, bytea[], text[]) from public;
grant execute on function use_api_key(text, bytea[], text[]) to eclusa_api;
-- then
-- As before; and of an endpoint, what its event would hold of this version. An entry tells of one that was sealed anew.
create or replace function kept_digest(table_name text, key text) returns bytea
  language plpgsql stable security definer
  set search_path = eclusa, pg_temp set timezone = 'UTC' set bytea_output = 'hex'
as $$
declare
  kept kept_tables;
  digest bytea;
  condition text;
begin
  if table_name = 'webhook_endpoints' then
    select digest_of(endpoint) into digest from webhook_endpoints endpoint
    where user_id = split_part(key, '|', 1)::uuid and id = split_part(key, '|', 2)::uuid
      and version = split_part(key, '|', 3)::bigint;
    return digest;
  end if;
  select * into strict kept from kept_tables where name = table_name;
  select string_agg(format('%I = %L', key_column, split_part(key, '|', place::integer)), ' and ')
  into condition from unnest(kept.key_columns) with ordinality columns (key_column, place);
  execute format('select sha256(convert_to(jsonb_build_array(%s)::text, ''UTF8'')) from %I where %s',
    (select string_agg(quote_ident(name), ', ') from unnest(kept.columns) name), table_name, condition)
  into digest;
  return digest;
end $$;

-- As before; and columns that are `sealed` may say the same under another key: their row keeps its version, nobody is told, and
-- the newest entry of the journal about that version holds what the row is now. Everything else of it is as it was.
drop function if exists cover_table(text, text[], boolean);
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
  said_the_same text := case when cardinality(sealed) = 0 then 'false' else (
    select string_agg(format('old.%1$I is not distinct from new.%1$I', name), ' and ')
    from unnest(told || array['version', 'updated_at']) as name where name <> all (sealed)) end;
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
      if tg_op = 'UPDATE' and %5$s and (select digest from journal_records
          where table_name = '%1$s' and key = concat_ws('|', new.user_id, new.id, new.version) order by sequence desc limit 1)
        = sha256(convert_to(%3$s, 'UTF8'))
      then return null; end if;
      select covered.version, digest_of(covered) as digest into stands from %1$I covered where %4$s;
      if found and (tg_op = 'INSERT' or stands.version > old.version) and exists (select from events
        where user_id = new.user_id and object_id = new.id and sequence = stands.version and digest = stands.digest)
      then return null; end if;
      raise exception '%% of %1$s %% is refused: no event tells of it', lower(tg_op), new.id
        using errcode = 'integrity_constraint_violation', table = '%1$s', constraint = tg_name;
    end $body$
    $function$, covered, from_when, covered_text(covered::regclass, told, 'new'), same_row, said_the_same);

  execute format('create constraint trigger insert_is_told after insert on %1$I deferrable initially deferred
    for each row execute function trace_%1$s()', covered);
  execute format('create constraint trigger update_is_told after update on %1$I deferrable initially deferred
    for each row when ((%2$s) is distinct from (%3$s)) execute function trace_%1$s()', covered, old_columns, new_columns);
  execute format('create trigger row_stays before delete on %I for each row execute function refuse_removal()', covered);
  execute format('create trigger rows_stay before truncate on %I execute function refuse_removal()', covered);
end $$;
revoke execute on function cover_table(text, text[], boolean, text[]) from public;
-- then
select cover_table('webhook_endpoints', array[
  'product_id', 'grant_id', 'scope', 'url', 'description', 'event_types', 'enabled', 'disabled_reason', 'disabled_at',
  'secret', 'previous_secret', 'previous_secret_expires_at', 'deleted_at', 'created_at'], true,
  array['secret', 'previous_secret']);
