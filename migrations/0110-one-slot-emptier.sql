-- Gives way to requests wherever it runs: what a function is declared to set stays on the server that runs it, and SET LOCAL is told to every
-- node of a cluster. So one function does for both.
create or replace function empty_next_replay_slot() returns boolean
  language plpgsql security definer set search_path = eclusa, pg_temp
as $$
declare
  slot_table text := format('replay_claims_%s', (replay_slot(now()) + 1) % 4);
  holds_claims boolean;
begin
  set local lock_timeout = '50ms';
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
