-- One client has one account per coordinates. Which account stands at which is kept beside the accounts and not in them:
-- a table that begins empty is made, and filled by the next migration, while every PATCH goes on.
create table crossborder_account_coordinates (
  user_id uuid not null,
  client_id uuid not null,
  -- SHA-256 of the coordinates in their one spelling, as src/areas/crossborder/accounts/coordinates.ts makes it.
  coordinates bytea not null,
  account_id uuid not null,
  primary key (user_id, client_id, coordinates)
);

-- Forced once it is filled: the owner, who fills it, has no scope.
alter table crossborder_account_coordinates enable row level security;
create policy crossborder_account_coordinates_of_scope on crossborder_account_coordinates to eclusa_api
  using (user_id = scope_user_id()) with check (user_id = scope_user_id());
create policy crossborder_account_coordinates_for_operator on crossborder_account_coordinates to eclusa_operator
  using (true) with check (true);
grant select, insert, update on crossborder_account_coordinates to eclusa_api, eclusa_operator;

-- For as long as it is filled, in a transaction that holds no lock anybody waits for.
create policy crossborder_accounts_while_filling on crossborder_accounts for select to current_user using (true);

-- Since when its owner does not want the account used; null when it is INACTIVE because verification refused it.
alter table crossborder_accounts add column deactivated_at timestamptz(3);
