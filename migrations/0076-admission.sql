-- in steps
-- A finished onboarding leaves a user who can work: its product is the one it calls under when it names none, and it has a
-- wallet there. Until now it had neither, and half of the operations had nothing to act on.
alter table user_accounts add column if not exists default_wallet_id uuid;
-- then
alter table onboardings add column if not exists target_user_id uuid, add column if not exists default_wallet_id uuid;
-- then
-- Analysts finish onboardings too. Of an account, only the function below says whom it has become.
grant update (target_user_id, default_wallet_id) on onboardings to eclusa_operator;

-- Makes the person of a finished onboarding a user of its own, and a target user of the product it was registered for. The
-- API's role may write neither users nor wallets: it asks for this, about an account of its own scope, in the transaction
-- that finishes the onboarding. However often it is asked, it is the same user and the same wallet.
create or replace function admit_person(account uuid) returns user_accounts
  language plpgsql security definer set search_path = eclusa, pg_temp
as $$
declare
  owned user_accounts;
  admitted uuid := gen_random_uuid();
  wallet uuid := gen_random_uuid();
begin
  select * into owned from user_accounts where user_id = scope_user_id() and id = account for update;
  if not found then raise exception 'no such account in this scope'; end if;
  if owned.target_user_id is not null then return owned; end if;
  if not exists (select 1 from onboardings
    where user_id = scope_user_id() and account_id = account and status = 'finished') then
    raise exception 'the onboarding of this account is not finished';
  end if;
  insert into users (id, name) values (admitted, left(owned.name, 80));
  insert into product_users (user_id, product_id, role, is_default) values (admitted, owned.product_id, 'TARGET', true);
  insert into wallets (user_id, id, product_id, name, is_default)
  values (admitted, wallet, owned.product_id, left(owned.name, 80), true);
  update user_accounts set target_user_id = admitted, default_wallet_id = wallet
  where user_id = scope_user_id() and id = account returning * into owned;
  return owned;
end $$;
revoke execute on function admit_person(uuid) from public;
grant execute on function admit_person(uuid) to eclusa_api, eclusa_operator;

-- As processes of the version before ask for it, with the same outcome.
create or replace function admit_target_user(account uuid) returns uuid
  language sql security definer set search_path = eclusa, pg_temp
begin atomic
  select target_user_id from admit_person(account);
end;
-- then
-- Users who were admitted before are given the same, some at a time, where nobody has given it to them.
drop policy if exists filled_by_owner on user_accounts;
create policy filled_by_owner on user_accounts to current_user using (true) with check (true);
create or replace procedure give_wallets()
  language plpgsql
as $$
declare
  admitted uuid[];
  last uuid := '00000000-0000-0000-0000-000000000000';
begin
  loop
    select array_agg(target_user_id order by target_user_id) into admitted from (
      select target_user_id from user_accounts where target_user_id > last order by target_user_id limit 500) batch;
    exit when admitted is null;
    last := admitted[cardinality(admitted)];
    insert into wallets (user_id, id, product_id, name, is_default)
    select target_user_id, gen_random_uuid(), product_id, left(name, 80), true from user_accounts account
    where target_user_id = any (admitted) and not exists (select from wallets
      where user_id = account.target_user_id and product_id = account.product_id and is_default);
    update user_accounts account set default_wallet_id = wallet.id from wallets wallet
    where account.target_user_id = any (admitted) and account.default_wallet_id is null
      and wallet.user_id = account.target_user_id and wallet.product_id = account.product_id and wallet.is_default;
    update product_users membership set is_default = true
    where user_id = any (admitted) and role = 'TARGET' and not exists (
      select from product_users other where other.user_id = membership.user_id and other.is_default or
        other.user_id = membership.user_id and other.product_id < membership.product_id);
    commit;
  end loop;
end $$;
-- then
call eclusa.give_wallets();
-- then
drop procedure give_wallets();
drop policy filled_by_owner on user_accounts;
