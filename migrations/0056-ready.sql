-- What readiness asks, and a ring of claims that survives a clock set back.

-- The first month in which a row of this table finds no partition: until its beginning, writes are possible. Tables of
-- which only one month ahead is kept are not told of: whoever writes to them asks for the months it needs.
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

revoke execute on function partitions_last_until() from public;
grant execute on function partitions_last_until() to eclusa_api, eclusa_operator;

-- As before, but by attaching: every worker that starts makes what is missing, beside requests and beside other workers.
create or replace function keep_month_partitions(only_table text default null) returns setof text
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

-- How the youngest claim of a slot is found without reading the slot. It costs a claim next to nothing: rows of one time
-- lie beside each other, and what is kept is the range of times of every so many pages.
create index replay_claims_by_age on replay_claims using brin (first_seen_at) with (autosummarize = on);

-- The longest window a claim can have. Nothing younger is in the slot that comes next unless the clock was set back.
create function replay_slot_is_over(slot_table text) returns boolean
  language plpgsql set search_path = eclusa, pg_temp set enable_seqscan = off
as $$
declare
  holds_living boolean;
begin
  execute format('select exists (select from %I where first_seen_at > now() - interval ''4 hours'')', slot_table)
    into holds_living;
  return not holds_living;
end $$;

-- As before, but a slot is emptied for what it holds and not for what the clock says. After a clock was set back over an
-- even hour, the slot "that comes next" is the one that claims were put into a moment ago; emptying it let a repeat through.
create or replace function empty_next_replay_slot() returns boolean
  language plpgsql security definer set search_path = eclusa, pg_temp set lock_timeout = '50ms'
as $$
declare
  slot_table text := format('replay_claims_%s', (replay_slot(now()) + 1) % 4);
  holds_claims boolean;
begin
  execute format('select exists (select from %I)', slot_table) into holds_claims;
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
