-- Infraction notifications: what other banks report to DICT about payments our users received, kept here so that callers
-- never wait for DICT and DICT's few list calls are spent on polling alone. `id` is DICT's own id of the report. `amount`
-- is the contested amount in cents, and `blocked_amount_status` what became of it.
create table infraction_notifications (
  user_id uuid not null,
  wallet_id uuid not null,
  id uuid not null,
  transaction_id uuid not null,
  end_to_end_id text collate "C" not null,
  infraction_type text not null,
  situation_type text not null,
  funds_recovery_id uuid,
  description text,
  status text not null,
  amount bigint not null check (amount >= 0),
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
  -- When the client is to be reminded; null once it was, or when there is nothing left to remind of.
  remind_at timestamptz(3),
  -- When DICT last changed the report, as far as we know: what comes later and is older changes nothing.
  reported_at timestamptz(3) not null,
  version bigint not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (user_id, id)
);
create index infraction_notifications_by_time on infraction_notifications (user_id, wallet_id, created_at, id);
create index infraction_notifications_by_change on infraction_notifications (user_id, wallet_id, updated_at, id);

-- For the worker, across users: whose report this is, and what there is to do. Small, for what is done leaves them.
create index infraction_notifications_by_id on infraction_notifications (id, user_id);
create index infraction_notifications_to_tell on infraction_notifications (due_date)
  where status in ('OPEN', 'IN_ANALYSIS');
create index infraction_notifications_unanswered on infraction_notifications (due_date)
  where status in ('OPEN', 'ACKNOWLEDGED');
create index infraction_notifications_to_remind on infraction_notifications (remind_at) where remind_at is not null;
-- A report names the payment and not its owner. The worker looks for it among all users.
create index transactions_by_payment on transactions (end_to_end_id) where end_to_end_id is not null;

alter table infraction_notifications enable row level security;
alter table infraction_notifications force row level security;
create policy infraction_notifications_of_scope on infraction_notifications to eclusa_api
  using (user_id = scope_user_id()) with check (user_id = scope_user_id());
create policy infraction_notifications_for_operator on infraction_notifications to eclusa_operator using (true);
grant select, insert, update on infraction_notifications to eclusa_api;
grant select on infraction_notifications to eclusa_operator;

-- Reports about payments that no ledger told us of. They wait for the ledger, or for an operator; none is thrown away.
create table unclaimed_infraction_reports (
  id uuid primary key,
  end_to_end_id text collate "C" not null,
  status text not null,
  report jsonb not null,
  reported_at timestamptz(3) not null,
  first_seen_at timestamptz(3) not null default now()
);
create index unclaimed_infraction_reports_open on unclaimed_infraction_reports (first_seen_at) where status = 'OPEN';
grant select, insert, update, delete on unclaimed_infraction_reports to eclusa_operator;

-- How far DICT's list was read, by the time DICT gives to its changes. It only moves forward.
create table dict_cursors (
  name text primary key,
  position timestamptz(3) not null,
  updated_at timestamptz(3) not null default now()
);
grant select, insert, update on dict_cursors to eclusa_operator;
