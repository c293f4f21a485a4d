-- in steps
-- What changes about a case is noted beside it, in the transaction that changes it, and told to who watches the queue. Notes
-- are hints that something is to be read again: of no user and of no person but ids, and not kept. The table is unlogged: after
-- a crash it is empty, and whoever listened has lost the connection and reads everything again. It has no index, so that a
-- note costs its row alone.
create unlogged table if not exists case_changes (
  kind text not null,
  case_id uuid not null,
  user_id uuid,
  change text not null check (change in ('appeared', 'changed', 'left', 'assigned', 'proposed')),
  at timestamptz(3) not null default clock_timestamp()
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
-- Whoever tells of them takes them away, and locks them first so that two do not tell of the same.
grant select, update (at), delete on case_changes to eclusa_desk;
grant select, delete on case_changes to eclusa_worker;
-- then
-- When cases came and went, for who leads the desk: of each its kind and its times, and neither whose nor which. A case comes
-- each time it begins to wait. It was decided where somebody at the desk did it, and left otherwise: by a rule, a job, the client.
create table if not exists case_passages (
  kind text not null,
  what text not null check (what in ('came', 'decided', 'left')),
  at timestamptz(3) not null,
  -- Since when it waited, and until when it might, where that is no setting.
  since timestamptz(3),
  due_at timestamptz(3)
);
grant select on case_passages to eclusa_desk;
grant select, delete on case_passages to eclusa_worker;
-- then
-- Which steps wait depends on their onboarding, which the functions below look at as the owner of the schema.
drop policy if exists looked_up_by_owner on onboarding_steps;
create policy looked_up_by_owner on onboarding_steps for select to current_user using (true);
-- then
create or replace function note_passage(of_kind text, change text, waited_since timestamptz, due timestamptz) returns void
  language sql volatile set search_path = eclusa, pg_temp
as $$
  insert into case_passages (kind, what, at, since, due_at)
  select of_kind, case when change = 'appeared' then 'came'
      when pg_has_role(session_user, 'eclusa_desk', 'member') then 'decided' else 'left' end,
    clock_timestamp(), waited_since, due
$$;

-- The kind and what became of it; a third word where the case is nobody's.
create or replace function note_case() returns trigger
  language plpgsql security definer set search_path = eclusa, pg_temp
as $$
begin
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

create or replace function note_step() returns trigger
  language plpgsql security definer set search_path = eclusa, pg_temp
as $$
begin
  perform from onboardings
  where user_id = new.user_id and id = new.onboarding_id and status in ('in_process', 'in_process_delayed', 'approved');
  if not found then return null; end if;
  insert into case_changes (kind, case_id, user_id, change) values ('onboarding_step', new.id, new.user_id, tg_argv[0]);
  if tg_argv[0] = 'appeared' then
    perform note_passage('onboarding_step', 'appeared', null, null);
  elsif tg_argv[0] = 'left' then
    perform note_passage('onboarding_step', 'left', old.updated_at, null);
  end if;
  return null;
end $$;

create or replace function note_steps() returns trigger
  language plpgsql security definer set search_path = eclusa, pg_temp
as $$
declare
  step record;
begin
  for step in select id, updated_at from onboarding_steps
    where user_id = new.user_id and onboarding_id = new.id and status = 'MANUAL_REVIEW' and finished_at is null
  loop
    insert into case_changes (kind, case_id, user_id, change) values ('onboarding_step', step.id, new.user_id, tg_argv[0]);
    perform note_passage('onboarding_step', tg_argv[0],
      case when tg_argv[0] = 'left' then step.updated_at end, null);
  end loop;
  return null;
end $$;
create or replace function note_assignment() returns trigger
  language plpgsql security definer set search_path = eclusa, pg_temp
as $$
declare
  hand case_assignments := coalesce(new, old);
begin
  insert into case_changes (kind, case_id, user_id, change)
  values (hand.kind, hand.case_id, nullif(hand.user_id, '00000000-0000-0000-0000-000000000000'), 'assigned');
  return null;
end $$;

create or replace function note_proposal() returns trigger
  language plpgsql security definer set search_path = eclusa, pg_temp
as $$
begin
  insert into case_changes (kind, case_id, user_id, change) values (
    case new.subject_type when 'onboarding' then 'onboarding_step' else new.subject_type end,
    case new.subject_type when 'onboarding' then new.params->>'step_id' else new.subject_id end::uuid, new.user_id, 'proposed');
  return null;
end $$;

-- Watches a table of cases. `waits` is the condition of what waits, over `%1$s`, the row before or after; `shown` what the
-- queue shows of it. Judged before anything is called: a row that is no case costs a comparison.
create or replace function watch_cases(watched text, does text, waits text, shown text) returns void
  language plpgsql set search_path = eclusa, pg_temp
as $$
declare
  was text := format(waits, 'old');
  is_now text := format(waits, 'new');
  seen text := format(shown, 'old');
  sees text := format(shown, 'new');
begin
  execute format('create or replace trigger case_appears after insert on %I for each row when (%s) execute function %s',
    watched, is_now, format(does, 'appeared'));
  execute format('create or replace trigger case_returns after update on %I for each row
    when (not (%s) and (%s)) execute function %s', watched, was, is_now, format(does, 'appeared'));
  execute format('create or replace trigger case_changes after update on %I for each row
    when ((%s) and (%s) and (%s) is distinct from (%s)) execute function %s',
    watched, was, is_now, seen, sees, format(does, 'changed'));
  execute format('create or replace trigger case_leaves after update on %I for each row
    when ((%s) and not (%s)) execute function %s', watched, was, is_now, format(does, 'left'));
end $$;
revoke execute on function note_passage(text, text, timestamptz, timestamptz), note_case(), note_step(), note_steps(),
  note_assignment(), note_proposal(), watch_cases(text, text, text, text) from public;
-- then
select watch_cases('infraction_notifications', 'note_case(''infraction'', %L)',
  '%1$s.decided_at is null and %1$s.status in (''OPEN'', ''ACKNOWLEDGED'', ''IN_ANALYSIS'')', '%1$s.version, %1$s.status');
-- then
select watch_cases('refund_requests', 'note_case(''refund'', %L)', '%1$s.status = ''OPEN''', '%1$s.version, %1$s.status');
-- then
select watch_cases('fund_recovery_requests', 'note_case(''recovery'', %L)',
  '%1$s.waiting_code is not null and %1$s.status = ''CREATED''', '%1$s.version, %1$s.status');
-- then
select watch_cases('unclaimed_infraction_reports', 'note_case(''unclaimed_report'', %L, ''nobody'')',
  '%1$s.status not in (''CLOSED'', ''CANCELLED'')', '%1$s.status, %1$s.due_date');
create or replace trigger case_is_claimed after delete on unclaimed_infraction_reports for each row
  when (old.status not in ('CLOSED', 'CANCELLED')) execute function note_case('unclaimed_report', 'left', 'nobody');
-- then
select watch_cases('unclaimed_refunds', 'note_case(''unclaimed_refund'', %L, ''nobody'')',
  '%1$s.status not in (''CLOSED'', ''CANCELLED'')', '%1$s.status, %1$s.due_date');
create or replace trigger case_is_claimed after delete on unclaimed_refunds for each row
  when (old.status not in ('CLOSED', 'CANCELLED')) execute function note_case('unclaimed_refund', 'left', 'nobody');
-- then
select watch_cases('crossborder_clients', 'note_case(''client'', %L)', '%1$s.status = ''PENDING''',
  '%1$s.version, %1$s.updated_at');
-- then
select watch_cases('crossborder_accounts', 'note_case(''account'', %L)',
  '%1$s.status = ''PENDING'' and %1$s.deleted_at is null', '%1$s.version, %1$s.updated_at');
-- then
select watch_cases('onboarding_steps', 'note_step(%L)', '%1$s.status = ''MANUAL_REVIEW'' and %1$s.finished_at is null',
  '%1$s.version, %1$s.updated_at');
-- then
create or replace trigger cases_appear after update on onboardings for each row
  when (old.status not in ('in_process', 'in_process_delayed', 'approved')
    and new.status in ('in_process', 'in_process_delayed', 'approved')) execute function note_steps('appeared');
create or replace trigger cases_leave after update on onboardings for each row
  when (old.status in ('in_process', 'in_process_delayed', 'approved')
    and new.status not in ('in_process', 'in_process_delayed', 'approved')) execute function note_steps('left');
-- then
create or replace trigger case_is_assigned after insert or update or delete on case_assignments for each row
  execute function note_assignment();
-- then
create or replace trigger case_is_proposed after insert or update on proposals for each row
  when (new.subject_type in ('client', 'account', 'infraction')
    or new.subject_type = 'onboarding' and new.params ? 'step_id') execute function note_proposal();
