-- Whose history is looked into is worked out before it is looked for. As a part of the condition it hid from the planner that
-- the entries of one client stand in the order of their index: behind row-level security only what cannot leak is believed, and
-- a cast may. All entries of the client were read and sorted at each verdict, instead of the last.
create or replace function is_noted() returns trigger
  language plpgsql security definer set search_path = eclusa, pg_temp set plan_cache_mode = force_generic_plan
as $$
declare
  this_transaction xid := pg_current_xact_id()::xid;
  client uuid;
  onboarding uuid;
  noted boolean;
begin
  if tg_argv[0] = 'client_activity' then
    client := coalesce(to_jsonb(new)->>'client_id', new.id::text);
    -- Who adds to a history holds its end until it commits: an entry of this transaction is the newest there is.
    select xmin = this_transaction into noted from client_activity
    where user_id = new.user_id and client_id = client order by sequence desc limit 1;
  else
    onboarding := to_jsonb(new)->>'onboarding_id';
    select true into noted from onboarding_activity
    where user_id = new.user_id and onboarding_id = onboarding and xmin = this_transaction limit 1;
  end if;
  if noted then return null; end if;
  raise exception 'a verdict on % % is refused: its history says nothing of it', tg_table_name, new.id
    using errcode = 'integrity_constraint_violation', table = tg_table_name, constraint = tg_name;
end $$;
