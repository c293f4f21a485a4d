-- Refunds other institutions ask of us: read from DICT, paid by the core, and told to DICT once. `id` is DICT's own.
-- `refund_account` is where the money of a later layer goes; it is about a person, for the core alone. `payments` are what
-- the core said it sent, the first of them what DICT is told.
create table refund_requests (
  user_id uuid not null,
  wallet_id uuid not null,
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
  payments jsonb not null default '[]',
  analysis_result text,
  rejection_reason text,
  analysis_details text,
  due_date timestamptz(3) not null,
  monitor_account boolean not null,
  monitored_until timestamptz(3),
  requesting_participant text not null,
  refund_account jsonb,
  -- DICT's own word, and why it would not take the answer, when it would not.
  dict_status text not null,
  dict_refusal text,
  dict_retry_at timestamptz(3),
  reported_at timestamptz(3) not null,
  version bigint not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (user_id, id)
);
create index refund_requests_by_time on refund_requests (user_id, wallet_id, created_at, id);
create index refund_requests_by_change on refund_requests (user_id, wallet_id, updated_at, id);

-- For the worker and the core, across users: whose it is, what is to be paid, and what DICT is to be told.
create index refund_requests_by_id on refund_requests (id, user_id);
create index refund_requests_to_pay on refund_requests (due_date, id) where status = 'OPEN';
create index refund_requests_to_tell on refund_requests (due_date) where status = 'ANSWERED';

alter table refund_requests enable row level security;
alter table refund_requests force row level security;
create policy refund_requests_of_scope on refund_requests to eclusa_api
  using (user_id = scope_user_id()) with check (user_id = scope_user_id());
create policy refund_requests_for_operator on refund_requests to eclusa_operator using (true);
grant select, insert on refund_requests to eclusa_api;
-- What was asked, and by whom, stays as it came.
grant update (status, paid_amount, payments, analysis_result, rejection_reason, analysis_details, monitored_until,
  dict_status, dict_refusal, dict_retry_at, reported_at, version, updated_at) on refund_requests to eclusa_api;
grant select on refund_requests to eclusa_operator;

-- Refunds of payments that no ledger told us of. They wait for the ledger, or for an operator; none is thrown away.
create table unclaimed_refunds (
  id uuid primary key,
  end_to_end_id text collate "C" not null,
  status text not null,
  refund jsonb not null,
  reported_at timestamptz(3) not null,
  first_seen_at timestamptz(3) not null default now()
);
create index unclaimed_refunds_by_payment on unclaimed_refunds (first_seen_at);
grant select, insert, update, delete on unclaimed_refunds to eclusa_operator;
