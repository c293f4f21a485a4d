-- Pix disputes (MED): infraction notifications, fund recoveries, refunds and fraud markers, synchronised with DICT.

create table infraction_notifications (
  user_id uuid not null,
  wallet_id uuid not null,
  -- DICT's own id of the report.
  id uuid not null,
  transaction_id uuid not null,
  end_to_end_id text collate "C" not null,
  infraction_type text not null,
  situation_type text not null,
  funds_recovery_id uuid,
  description text,
  status text not null,
  -- The contested amount, in cents.
  amount bigint not null check (amount >= 0),
  -- The state of the contested money.
  blocked_amount_status text not null,
  counterparty_name text,
  bank_name text,
  company_name text,
  client_status text,
  client_analysis_details text,
  compliance_fraud_type text,
  analysis_result text,
  analysis_details text,
  due_date timestamptz(3) not null,
  -- When the client is to be reminded; null after the reminder, or when none is needed.
  remind_at timestamptz(3),
  -- When DICT last changed the report, as far as we know: an older report that arrives later changes nothing.
  reported_at timestamptz(3) not null,
  version bigint not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  -- Evidence of the answer.
  file_ids uuid[] not null default '{}' check (cardinality(file_ids) <= 3),
  -- The received amount, the maximum that is blocked.
  received_amount bigint check (received_amount >= 0),
  -- The amount the core reported as returned.
  returned_amount bigint not null default 0 check (returned_amount >= 0),
  reporter_participant text,
  contact_information jsonb,
  fraud_marker_id uuid,
  transaction_depth integer,
  question text,
  analysis_fraud_type text,
  decided_at timestamptz(3),
  decided_by text,
  decision_reason text,
  -- DICT's own status.
  dict_status text,
  -- After DICT rejected a request about one report: it is retried later, so that the others have their turn.
  dict_retry_at timestamptz(3),
  -- When to check next whether a refund can still come; only while the money is held for one.
  hold_check_at timestamptz(3),
  -- The participant it is addressed to: ourselves, or an indirect participant that reaches DICT through us.
  participant text,
  primary key (user_id, id)
);
comment on table infraction_notifications is
  'One row per infraction that another bank reported about a payment a user received: the report, the answer, the decision and the block.';
create index infraction_notifications_by_change on infraction_notifications (user_id, wallet_id, updated_at, id);
create index infraction_notifications_by_time on infraction_notifications (user_id, wallet_id, created_at, id);
-- Across users, for the worker and the backoffice. Those with a condition stay small, because finished rows leave them.
create index infraction_notifications_by_id on infraction_notifications (id, user_id);
create index infraction_notifications_held_for on infraction_notifications (funds_recovery_id) where hold_check_at is not null;
create index infraction_notifications_of_payment on infraction_notifications (end_to_end_id);
create index infraction_notifications_to_acknowledge on infraction_notifications (due_date) where dict_status = 'OPEN';
create index infraction_notifications_to_release on infraction_notifications (hold_check_at) where hold_check_at is not null;
create index infraction_notifications_to_remind on infraction_notifications (remind_at) where remind_at is not null;
create index infraction_notifications_to_tell on infraction_notifications (due_date) where status in ('OPEN', 'IN_ANALYSIS');
select isolate_table('infraction_notifications', bound_by => 'wallet_id = scope_wallet_id()');
grant select, insert, update on infraction_notifications to eclusa_api;
grant select, update (hold_check_at) on infraction_notifications to eclusa_worker;
grant select, update (analysis_details, analysis_fraud_type, analysis_result, decided_at, decided_by, decision_reason, question,
  remind_at, status, updated_at, version) on infraction_notifications to eclusa_backoffice;
grant select on infraction_notifications to eclusa_auditor;
select require_events('infraction_notifications', array[
  'wallet_id', 'transaction_id', 'end_to_end_id', 'infraction_type', 'situation_type', 'funds_recovery_id',
  'description', 'status', 'amount', 'received_amount', 'returned_amount', 'blocked_amount_status',
  'counterparty_name', 'bank_name', 'company_name', 'client_status', 'client_analysis_details',
  'compliance_fraud_type', 'file_ids', 'question', 'analysis_result', 'analysis_details', 'analysis_fraud_type',
  'decided_at', 'decided_by', 'decision_reason', 'due_date', 'reporter_participant', 'participant',
  'contact_information', 'fraud_marker_id', 'transaction_depth', 'created_at']);

create table fund_recovery_requests (
  user_id uuid not null,
  wallet_id uuid not null,
  id uuid not null,
  transaction_id uuid not null,
  transaction_operation_id uuid,
  transaction_type text not null,
  transaction_amount bigint not null,
  transaction_third_part_name text,
  end_to_end_id text collate "C" not null,
  reason text not null,
  fraud_reason text,
  description text not null,
  contact_email text not null,
  contact_phone text not null,
  status text not null,
  refund_total_amount bigint not null default 0 check (refund_total_amount >= 0),
  -- The refunds of the recovery, one for each participant that agreed, as DICT lists them.
  refunds jsonb not null default '[]',
  -- The tracking graph, with numbers that have no meaning outside of it: no names and no documents.
  tracking_graph jsonb,
  analysis_limit_date timestamptz(3) not null,
  analysed_at timestamptz(3),
  canceled_at timestamptz(3),
  failed_code text,
  -- Set, and durable, before anything is sent: a worker that finds it without a dict_id first reads from DICT whether the
  -- request was done.
  submitted_at timestamptz(3),
  dict_id uuid,
  dict_status text,
  dict_modified_at timestamptz(3),
  -- When to poll DICT again; null once nothing more is expected.
  next_action_at timestamptz(3),
  version bigint not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  -- Evidence: `{pix_fund_recovery_request_id, file_id, name}` each.
  files jsonb not null default '[]' check (jsonb_array_length(files) <= 3),
  -- The deadline to request the refunds of an analysed recovery.
  refund_limit_date timestamptz(3),
  -- When to inform the client that they could not be requested yet; null afterwards.
  refund_warn_at timestamptz(3),
  -- The fencing token of the worker that processes the request, and the end of its lease by the clock of the database.
  lease uuid,
  leased_until timestamptz(3),
  -- Set, and durable, before anything is sent, and reset after the response: DICT may still process a sent request minutes
  -- later.
  unanswered_at timestamptz(3),
  -- When DICT first reported that it has a recovery of the payment: from then on it is searched for, and not sent again.
  exists_since timestamptz(3),
  -- How far DICT is asked to trace the money: 0 is DICT's default, each step is less.
  graph_step smallint not null default 0,
  -- When to search the ledger again for the money that refunds brought; null once all of it was found.
  credits_due_at timestamptz(3),
  -- Why DICT has not accepted it yet.
  waiting_code text,
  primary key (user_id, id),
  constraint fund_recovery_requests_not_failed_at_dict check (status <> 'FAILED' or dict_id is null)
);
comment on table fund_recovery_requests is
  'One row per Pix payment that a user contests: its public status, and its state at DICT.';
create index fund_recovery_requests_by_change on fund_recovery_requests (user_id, wallet_id, updated_at, id);
create index fund_recovery_requests_by_time on fund_recovery_requests (user_id, wallet_id, created_at, id);
-- DICT accepts one recovery for each payment, ever: only one that failed, or was cancelled before it was sent, allows
-- another.
create unique index fund_recovery_requests_one_each on fund_recovery_requests (user_id, transaction_id)
  where status <> 'FAILED' and not (status = 'CANCELED' and dict_id is null);
-- Across users, for the worker and the backoffice.
create index fund_recovery_requests_by_dict_id on fund_recovery_requests (dict_id) where next_action_at is not null;
create index fund_recovery_requests_by_id on fund_recovery_requests (id, user_id);
create index fund_recovery_requests_by_limit on fund_recovery_requests (refund_limit_date)
  where status = 'ANALYSED' and failed_code is null;
create index fund_recovery_requests_credits_due on fund_recovery_requests (credits_due_at) where credits_due_at is not null;
create index fund_recovery_requests_due on fund_recovery_requests (next_action_at) where next_action_at is not null;
create index fund_recovery_requests_of_payment on fund_recovery_requests (end_to_end_id);
select isolate_table('fund_recovery_requests', bound_by => 'wallet_id = scope_wallet_id()');
grant select, insert, update on fund_recovery_requests to eclusa_api;
grant select on fund_recovery_requests to eclusa_worker, eclusa_backoffice, eclusa_bootstrap, eclusa_auditor;
-- DICT's list of refunds and its tracking graph change without a version of ours; the total of the refunds is covered.
select require_events('fund_recovery_requests', array[
  'wallet_id', 'transaction_id', 'transaction_operation_id', 'transaction_type', 'transaction_amount',
  'transaction_third_part_name', 'end_to_end_id', 'reason', 'fraud_reason', 'description', 'contact_email',
  'contact_phone', 'status', 'refund_total_amount', 'files', 'analysis_limit_date', 'analysed_at', 'canceled_at',
  'failed_code', 'waiting_code', 'dict_id', 'created_at']);

create table refund_requests (
  user_id uuid not null,
  wallet_id uuid not null,
  -- DICT's own id.
  id uuid not null,
  transaction_id uuid not null,
  end_to_end_id text collate "C" not null,
  infraction_notification_id uuid,
  funds_recovery_id uuid,
  reason text not null,
  description text,
  amount bigint not null check (amount > 0),
  status text not null,
  paid_amount bigint not null default 0 check (paid_amount >= 0 and paid_amount <= amount),
  -- The payments the core reported as sent; DICT gets the first.
  payments jsonb not null default '[]',
  analysis_result text,
  rejection_reason text,
  analysis_details text,
  due_date timestamptz(3) not null,
  monitor_account boolean not null,
  monitored_until timestamptz(3),
  requesting_participant text not null,
  -- The account for money of a later layer. It is personal data, and for the core only.
  refund_account jsonb,
  dict_status text not null,
  -- Why DICT did not accept the response.
  dict_refusal text,
  dict_retry_at timestamptz(3),
  reported_at timestamptz(3) not null,
  version bigint not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  -- When to record that the deadline to pay has passed; null afterwards, or when nothing is left to pay.
  overdue_at timestamptz(3),
  contested_participant text,
  -- Payment ids that were corrected: a late repeat of the first report is not another payment.
  replaced_ids text[] not null default '{}',
  primary key (user_id, id)
);
comment on table refund_requests is
  'One row per refund that another institution requests from a user''s wallet: read from DICT, paid by the core, and answered at DICT once.';
create index refund_requests_by_change on refund_requests (user_id, wallet_id, updated_at, id);
create index refund_requests_by_time on refund_requests (user_id, wallet_id, created_at, id);
create index refund_requests_after_notification on refund_requests (user_id, infraction_notification_id)
  where infraction_notification_id is not null;
create index refund_requests_of_notification on refund_requests (user_id, infraction_notification_id)
  where status in ('OPEN', 'ANSWERED');
-- Across users, for the worker, the core and the backoffice.
create index refund_requests_by_id on refund_requests (id, user_id);
create index refund_requests_of_payment on refund_requests (end_to_end_id);
create index refund_requests_overdue on refund_requests (overdue_at) where overdue_at is not null;
create index refund_requests_to_pay on refund_requests (due_date, id) where status = 'OPEN';
create index refund_requests_to_tell on refund_requests (due_date) where status = 'ANSWERED';
select isolate_table('refund_requests', bound_by => 'wallet_id = scope_wallet_id()');
-- The request and its author stay as they came.
grant select, insert, update (analysis_details, analysis_result, dict_refusal, dict_retry_at, dict_status, monitored_until,
  overdue_at, paid_amount, payments, rejection_reason, replaced_ids, reported_at, status, updated_at, version) on refund_requests
  to eclusa_api;
grant select on refund_requests to eclusa_worker, eclusa_backoffice, eclusa_bootstrap, eclusa_auditor;
select require_events('refund_requests', array[
  'wallet_id', 'transaction_id', 'end_to_end_id', 'infraction_notification_id', 'funds_recovery_id', 'reason',
  'description', 'amount', 'status', 'paid_amount', 'payments', 'analysis_result', 'rejection_reason',
  'analysis_details', 'due_date', 'monitor_account', 'monitored_until', 'requesting_participant',
  'contested_participant', 'refund_account', 'created_at']);

-- A payment whose id was corrected is no longer one of the request. Its id is free for the payment that really has it.
create function register_refund_payments() returns trigger
  language plpgsql security definer set search_path = eclusa, pg_temp
as $$
declare
  request uuid[] := array[new.user_id, new.id];
begin
  if tg_op = 'INSERT' and new.paid_amount = 0 and new.payments = '[]' then return null; end if;
  if tg_op = 'UPDATE' and (old.payments, old.paid_amount) is not distinct from (new.payments, new.paid_amount) then return null; end if;
  update pix_payments set refund = null
  where refund = request and not new.payments @> jsonb_build_array(jsonb_build_object('end_to_end_id', end_to_end_id));
  if tg_op = 'UPDATE' then
    delete from pix_payments
    where end_to_end_id in (select payment ->> 'end_to_end_id' from jsonb_array_elements(old.payments) payment)
      and outgoing is null and incoming is null and refund is null;
  end if;
  perform register_payment(payment ->> 'end_to_end_id', (payment ->> 'amount')::bigint, null, null, request)
  from jsonb_array_elements(new.payments) payment;
  if new.paid_amount <> (select coalesce(sum(amount), 0) from pix_payments where refund = request) then
    raise exception 'the payments of refund request % do not add up to its paid amount', new.id
      using errcode = 'check_violation', table = 'refund_requests', constraint = 'refund_adds_up';
  end if;
  return null;
end $$;
create trigger registers_payments after insert or update of payments, paid_amount on refund_requests
  for each row execute function register_refund_payments();

create table unmatched_infraction_reports (
  id uuid primary key,
  end_to_end_id text collate "C" not null,
  status text not null,
  report jsonb not null,
  reported_at timestamptz(3) not null,
  first_seen_at timestamptz(3) not null default now(),
  dict_retry_at timestamptz(3),
  due_date timestamptz(3) not null
);
comment on table unmatched_infraction_reports is
  'One row per infraction report about a payment that no ledger has reported, without a user so far. It waits for the ledger or for a person.';
create index unmatched_infraction_reports_of_payment on unmatched_infraction_reports (end_to_end_id);
create index unmatched_infraction_reports_open on unmatched_infraction_reports (first_seen_at) where status = 'OPEN';
grant select, insert, update, delete on unmatched_infraction_reports to eclusa_worker;
grant select on unmatched_infraction_reports to eclusa_backoffice;
grant select (id, status, first_seen_at, due_date) on unmatched_infraction_reports to eclusa_auditor;

create table unmatched_refunds (
  id uuid primary key,
  end_to_end_id text collate "C" not null,
  status text not null,
  refund jsonb not null,
  reported_at timestamptz(3) not null,
  first_seen_at timestamptz(3) not null default now(),
  due_date timestamptz(3) not null
);
comment on table unmatched_refunds is
  'One row per refund request for a payment that no ledger has reported, without a user so far. It waits for the ledger or for a person.';
create index unmatched_refunds_by_payment on unmatched_refunds (first_seen_at);
create index unmatched_refunds_of_payment on unmatched_refunds (end_to_end_id);
grant select, insert, update, delete on unmatched_refunds to eclusa_worker;
grant select on unmatched_refunds to eclusa_backoffice;
grant select (id, status, first_seen_at, due_date) on unmatched_refunds to eclusa_auditor;

-- No document is stored here: DICT has the person.
create table fraud_markers (
  id uuid primary key default gen_random_uuid(),
  -- DICT's idempotency key of a creation, stored before anything is sent, so that it can be repeated after a lost response.
  -- A marker from our agreement with a report has none.
  request_id uuid unique,
  marker_id uuid unique,
  fraud_type text,
  status text not null check (status in ('ASKED', 'REGISTERED', 'REFUSED', 'CANCELLED')),
  made_by text,
  made_reason text,
  made_at timestamptz(3),
  cancelled_by text,
  cancelled_reason text,
  cancelled_at timestamptz(3)
);
comment on table fraud_markers is
  'One row per fraud marker that a person of the institution created or removed at DICT, with the reason.';
grant select on fraud_markers to eclusa_worker, eclusa_auditor;
grant select, insert, update (cancelled_at, cancelled_by, cancelled_reason, marker_id, request_id, status) on fraud_markers
  to eclusa_backoffice;
select require_audit_entries('fraud_markers', '{id}',
  '{id,request_id,marker_id,fraud_type,status,made_by,made_reason,made_at,cancelled_by,cancelled_reason,cancelled_at}');

create table dict_cursors (
  name text primary key,
  position timestamptz(3) not null,
  updated_at timestamptz(3) not null default now()
);
comment on table dict_cursors is 'One row per list of DICT with the position up to which it was read, by DICT''s own times. It only moves forward.';
grant select, insert, update on dict_cursors to eclusa_worker;
grant select on dict_cursors to eclusa_backoffice;

create table dict_event_consumers (
  name text primary key,
  cursor text,
  last_id bigint not null,
  updated_at timestamptz(3) not null default now()
);
comment on table dict_event_consumers is
  'One row per consumer of DICT''s event notifications, with DICT''s cursor and the last number that was handled.';
grant select, insert, update on dict_event_consumers to eclusa_worker;
grant select on dict_event_consumers to eclusa_backoffice;
