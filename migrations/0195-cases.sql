-- breaking
-- One table of what waits for a decision at the desk. Until here it was defined by triggers and by partial indexes of eight tables.

-- (a) What there is from here on.

-- A row for each record that waits, written in the transaction that writes the record (src/cases/write-cases.ts) and deleted when it
-- waits no more. Ids and times, and of a person only who of the desk has it in hand.
create table cases (
  -- All zeros where no ledger has reported whose it is.
  user_id uuid not null,
  product_id uuid,
  kind text not null,
  -- Of the record.
  id uuid not null,
  -- Since when it waits; of kinds without a deadline DESK_REVIEW_HOURS are added when it is read.
  since timestamptz(3) not null,
  due_at timestamptz(3),
  -- Of the record, where it has versions.
  version bigint,
  assigned_to text,
  assigned_name text,
  assigned_at timestamptz(3),
  primary key (user_id, kind, id)
);
create index cases_by_deadline on cases (kind, (coalesce(due_at, since)), id);
create index cases_of_user on cases (user_id, kind, (coalesce(due_at, since)), id);
create index cases_in_hand on cases (assigned_to, kind) where assigned_to is not null;

alter table cases enable row level security;
alter table cases force row level security;
create policy cases_of_scope on cases to eclusa_api, eclusa_desk
  using (user_id = scope_user_id()) with check (user_id = scope_user_id());
create policy bound_to_product on cases as restrictive to eclusa_api
  using (scope_product_id() is null or product_id = scope_product_id());
create policy cases_for_worker on cases to eclusa_worker using (true) with check (true);
create policy cases_for_desk on cases for select to eclusa_desk using (true);
create policy read_by_auditor on cases for select to eclusa_auditor using (true);
-- Who of the desk has a case in hand is nothing that an integrator's request reads or writes.
grant select (user_id, product_id, kind, id, since, due_at, version), insert (user_id, product_id, kind, id, since, due_at, version),
  update (since, due_at, version), delete on cases to eclusa_api;
grant select, insert, update (since, due_at, version), delete on cases to eclusa_worker;
grant select, insert, update (since, due_at, version, assigned_to, assigned_name, assigned_at), delete on cases to eclusa_desk;
grant select on cases to eclusa_auditor;

-- What changes about a case is reported to the screens that show it, and when cases come and go is counted.
create function note_case_change() returns trigger
  language plpgsql security definer set search_path = eclusa, pg_temp
as $$
declare
  changed cases := coalesce(new, old);
  change text := case when tg_op = 'INSERT' then 'appeared' when tg_op = 'DELETE' then 'left'
    when new.assigned_to is distinct from old.assigned_to then 'assigned' else 'changed' end;
begin
  insert into case_changes (kind, case_id, user_id, change)
  values (changed.kind, changed.id, nullif(changed.user_id, '00000000-0000-0000-0000-000000000000'), change);
  if change = 'appeared' then
    insert into case_passages (kind, what, at) values (changed.kind, 'came', clock_timestamp());
  elsif change = 'left' then
    insert into case_passages (kind, what, at, since, due_at) values (changed.kind,
      case when pg_has_role(session_user, 'eclusa_desk', 'member') then 'decided' else 'left' end, clock_timestamp(),
      changed.since, changed.due_at);
  end if;
  return null;
end $$;
revoke execute on function note_case_change() from public;
create trigger case_is_noted after insert or update or delete on cases for each row execute function note_case_change();

-- The desk reports what is proposed about a case.
grant insert on case_changes to eclusa_desk;

-- Whose documents a case of Pix is about is written with its record, also by a request of an integrator. Only the desk reads it.
alter table case_documents enable row level security;
alter table case_documents force row level security;
create policy case_documents_of_scope on case_documents for insert to eclusa_api with check (user_id = scope_user_id());
create policy case_documents_for_desk on case_documents for select to eclusa_desk using (true);
grant insert on case_documents to eclusa_api;

-- The auditor compares the cases with the records that wait. What other banks wrote is about people, and not needed for it.
grant select (id, status, first_seen_at, due_date) on unclaimed_infraction_reports, unclaimed_refunds to eclusa_auditor;

-- (b) What is there is taken over, and what did this before goes. A baseline has nothing of it.

alter table cases disable trigger case_is_noted;
alter table cases no force row level security;
insert into cases (user_id, product_id, kind, id, since, due_at, version)
select user_id, product_of_wallet(user_id, wallet_id), 'infraction', id, created_at, due_date, version from infraction_notifications
where decided_at is null and status in ('OPEN', 'ACKNOWLEDGED', 'IN_ANALYSIS')
union all
select user_id, product_of_wallet(user_id, wallet_id), 'refund', id, created_at, due_date, version from refund_requests
where status = 'OPEN'
union all
select user_id, product_of_wallet(user_id, wallet_id), 'recovery', id, created_at, null, version from fund_recovery_requests
where waiting_code is not null and status = 'CREATED'
union all
select '00000000-0000-0000-0000-000000000000', null, 'unclaimed_report', id, first_seen_at, due_date, null
from unclaimed_infraction_reports where status not in ('CLOSED', 'CANCELLED')
union all
select '00000000-0000-0000-0000-000000000000', null, 'unclaimed_refund', id, first_seen_at, due_date, null
from unclaimed_refunds where status not in ('CLOSED', 'CANCELLED')
union all
select user_id, product_id, 'client', id, updated_at, null, version from crossborder_clients where status = 'PENDING'
union all
select user_id, product_id, 'account', id, updated_at, null, version from crossborder_accounts
where status = 'PENDING' and deleted_at is null
union all
select step.user_id, step.product_id, 'onboarding_step', step.id, step.updated_at, null, step.version from onboarding_steps step
join onboardings one on one.user_id = step.user_id and one.id = step.onboarding_id
where step.status = 'MANUAL_REVIEW' and step.finished_at is null and one.status in ('in_process', 'in_process_delayed', 'approved');
update cases set assigned_to = hand.assigned_to, assigned_name = hand.assigned_name, assigned_at = hand.assigned_at
from case_assignments hand
where cases.user_id = hand.user_id and cases.kind = hand.kind and cases.id = hand.case_id;
alter table cases force row level security;
alter table cases enable trigger case_is_noted;
drop table case_assignments;

do $$
declare
  made record;
begin
  for made in
    select tgname, tgrelid::regclass as watched from pg_trigger join pg_proc on pg_proc.oid = tgfoid
    where proname in ('note_case', 'note_step', 'note_steps', 'note_proposal', 'note_second_eyes', 'note_case_documents')
      and pronamespace = 'eclusa'::regnamespace
  loop
    execute format('drop trigger %I on %s', made.tgname, made.watched);
  end loop;
end $$;
drop function note_case(), note_step(), note_steps(), note_assignment(), note_proposal(), note_second_eyes(), note_case_documents(),
  note_documents(text, uuid, uuid, uuid, uuid, timestamptz), note_passage(text, text, timestamptz, timestamptz),
  watch_cases(text, text, text, text);
drop policy looked_up_by_owner on onboarding_steps;

drop index infraction_notifications_waiting, infraction_notifications_waiting_of, refund_requests_waiting_of,
  fund_recovery_requests_waiting, fund_recovery_requests_waiting_of, unclaimed_infraction_reports_waiting, unclaimed_refunds_waiting,
  crossborder_clients_waiting, crossborder_clients_waiting_of, crossborder_accounts_waiting, crossborder_accounts_waiting_of,
  onboarding_steps_waiting, onboarding_steps_waiting_of;
-- Nothing reads these since the desk has a list of its own.
drop index crossborder_clients_pending, crossborder_accounts_pending;
