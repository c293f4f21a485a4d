-- in steps
-- Whose record it is: beside the user it belongs to, a record knows the product it was made under. Who acts for somebody
-- else is bound to a product, and sees and changes what belongs to it; a user who acts for itself is bound to none.
--
-- Rows that are there already belong to the product of which their user is a target, if it is the target of one alone;
-- otherwise to none, and only the user itself sees them. The same holds for what processes of the version before write
-- while they still run. Steps are short, so that this runs beside requests.

-- The product the transaction is bound to, and the wallet it is about; null when a user acts for itself.
create or replace function scope_product_id() returns uuid
  language sql stable parallel safe
  return nullif(current_setting('eclusa.product_id', true), '')::uuid;
create or replace function scope_wallet_id() returns uuid
  language sql stable parallel safe
  return nullif(current_setting('eclusa.wallet_id', true), '')::uuid;
grant execute on function scope_product_id(), scope_wallet_id() to eclusa_api, eclusa_operator;

-- The one product through which a user is served, or null when there is none or more than one.
create or replace function only_product_of(served uuid) returns uuid
  language sql stable security definer set search_path = eclusa, pg_temp
begin atomic
  select min(product_id::text)::uuid from product_users where user_id = served and role = 'TARGET' having count(*) = 1;
end;
revoke execute on function only_product_of(uuid) from public;
grant execute on function only_product_of(uuid) to eclusa_operator;

-- For rows of a process of the version before, which opens a scope and says nothing of products.
create or replace function give_product() returns trigger
  language plpgsql security definer set search_path = eclusa, pg_temp
as $$
begin
  new.product_id := only_product_of(new.user_id);
  return new;
end $$;
-- What belongs to an onboarding belongs to its product.
create or replace function give_product_of_onboarding() returns trigger
  language plpgsql security definer set search_path = eclusa, pg_temp
as $$
begin
  new.product_id := (select product_id from onboardings where user_id = new.user_id and id = new.onboarding_id);
  return new;
end $$;

-- Makes room for the product in a table of users' records, and puts the second wall around it. The owner of the schema is
-- held by policies too: one of its own lets it fill what is there, and is dropped at the end.
create or replace function bring_product(brought regclass, rule text) returns void
  language plpgsql set search_path = eclusa, pg_temp
as $$
begin
  execute format('alter table %s add column if not exists product_id uuid', brought);
  execute format('drop policy if exists bound_to_product on %s', brought);
  execute format('create policy bound_to_product on %s as restrictive to eclusa_api
    using (scope_product_id() is null or product_id = scope_product_id())', brought);
  execute format('drop policy if exists filled_by_owner on %s', brought);
  execute format('create policy filled_by_owner on %s to current_user using (true) with check (true)', brought);
  if rule is null then return; end if;
  execute format($trigger$
    create or replace trigger told_nothing_of_products before insert or update on %s for each row
    when (new.product_id is null and current_setting('eclusa.product_id', true) is null
      and coalesce(current_setting('eclusa.user_id', true), '') <> '')
    execute function %s()$trigger$, brought, rule);
end $$;

-- Fills what is there, some pages of the table at a time and each in a transaction of its own. A row that somebody holds is
-- passed over and come back to, so that no two wait for each other.
create or replace procedure fill_products(filled text, product text)
  language plpgsql
as $$
declare
  leaf regclass;
  first bigint;
  pages bigint;
  tries integer;
  missing boolean;
  pages_at_once constant integer := 16;
begin
  -- A table that is not cut by month has no tree, and is its own only leaf.
  for leaf in
    select coalesce(relid, table_id) from (select ('eclusa.' || filled)::regclass as table_id) whole
    left join pg_partition_tree(table_id) on true
    where coalesce(isleaf, true)
  loop
    pages := pg_relation_size(leaf) / current_setting('block_size')::integer;
    first := 0;
    while first <= pages loop
      tries := 0;
      loop
        execute format('with missing as (
            select ctid as at, %1$s as product_id from %2$s as record
            where ctid >= %3$L::tid and ctid < %4$L::tid and product_id is null for no key update skip locked
          )
          update %2$s as record set product_id = missing.product_id from missing
          where record.ctid = missing.at and missing.product_id is not null',
          product, leaf, format('(%s,0)', first), format('(%s,0)', first + pages_at_once));
        commit;
        execute format('select exists (select from %2$s as record
            where ctid >= %3$L::tid and ctid < %4$L::tid and product_id is null and %1$s is not null)',
          product, leaf, format('(%s,0)', first), format('(%s,0)', first + pages_at_once)) into missing;
        exit when not missing;
        tries := tries + 1;
        if tries = 500 then raise exception '% has rows that are held for too long', leaf; end if;
        perform pg_sleep(0.02);
      end loop;
      first := first + pages_at_once;
    end loop;
  end loop;
end $$;
-- then
-- A grant is a membership of a target. Removed and given again it is another one.
alter table product_users add column if not exists grant_id uuid;
alter table product_users alter column grant_id set default gen_random_uuid();
-- then
alter table wallets add column if not exists product_id uuid;
-- then
alter table replay_claims add column if not exists product_id uuid default scope_product_id();
-- then
select bring_product('crossborder_clients', 'give_product');
-- then
select bring_product('crossborder_accounts', 'give_product');
-- then
select bring_product('client_activity', 'give_product');
-- then
select bring_product('events', 'give_product');
-- then
select bring_product('files', 'give_product');
-- then
select bring_product('webhook_endpoints', 'give_product');
-- then
select bring_product('webhook_deliveries', 'give_product');
-- then
select bring_product('billet_decodes', 'give_product');
-- then
-- These two were made for a product from the beginning.
select bring_product('user_accounts', null);
-- then
select bring_product('onboardings', null);
-- then
select bring_product('shareholders', 'give_product_of_onboarding');
-- then
select bring_product('legal_representatives', 'give_product_of_onboarding');
-- then
select bring_product('onboarding_documents', 'give_product_of_onboarding');
-- then
select bring_product('onboarding_steps', 'give_product_of_onboarding');
-- then
select bring_product('onboarding_activity', 'give_product_of_onboarding');
-- then
select bring_product('livenesses', 'give_product_of_onboarding');
-- then
select bring_product('liveness_videos', 'give_product_of_onboarding');
-- then
-- Only the page of a person has to do with these, and that is bound to nothing.
drop policy if exists bound_to_product on liveness_parts;
create policy bound_to_product on liveness_parts as restrictive to eclusa_api using (scope_product_id() is null);
-- then
-- What happens in a wallet goes with the wallet, whose product was looked at when the scope was resolved.
drop policy if exists bound_to_product on transactions;
create policy bound_to_product on transactions as restrictive to eclusa_api
  using (scope_product_id() is null or wallet_id = scope_wallet_id());
-- then
drop policy if exists bound_to_product on infraction_notifications;
create policy bound_to_product on infraction_notifications as restrictive to eclusa_api
  using (scope_product_id() is null or wallet_id = scope_wallet_id());
-- then
drop policy if exists bound_to_product on fund_recovery_requests;
create policy bound_to_product on fund_recovery_requests as restrictive to eclusa_api
  using (scope_product_id() is null or wallet_id = scope_wallet_id());
-- then
drop policy if exists bound_to_product on refund_requests;
create policy bound_to_product on refund_requests as restrictive to eclusa_api
  using (scope_product_id() is null or wallet_id = scope_wallet_id());
-- then
-- What was moved here by whoever writes meanwhile was given its product by the trigger.
call eclusa.fill_products('wallets', 'eclusa.only_product_of(record.user_id)');
-- then
call eclusa.fill_products('crossborder_clients', 'eclusa.only_product_of(record.user_id)');
-- then
call eclusa.fill_products('crossborder_accounts', 'eclusa.only_product_of(record.user_id)');
-- then
call eclusa.fill_products('client_activity', 'eclusa.only_product_of(record.user_id)');
-- then
call eclusa.fill_products('events', 'eclusa.only_product_of(record.user_id)');
-- then
call eclusa.fill_products('files', 'eclusa.only_product_of(record.user_id)');
-- then
call eclusa.fill_products('webhook_endpoints', 'eclusa.only_product_of(record.user_id)');
-- then
call eclusa.fill_products('webhook_deliveries', 'eclusa.only_product_of(record.user_id)');
-- then
call eclusa.fill_products('billet_decodes', 'eclusa.only_product_of(record.user_id)');
-- then
call eclusa.fill_products('shareholders',
  '(select product_id from eclusa.onboardings where user_id = record.user_id and id = record.onboarding_id)');
-- then
call eclusa.fill_products('legal_representatives',
  '(select product_id from eclusa.onboardings where user_id = record.user_id and id = record.onboarding_id)');
-- then
call eclusa.fill_products('onboarding_documents',
  '(select product_id from eclusa.onboardings where user_id = record.user_id and id = record.onboarding_id)');
-- then
call eclusa.fill_products('onboarding_steps',
  '(select product_id from eclusa.onboardings where user_id = record.user_id and id = record.onboarding_id)');
-- then
call eclusa.fill_products('onboarding_activity',
  '(select product_id from eclusa.onboardings where user_id = record.user_id and id = record.onboarding_id)');
-- then
call eclusa.fill_products('livenesses',
  '(select product_id from eclusa.onboardings where user_id = record.user_id and id = record.onboarding_id)');
-- then
call eclusa.fill_products('liveness_videos',
  '(select product_id from eclusa.onboardings where user_id = record.user_id and id = record.onboarding_id)');
-- then
update product_users set grant_id = gen_random_uuid() where grant_id is null;
-- then
alter table product_users drop constraint if exists product_users_grant;
alter table product_users add constraint product_users_grant check (grant_id is not null) not valid;
-- then
alter table product_users validate constraint product_users_grant;
-- then
create unique index concurrently product_users_by_grant on product_users (grant_id);
-- then
alter table wallets drop constraint if exists wallets_of_product;
alter table wallets add constraint wallets_of_product foreign key (product_id) references products not valid;
-- then
alter table wallets validate constraint wallets_of_product;
-- then
-- A user has a default wallet in each product, and one outside of all.
create unique index concurrently wallets_default_of_product on wallets (user_id, product_id) nulls not distinct
  where is_default;
-- then
drop index if exists wallets_default;
-- then
-- Lists of who is bound to a product, which cost as much however much the user has under others.
create index concurrently crossborder_clients_of_product on crossborder_clients (user_id, product_id, created_at, id);
-- then
create index concurrently crossborder_clients_of_product_by_name on crossborder_clients (user_id, product_id, name, id);
-- then
create index concurrently files_of_product on files (user_id, product_id, created_at, id);
-- then
create index concurrently events_of_product on events (user_id, product_id, created_at, id) where product_id is not null;
-- then
create index concurrently webhook_deliveries_of_product on webhook_deliveries (user_id, product_id, created_at, id)
  where product_id is not null;
-- then
create index concurrently onboardings_of_product on onboardings (user_id, product_id, created_at, id);
-- then
create index concurrently onboardings_of_product_by_change on onboardings (user_id, product_id, updated_at, id);
-- then
create index concurrently shareholders_of_product on shareholders (user_id, product_id, created_at, id);
-- then
create index concurrently legal_representatives_of_product on legal_representatives (user_id, product_id, created_at, id);
-- then
drop policy filled_by_owner on crossborder_clients;
-- then
drop policy filled_by_owner on crossborder_accounts;
-- then
drop policy filled_by_owner on client_activity;
-- then
drop policy filled_by_owner on events;
-- then
drop policy filled_by_owner on files;
-- then
drop policy filled_by_owner on webhook_endpoints;
-- then
drop policy filled_by_owner on webhook_deliveries;
-- then
drop policy filled_by_owner on billet_decodes;
-- then
drop policy filled_by_owner on user_accounts;
-- then
drop policy filled_by_owner on onboardings;
-- then
drop policy filled_by_owner on shareholders;
-- then
drop policy filled_by_owner on legal_representatives;
-- then
drop policy filled_by_owner on onboarding_documents;
-- then
drop policy filled_by_owner on onboarding_steps;
-- then
drop policy filled_by_owner on onboarding_activity;
-- then
drop policy filled_by_owner on livenesses;
-- then
drop policy filled_by_owner on liveness_videos;
-- then
-- The whole scope of a request in one query, as before; and under which grant somebody else is acted for, which only a
-- target can be. Who is bound to a product has the wallets of that product alone. Who names no wallet has the default of
-- the product, or else the one outside of all.
create or replace function scope_of(caller uuid, asked_product uuid, asked_target uuid, asked_wallet uuid)
  returns table (product_id uuid, product_role text, user_id uuid, grant_id uuid, wallet_id uuid, wallet_status text,
    wallet_product_id uuid)
  language sql stable security definer set search_path = eclusa, pg_temp
begin atomic
  select product.id, product.role, on_behalf.id, on_behalf.grant_id, wallet.id, wallet.status, wallet.product_id
  from users as authenticated
  left join lateral (
    select membership.product_id as id, membership.role
    from product_users membership join products on products.id = membership.product_id
    where membership.user_id = authenticated.id and products.status = 'ACTIVE'
      and case when asked_product is null then membership.is_default else membership.product_id = asked_product end
  ) product on true
  left join lateral (
    select authenticated.id, null::uuid as grant_id where asked_target is null or asked_target = authenticated.id
    union all
    select target.user_id, target.grant_id
    from product_users target join users on users.id = target.user_id
    where asked_target <> authenticated.id and product.role = 'OWNER' and target.role = 'TARGET'
      and target.user_id = asked_target and target.product_id = product.id and users.status = 'ACTIVE'
  ) on_behalf on true
  left join lateral (
    select wallets.id, wallets.status, wallets.product_id
    from wallets
    where wallets.user_id = on_behalf.id
      and case when asked_wallet is null then wallets.is_default else wallets.id = asked_wallet end
      and (on_behalf.id = authenticated.id or wallets.product_id = product.id)
    order by wallets.product_id is not distinct from product.id desc, wallets.product_id nulls first
    limit 1
  ) wallet on true
  where authenticated.id = caller and authenticated.status = 'ACTIVE';
end;
revoke execute on function scope_of(uuid, uuid, uuid, uuid) from public;
grant execute on function scope_of(uuid, uuid, uuid, uuid) to eclusa_api;

-- For processes of the version before: the same answer, as far as they know to ask.
create or replace function resolve_scope(caller uuid, asked_product uuid, asked_target uuid, asked_wallet uuid)
  returns table (product_id uuid, product_role text, user_id uuid, wallet_id uuid, wallet_status text)
  language sql stable security definer set search_path = eclusa, pg_temp
begin atomic
  select product_id, product_role, user_id, wallet_id, wallet_status
  from scope_of(caller, asked_product, asked_target, asked_wallet);
end;

-- The product of a wallet, for whoever tells what happened in it.
create or replace function product_of_wallet(owner uuid, wallet uuid) returns uuid
  language sql stable security definer set search_path = eclusa, pg_temp
begin atomic
  select product_id from wallets where user_id = owner and id = wallet;
end;
revoke execute on function product_of_wallet(uuid, uuid) from public;
grant execute on function product_of_wallet(uuid, uuid) to eclusa_api, eclusa_operator;

drop procedure fill_products(text, text);
drop function bring_product(regclass, text);
