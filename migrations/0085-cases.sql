-- in steps
-- What waits for somebody at the desk is one list by its deadline, over all that may wait. Each kind is found in that order by
-- an index of its own, small because what is done leaves it, once for everybody and once for each user.

-- Who has a case in hand. No record of anybody's: what was done is in the journal.
create table if not exists case_assignments (
  kind text not null,
  case_id uuid not null,
  -- Whose case it is: ids that users choose are only theirs. All zeros where it is nobody's yet.
  user_id uuid not null,
  assigned_to text not null,
  assigned_name text not null,
  assigned_at timestamptz(3) not null,
  primary key (kind, case_id, user_id)
);
grant select, insert, update, delete on case_assignments to eclusa_desk;
-- then
create index concurrently case_assignments_in_hand on case_assignments (assigned_to, kind, case_id);
-- then
-- What no ledger told us of is due like the rest. A process of the version before says nothing of it, so there is a default:
-- never later than the truth by more than it took us to hear of it.
alter table unclaimed_infraction_reports
  add column if not exists due_date timestamptz(3) not null default now() + interval '7 days';
alter table unclaimed_refunds add column if not exists due_date timestamptz(3) not null default now() + interval '6 hours';
-- then
update unclaimed_infraction_reports set due_date = (report->>'creation_time')::timestamptz + interval '7 days';
update unclaimed_refunds set due_date = (refund->>'creation_time')::timestamptz + case
  when refund->>'funds_recovery_id' is not null then interval '6 hours'
  when refund->>'refund_reason' in ('OPERATIONAL_FLAW', 'PIX_AUTOMATICO') then interval '24 hours'
  when refund->>'refund_reason' = 'FRAUD' then interval '48 hours'
  else interval '6 hours' end;
-- then
create index concurrently unclaimed_infraction_reports_waiting on unclaimed_infraction_reports (due_date, id)
  where status not in ('CLOSED', 'CANCELLED');
-- then
create index concurrently unclaimed_refunds_waiting on unclaimed_refunds (due_date, id)
  where status not in ('CLOSED', 'CANCELLED');
-- then
create index concurrently infraction_notifications_waiting on infraction_notifications (due_date, id)
  where decided_at is null and status in ('OPEN', 'ACKNOWLEDGED', 'IN_ANALYSIS');
-- then
drop index if exists infraction_notifications_undecided;
-- then
create index concurrently infraction_notifications_waiting_of on infraction_notifications (user_id, due_date, id)
  where decided_at is null and status in ('OPEN', 'ACKNOWLEDGED', 'IN_ANALYSIS');
-- then
create index concurrently refund_requests_waiting_of on refund_requests (user_id, due_date, id) where status = 'OPEN';
-- then
create index concurrently fund_recovery_requests_waiting on fund_recovery_requests (created_at, id)
  where waiting_code is not null and status = 'CREATED';
-- then
create index concurrently fund_recovery_requests_waiting_of on fund_recovery_requests (user_id, created_at, id)
  where waiting_code is not null and status = 'CREATED';
-- then
create index concurrently crossborder_clients_waiting on crossborder_clients (updated_at, id) where status = 'PENDING';
-- then
create index concurrently crossborder_clients_waiting_of on crossborder_clients (user_id, updated_at, id)
  where status = 'PENDING';
-- then
create index concurrently crossborder_accounts_waiting on crossborder_accounts (updated_at, id)
  where status = 'PENDING' and deleted_at is null;
-- then
create index concurrently crossborder_accounts_waiting_of on crossborder_accounts (user_id, updated_at, id)
  where status = 'PENDING' and deleted_at is null;
-- then
create index concurrently onboarding_steps_waiting on onboarding_steps (updated_at, id)
  where status = 'MANUAL_REVIEW' and finished_at is null;
-- then
drop index if exists onboarding_steps_in_review;
-- then
create index concurrently onboarding_steps_waiting_of on onboarding_steps (user_id, updated_at, id)
  where status = 'MANUAL_REVIEW' and finished_at is null;
-- then
-- For who was given nothing but an id, the id of a payment, or a document.
create index concurrently crossborder_clients_by_id on crossborder_clients (id, user_id);
-- then
create index concurrently crossborder_accounts_by_id on crossborder_accounts (id, user_id);
-- then
create index concurrently onboarding_steps_by_id on onboarding_steps (id, user_id);
-- then
-- Of an expression and not of the column: what is looked for among the records of one user goes on being found by the index
-- that the user leads, however many others know the same document.
create index concurrently crossborder_clients_of_document on crossborder_clients ((document || ''));
-- then
create index concurrently onboardings_of_document on onboardings ((document || ''));
-- then
create index concurrently infraction_notifications_of_payment on infraction_notifications (end_to_end_id);
-- then
create index concurrently refund_requests_of_payment on refund_requests (end_to_end_id);
-- then
create index concurrently fund_recovery_requests_of_payment on fund_recovery_requests (end_to_end_id);
-- then
create index concurrently unclaimed_infraction_reports_of_payment on unclaimed_infraction_reports (end_to_end_id);
-- then
create index concurrently unclaimed_refunds_of_payment on unclaimed_refunds (end_to_end_id);
-- then
-- All refunds that follow a notification, also those that are over.
create index concurrently refund_requests_after_notification on refund_requests (user_id, infraction_notification_id)
  where infraction_notification_id is not null;
