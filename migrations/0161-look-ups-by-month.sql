-- The functions that guard covered tables look into the month they need, and not into every month that is kept: what a change
-- costs does not grow with the years.

-- As before, but for two look-ups. The row of a transaction is read by its whole key, whose time is looked up first. The event of a
-- change is looked for within a day of now, when the same transaction wrote it. Should the clocks of the gateway and of the database
-- be further apart than that, it is found by the look-up below, which goes through all months.
create or replace function trace_table(covered text, sealed text[] default '{}') returns void
  language plpgsql set search_path = eclusa, pg_temp
as $$
declare
  held covered_tables;
  of_wallet text;
  find_time text := '';
  of_time text := '';
  said_the_same text;
  same_row text := (select string_agg(format('covered.%1$I = new.%1$I', attname), ' and ') from pg_index
    join pg_attribute on attrelid = indrelid and attnum = any (indkey) where indrelid = covered::regclass and indisprimary);
begin
  select * into strict held from covered_tables where name = covered;
  of_wallet := case when exists (select from pg_attribute where attrelid = covered::regclass and attname = 'wallet_id')
    then 'and written.wallet_id = of_wallet' else '' end;
  if covered = 'transactions' then
    find_time := 'select created_at into made_at from transaction_keys kept
        where kept.user_id = owner and kept.wallet_id = of_wallet and kept.id = object;';
    of_time := 'and written.created_at = made_at';
  end if;
  said_the_same := (select string_agg(format('old.%1$I is not distinct from new.%1$I', name), ' and ')
    from unnest(held.columns || array['version', 'updated_at']) as name where name <> all (sealed));

  execute format($function$
    create or replace function digest_in_%1$s(owner uuid, object uuid, of_version bigint, of_wallet uuid default null) returns bytea
      language plpgsql stable set search_path = eclusa, pg_temp
    as $body$
    declare
      digest bytea;
      made_at timestamptz;
    begin
      %4$s
      select sha256(convert_to(%2$s, 'UTF8')) into digest from %1$I written
      where written.user_id = owner and written.id = object and written.version = of_version %3$s %5$s;
      return digest;
    end $body$
    $function$, covered, covered_text(covered::regclass, held.columns, 'written'), of_wallet, find_time,
    of_time);
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
        perform from events
        where user_id = new.user_id and object_id = new.id and sequence between new.version and new.version and digest = written
          and created_at between now() - interval '1 day' and now() + interval '1 day'
        order by sequence;
        if found then return null; end if;
      end if;
      %5$s
      -- A transaction may write a row more than once: it is then told as it stands at the end.
      select covered.version, sha256(convert_to(%6$s, 'UTF8')) as digest into stands from %1$I covered where %4$s;
      if found and (tg_op = 'INSERT' or stands.version > old.version) then
        perform from events
        where user_id = new.user_id and object_id = new.id and sequence between stands.version and stands.version and digest = stands.digest
        order by sequence;
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

select trace_table(name, case when name = 'webhook_endpoints' then array['secret', 'previous_secret'] else '{}' end)
from covered_tables;
