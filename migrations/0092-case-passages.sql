-- in steps
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

-- A day that is over, summed up, so that a quarter is read by its days; what it was summed up from is forgotten after a while.
create table if not exists case_days (day date primary key, kinds jsonb not null);
grant select on case_days to eclusa_desk;
grant select, insert on case_days to eclusa_worker;
-- then
-- A period is read from the index alone.
create index concurrently case_passages_in_time on case_passages (at, kind, what, since, due_at);
-- then
create index concurrently proposals_in_time on proposals (created_at, status, lapses_at);
-- then
create or replace function note_passage(of_kind text, change text, waited_since timestamptz, due timestamptz) returns void
  language sql volatile set search_path = eclusa, pg_temp
as $$
  insert into case_passages (kind, what, at, since, due_at)
  select of_kind, case when change = 'appeared' then 'came'
      when pg_has_role(session_user, 'eclusa_desk', 'member') then 'decided' else 'left' end,
    clock_timestamp(), waited_since, due
$$;

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
revoke execute on function note_passage(text, text, timestamptz, timestamptz) from public;
