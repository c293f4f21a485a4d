-- The id of an onboarding is chosen by the caller, and operators name an onboarding by it alone: there is one of each.
create unique index onboardings_id on onboardings (id);
drop index onboardings_by_id;

-- The user that an account becomes has an id of its own, which nobody chooses. The id of the account is the caller's, and
-- would otherwise be somebody's `sub` before that somebody is a user.
alter table user_accounts add column target_user_id uuid references users;
-- The owner is held by the scope too, and a migration has none.
alter table user_accounts no force row level security;
update user_accounts set target_user_id = id
where state = 'active' and exists (select 1 from users where users.id = user_accounts.id);
alter table user_accounts force row level security;
create unique index user_accounts_target_user on user_accounts (target_user_id);
-- An account may now have the id of anything: it does not become a user's.
drop trigger user_accounts_id_of_user on user_accounts;
drop function refuse_id_of_user();
-- Only the function below writes the id of the user.
revoke update on user_accounts from eclusa_api;
grant update (state, version, updated_at) on user_accounts to eclusa_api;

-- Answers the id of the user, the same one however often it is asked.
drop function admit_target_user(uuid);
create function admit_target_user(account uuid) returns uuid
  language plpgsql security definer set search_path = eclusa, pg_temp
as $$
declare
  owned user_accounts;
  admitted uuid := gen_random_uuid();
begin
  select * into owned from user_accounts where user_id = scope_user_id() and id = account for update;
  if not found then raise exception 'no such account in this scope'; end if;
  if owned.target_user_id is not null then return owned.target_user_id; end if;
  if not exists (select 1 from onboardings
    where user_id = scope_user_id() and account_id = account and status = 'finished') then
    raise exception 'the onboarding of this account is not finished';
  end if;
  insert into users (id, name) values (admitted, left(owned.name, 80));
  insert into product_users (user_id, product_id, role) values (admitted, owned.product_id, 'TARGET');
  update user_accounts set target_user_id = admitted where user_id = scope_user_id() and id = account;
  return admitted;
end $$;
revoke execute on function admit_target_user(uuid) from public;
grant execute on function admit_target_user(uuid) to eclusa_api, eclusa_operator;

-- The same as before, and in which role the caller is in the product. Older binaries name the columns they read.
drop function resolve_scope(uuid, uuid, uuid, uuid);
create function resolve_scope(caller uuid, asked_product uuid, asked_target uuid, asked_wallet uuid)
  returns table (product_id uuid, product_role text, user_id uuid, wallet_id uuid, wallet_status text)
  language sql stable security definer set search_path = eclusa, pg_temp
begin atomic
  select product.id, product.role, on_behalf.id, wallet.id, wallet.status
  from users as authenticated
  left join lateral (
    select membership.product_id as id, membership.role
    from product_users membership join products on products.id = membership.product_id
    where membership.user_id = authenticated.id and products.status = 'ACTIVE'
      and case when asked_product is null then membership.is_default else membership.product_id = asked_product end
  ) product on true
  left join lateral (
    select authenticated.id where asked_target is null or asked_target = authenticated.id
    union all
    select target.user_id
    from product_users target join users on users.id = target.user_id
    where asked_target <> authenticated.id and product.role = 'OWNER'
      and target.user_id = asked_target and target.product_id = product.id and users.status = 'ACTIVE'
  ) on_behalf on true
  left join wallets wallet
    on wallet.user_id = on_behalf.id
    and case when asked_wallet is null then wallet.is_default else wallet.id = asked_wallet end
  where authenticated.id = caller and authenticated.status = 'ACTIVE';
end;
revoke execute on function resolve_scope(uuid, uuid, uuid, uuid) from public;
grant execute on function resolve_scope(uuid, uuid, uuid, uuid) to eclusa_api;

-- Since when whoever judges a step has been saying that there will be a verdict.
alter table onboarding_steps add column pending_since timestamptz(3);

-- What has ended waits for nobody, and is not looked through by whoever looks for what waits.
drop index onboarding_steps_in_review;
create index onboarding_steps_in_review on onboarding_steps (updated_at)
  where status = 'MANUAL_REVIEW' and finished_at is null;
drop index livenesses_in_analysis;
create index livenesses_in_analysis on livenesses (updated_at) where status = 'IN_ANALYSIS' and revoked_at is null;

-- Every filter that lists have, in both orders: planned for all values, a list with two filters and an index for one would
-- read everything of the owner that has the one.
create index onboardings_by_status_change on onboardings (user_id, status, updated_at, id);
create index onboardings_by_type_change on onboardings (user_id, person_type, updated_at, id);
create index onboardings_by_type_status on onboardings (user_id, person_type, status, created_at, id);
create index onboardings_by_type_status_change on onboardings (user_id, person_type, status, updated_at, id);
-- Documents are read by the onboarding they belong to.
drop index onboarding_documents_by_representative;

-- Analysts change what a decision changes, and nothing of what it is about.
revoke update on user_accounts, onboardings, onboarding_steps, livenesses, liveness_videos from eclusa_operator;
grant update (state, version, updated_at) on user_accounts to eclusa_operator;
grant update (status, failed_code, failed_message, rejected_legal_representative_id, liveness_method, submitted_at,
  finished_at, expires_at, version, updated_at) on onboardings to eclusa_operator;
grant update (status, attempts, failures, pending_since, reason, next_action_at, finished_at, version, updated_at)
  on onboarding_steps to eclusa_operator;
grant update (status, method, generation, revoked_at, attempts, submitted_at, version, updated_at)
  on livenesses to eclusa_operator;
grant update (state, version, updated_at) on liveness_videos to eclusa_operator;
-- Nothing changes these once they are there.
revoke update on shareholders, legal_representatives from eclusa_api;
