-- What the engine of onboarding remembers of a step. That it stands in the row is what lets a step survive a lost job.
alter table onboarding_steps
  -- How often in a row whoever judges it did not answer, or not in a way that can be believed.
  add column failures integer not null default 0,
  -- When it is asked about next, or again if nothing was heard by then. Null while it waits for a person, and at the end.
  add column next_action_at timestamptz(3);
create index onboarding_steps_due on onboarding_steps (next_action_at) where next_action_at is not null;
-- For the worker, across users: faces that were submitted and are still to be judged.
create index livenesses_in_analysis on livenesses (updated_at) where status = 'IN_ANALYSIS';

-- Analysts decide through the operator's login, one user at a time. That login sees every row, but it changes only those
-- of the user whose scope it has opened: a condition forgotten in a statement changes nobody else's.
do $$
declare
  name text;
begin
  foreach name in array array['user_accounts', 'onboardings', 'onboarding_steps', 'livenesses', 'liveness_videos'] loop
    execute format('create policy %I on %I for update to eclusa_operator using (user_id = scope_user_id())
      with check (user_id = scope_user_id())', name || '_decided_by_operator', name);
    execute format('grant update on %I to eclusa_operator', name);
  end loop;
end $$;
create policy onboarding_activity_added_by_operator on onboarding_activity for insert to eclusa_operator
  with check (user_id = scope_user_id());
grant insert on onboarding_activity to eclusa_operator;
grant execute on function admit_target_user(uuid) to eclusa_operator;
