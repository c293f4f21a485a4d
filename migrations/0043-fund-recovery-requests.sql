-- Fund recovery requests: a user contests a Pix payment it sent, and DICT follows the money. `status` is the public one;
-- `dict_status` is DICT's own word. `refunds` are the legs of the way back, as DICT lists them, `tracking_graph` the way
-- the money took: numbers that mean nothing outside the graph, no names and no documents.
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
  refunds jsonb not null default '[]',
  tracking_graph jsonb,
  analysis_limit_date timestamptz(3) not null,
  analysed_at timestamptz(3),
  canceled_at timestamptz(3),
  failed_code text,
  failed_message text,
  -- Set, and durable, before anything is sent: whoever finds it without a dict_id asks DICT before anything else.
  submitted_at timestamptz(3),
  dict_id uuid,
  dict_status text,
  dict_modified_at timestamptz(3),
  -- When DICT is to be asked again; null once there is nothing more to learn.
  next_action_at timestamptz(3),
  version bigint not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (user_id, id)
);
create index fund_recovery_requests_by_time on fund_recovery_requests (user_id, wallet_id, created_at, id);
create index fund_recovery_requests_by_change on fund_recovery_requests (user_id, wallet_id, updated_at, id);
-- DICT takes one recovery for each payment, ever: only what failed, or was taken back before DICT heard of it, makes room.
create unique index fund_recovery_requests_one_each on fund_recovery_requests (user_id, transaction_id)
  where status <> 'FAILED' and not (status = 'CANCELED' and dict_id is null);
-- For the worker, across users: whom to ask about next.
create index fund_recovery_requests_due on fund_recovery_requests (next_action_at) where next_action_at is not null;
-- For an operator who was given nothing but an id.
create index fund_recovery_requests_by_id on fund_recovery_requests (id, user_id);

alter table fund_recovery_requests enable row level security;
alter table fund_recovery_requests force row level security;
create policy fund_recovery_requests_of_scope on fund_recovery_requests to eclusa_api
  using (user_id = scope_user_id()) with check (user_id = scope_user_id());
create policy fund_recovery_requests_for_operator on fund_recovery_requests to eclusa_operator using (true);
grant select, insert, update on fund_recovery_requests to eclusa_api;
grant select on fund_recovery_requests to eclusa_operator;
