-- in steps
-- A plan within a function is kept for as long as the connection that made it. One that was made while a table held next to
-- nothing joined it whole, and went on doing so when it was large. These ask for each row by its key, whatever is known of the table.

-- As before, and in one statement.
create or replace function claim_replay(
  owner uuid, selected bytea, others bytea[], window_seconds integer,
  attempt uuid, request text, outcome_status smallint, outcome_resource uuid
) returns void
  language plpgsql set search_path = eclusa, pg_temp
as $$
declare
  window_began timestamptz := now() - make_interval(secs => window_seconds);
  is_taken boolean;
begin
  with claimed as (
    insert into replay_claims as held (user_id, fingerprint, slot, attempt_id, request_id, status, resource_id)
    select owner, asked.fingerprint, replay_slot(now()), attempt, request, outcome_status, outcome_resource
    from unnest(selected || others) as asked (fingerprint)
    -- What another slot still holds is claimed already, by the request that came first. Asked for each by itself: as a join it
    -- would read all claims of the user wherever these were few when it was planned.
    where asked.fingerprint = selected or (select true from replay_claims living
      where living.user_id = owner and living.fingerprint = asked.fingerprint and living.first_seen_at > window_began limit 1) is null
    on conflict (user_id, fingerprint, slot) do update
      set attempt_id = excluded.attempt_id, request_id = excluded.request_id, status = excluded.status,
          resource_id = excluded.resource_id, first_seen_at = now(), last_seen_at = now(), repeats = 0
      where held.first_seen_at <= window_began
    returning fingerprint
  )
  select true into is_taken from claimed where fingerprint = selected;
  if not found then
    raise exception 'the fingerprint is claimed' using errcode = 'unique_violation', constraint = 'replay_claims_pkey';
  end if;
end $$;

-- As before, and who listens is asked for by the user, and by the product.
create or replace function queue_deliveries(users uuid[], products uuid[], ids uuid[], types text[], times timestamptz[],
  only_endpoint uuid default null) returns void
  language sql security definer set search_path = eclusa, pg_temp
begin atomic
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
end;

-- As before. Users, products and memberships are looked up by whom they are of, and judged afterwards: asked for the state and
-- the id at once, a planner that knows of three users goes through all that are active.
create or replace function scope_of(caller uuid, asked_product uuid, asked_target uuid, asked_wallet uuid)
  returns table (product_id uuid, product_role text, user_id uuid, grant_id uuid, wallet_id uuid, wallet_status text,
    wallet_product_id uuid)
  language sql stable security definer set search_path = eclusa, pg_temp
begin atomic
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
end;

create or replace function serves_target(owner uuid, product uuid, target uuid) returns boolean
  language sql stable security definer set search_path = eclusa, pg_temp
begin atomic
  select exists (select from (select product_id, role from product_users where user_id = owner offset 0) owning
      where product_id = product and role = 'OWNER')
    and exists (select from (select product_id, role from product_users where user_id = target offset 0) served
      where product_id = product and role = 'TARGET')
    and coalesce((select status from users where id = owner) = 'ACTIVE' and (select status from users where id = target) = 'ACTIVE'
      and (select status from products where id = product) = 'ACTIVE', false);
end;
-- then
-- As before. A fence keeps it from being answered once for all rows, which would read all clients of the user.
alter policy bound_to_product on crossborder_account_coordinates
  using (scope_product_id() is null or exists (
    select from crossborder_clients client
    where client.user_id = crossborder_account_coordinates.user_id
      and client.id = crossborder_account_coordinates.client_id
    offset 0));
