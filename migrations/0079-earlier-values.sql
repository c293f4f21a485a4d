drop policy crossborder_accounts_while_filling on crossborder_accounts;
alter table crossborder_account_coordinates force row level security;

-- What stood in a client or in an account before who it is, or where it is, was changed. Sealed by the gateway, written by
-- its role and never read by it: what the API cannot read it cannot lose. Analysts read it with a command.
create table crossborder_earlier_values (
  user_id uuid not null,
  client_id uuid not null,
  -- The client, or one of its accounts.
  object_id uuid not null,
  -- The version that said so.
  version bigint not null,
  sealed bytea not null,
  authenticated_user_id uuid,
  request_id text not null,
  replaced_at timestamptz(3) not null,
  primary key (user_id, client_id, object_id, version)
);

alter table crossborder_earlier_values enable row level security;
alter table crossborder_earlier_values force row level security;
create policy crossborder_earlier_values_of_scope on crossborder_earlier_values for insert to eclusa_api
  with check (user_id = scope_user_id());
create policy crossborder_earlier_values_for_operator on crossborder_earlier_values for select to eclusa_operator
  using (true);
grant insert on crossborder_earlier_values to eclusa_api;
grant select on crossborder_earlier_values to eclusa_operator;

-- Why DICT has not taken a recovery yet. What is said of a code in words is made when it is read: failed_message is written no
-- more, and dropped once no older process reads it.
alter table fund_recovery_requests add column waiting_code text;
