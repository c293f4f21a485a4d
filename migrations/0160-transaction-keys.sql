-- in steps
-- A lookup table: the time, and with it the month, of each transaction by its id. Transactions are kept for ever, by month, and an
-- index over all months does not exist: to ask whether an id is known, each month had to be looked into. The primary key
-- also keeps one id in one month, which the partitions cannot.
create table if not exists transaction_keys (
  user_id uuid not null,
  wallet_id uuid not null,
  id uuid not null,
  created_at timestamptz(3) not null,
  primary key (user_id, wallet_id, id)
);
alter table transaction_keys enable row level security;
alter table transaction_keys force row level security;
drop policy if exists transaction_keys_for_worker on transaction_keys;
create policy transaction_keys_for_worker on transaction_keys to eclusa_worker using (true) with check (true);
drop policy if exists filled_by_owner on transaction_keys;
create policy filled_by_owner on transaction_keys to current_user using (true) with check (true);
grant select, insert on transaction_keys to eclusa_worker;

create or replace function add_transaction_keys() returns trigger
  language plpgsql set search_path = eclusa, pg_temp
as $$
begin
  insert into transaction_keys (user_id, wallet_id, id, created_at) select user_id, wallet_id, id, created_at from added;
  return null;
end $$;
revoke execute on function add_transaction_keys() from public;
-- then
create or replace trigger transactions_have_keys after insert on transactions referencing new table as added
  for each statement execute function add_transaction_keys();
-- then
alter table transactions enable always trigger transactions_have_keys;
-- then
-- The transactions that exist already, one month in each transaction.
create or replace procedure fill_transaction_keys()
  language plpgsql
as $$
declare
  month regclass;
begin
  for month in select relid from pg_partition_tree('eclusa.transactions') where isleaf loop
    execute format('insert into eclusa.transaction_keys (user_id, wallet_id, id, created_at)
      select user_id, wallet_id, id, created_at from %s on conflict do nothing', month);
    commit;
  end loop;
end $$;
-- then
call eclusa.fill_transaction_keys();
-- then
drop procedure fill_transaction_keys();
drop policy filled_by_owner on transaction_keys;
