-- A function in SQL that cannot be folded into who asks is planned anew at every call before PostgreSQL 18: the scope of a request
-- cost more than all else it asked for. In plpgsql it is planned once for a connection, everywhere.

-- As before.
create or replace function scope_of(caller uuid, asked_product uuid, asked_target uuid, asked_wallet uuid)
  returns table (product_id uuid, product_role text, user_id uuid, grant_id uuid, wallet_id uuid, wallet_status text,
    wallet_product_id uuid)
  language plpgsql stable security definer rows 1 set search_path = eclusa, pg_temp
as $$
#variable_conflict use_column
begin
  return query
  select product.id, product.role, on_behalf.id, on_behalf.grant_id, wallet.id, wallet.status, wallet.product_id
  from (select users.id, users.status from users where users.id = caller offset 0) as authenticated
  left join lateral (
    select membership.product_id as id, membership.role
    from (select product_users.product_id, product_users.role, product_users.is_default from product_users
      where product_users.user_id = authenticated.id offset 0) membership
    where case when asked_product is null then membership.is_default else membership.product_id = asked_product end
      and (select products.status from products where products.id = membership.product_id) = 'ACTIVE'
  ) product on true
  left join lateral (
    select authenticated.id, null::uuid as grant_id where asked_target is null or asked_target = authenticated.id
    union all
    select asked_target, target.grant_id
    from (select product_users.product_id, product_users.role, product_users.grant_id from product_users
      where product_users.user_id = asked_target offset 0) target
    where asked_target <> authenticated.id and product.role = 'OWNER' and target.role = 'TARGET'
      and target.product_id = product.id and (select users.status from users where users.id = asked_target) = 'ACTIVE'
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
  where authenticated.status = 'ACTIVE';
end $$;

-- As before.
create or replace function queue_deliveries(users uuid[], products uuid[], ids uuid[], types text[], times timestamptz[],
  only_endpoint uuid default null) returns void
  language plpgsql security definer set search_path = eclusa, pg_temp
as $$
#variable_conflict use_column
begin
  insert into webhook_deliveries (user_id, id, endpoint_id, event_id, event_type, event_user_id, product_id, created_at)
  with told as (
    select * from unnest(users, products, ids, types, times) told (user_id, product_id, id, type, created_at)
    where pg_has_role(session_user, 'eclusa_worker', 'member') or pg_has_role(session_user, 'eclusa_desk', 'member')
      or pg_has_role(session_user, 'eclusa_bootstrap', 'member') or pg_has_role(session_user, 'eclusa_operator', 'member')
      or told.user_id = nullif(current_setting('eclusa.user_id', true), '')::uuid
  ), heard as (
    select endpoint.user_id, endpoint.id, endpoint.product_id, endpoint.event_types, told.id as event_id, told.type,
      told.user_id as event_user_id, told.created_at
    from told cross join lateral (
      select user_id, id, product_id, event_types from webhook_endpoints
      where user_id = told.user_id and (scope = 'USER' or id = only_endpoint) and enabled and deleted_at is null
        and (product_id is null or product_id = told.product_id)
      -- A fence: without it this would be a join, which while there are few endpoints reads all of them.
      offset 0
    ) endpoint
    union all
    select endpoint.user_id, endpoint.id, endpoint.product_id, endpoint.event_types, told.id, told.type, told.user_id,
      told.created_at
    from told cross join lateral (
      select user_id, id, product_id, event_types from webhook_endpoints
      where product_id = told.product_id and scope = 'PRODUCT' and enabled and deleted_at is null
      offset 0
    ) endpoint
    where serves_target(endpoint.user_id, endpoint.product_id, told.user_id)
  )
  select heard.user_id, webhook_delivery_id(event_id, heard.id), heard.id, event_id, type, event_user_id, product_id, created_at
  from heard
  where case when only_endpoint is null then event_types is null or type = any (event_types) else id = only_endpoint end;
end $$;

-- As before.
create or replace function product_of_wallet(owner uuid, wallet uuid) returns uuid
  language plpgsql stable security definer set search_path = eclusa, pg_temp
as $$
begin
  return (select product_id from wallets where user_id = owner and id = wallet);
end $$;
