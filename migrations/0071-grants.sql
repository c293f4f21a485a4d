-- in steps
-- What is made for a user by somebody else is made under a grant, and ends with it.

-- `grant_id`: under which it was made; null for what a user made for itself. `scope`: it hears the events of its user, or
-- those of all target users of its product, which only an owner of the product may ask for.
alter table webhook_endpoints
  add column if not exists grant_id uuid,
  add column if not exists scope text not null default 'USER' check (scope in ('USER', 'PRODUCT'));
-- An operator's command ends endpoints: it says when, and takes their secrets.
grant update (deleted_at, secret, previous_secret, previous_secret_expires_at, version, updated_at)
  on webhook_endpoints to eclusa_operator;
-- then
-- Whose event it tells, where that is not the user who is told.
alter table webhook_deliveries add column if not exists event_user_id uuid;
-- then
-- The links of an onboarding end with the grant it was begun under.
alter table onboardings add column if not exists grant_id uuid;
-- then
drop policy if exists filled_by_owner on webhook_endpoints;
create policy filled_by_owner on webhook_endpoints to current_user using (true) with check (true);
-- then
-- Endpoints that are there already were made under the grant of their product.
update webhook_endpoints endpoint set grant_id = target.grant_id
from product_users target
where endpoint.grant_id is null and target.user_id = endpoint.user_id and target.product_id = endpoint.product_id
  and target.role = 'TARGET';
-- then
drop policy filled_by_owner on webhook_endpoints;
-- then
create index concurrently webhook_endpoints_of_product on webhook_endpoints (product_id, user_id)
  where product_id is not null and deleted_at is null;
-- then
create index concurrently product_users_owners on product_users (product_id, user_id) where role = 'OWNER';
-- then
-- What the owner of a product lists: what happened under it, to whomever.
create index concurrently events_under_product on events (product_id, created_at, id) where product_id is not null;
-- then
create index concurrently events_under_product_by_type on events (product_id, type, created_at, id)
  where product_id is not null;
-- then
create index concurrently events_under_product_by_object on events (product_id, object_id, created_at, id)
  where product_id is not null;
-- then
-- Whether what was made for a user may still be used: by the user itself as long as it is active, and under a grant as
-- long as the grant is there, its product is active, and so is who owns that.
create or replace function still_served(served uuid, under_grant uuid) returns boolean
  language sql stable security definer set search_path = eclusa, pg_temp
begin atomic
  select exists (select from users where id = served and status = 'ACTIVE')
    and (under_grant is null or exists (
      select from product_users target join products on products.id = target.product_id
      where target.grant_id = under_grant and target.user_id = served and target.role = 'TARGET'
        and products.status = 'ACTIVE'
        and exists (select from product_users owning join users on users.id = owning.user_id
          where owning.product_id = target.product_id and owning.role = 'OWNER' and users.status = 'ACTIVE')));
end;

-- Whether the owner of a product is still served through it, and may be told of one of its target users.
create or replace function serves_target(owner uuid, product uuid, target uuid) returns boolean
  language sql stable security definer set search_path = eclusa, pg_temp
begin atomic
  select exists (
    select from product_users owning
    join users on users.id = owning.user_id
    join products on products.id = owning.product_id
    join product_users served on served.user_id = target and served.product_id = product and served.role = 'TARGET'
    join users target_user on target_user.id = served.user_id
    where owning.user_id = owner and owning.product_id = product and owning.role = 'OWNER'
      and users.status = 'ACTIVE' and products.status = 'ACTIVE' and target_user.status = 'ACTIVE');
end;
revoke execute on function still_served(uuid, uuid), serves_target(uuid, uuid, uuid) from public;
grant execute on function still_served(uuid, uuid), serves_target(uuid, uuid, uuid) to eclusa_api, eclusa_operator;

-- The product that the caller owns and acts for itself under, when it asked for what happens to its target users.
create or replace function scope_owned_product_id() returns uuid
  language sql stable parallel safe
  return nullif(current_setting('eclusa.owned_product_id', true), '')::uuid;
grant execute on function scope_owned_product_id() to eclusa_api, eclusa_operator;
-- then
drop policy if exists events_of_targets on events;
create policy events_of_targets on events for select to eclusa_api
  using (product_id = scope_owned_product_id() and serves_target(scope_user_id(), product_id, user_id));
-- then
drop policy if exists webhook_endpoints_told_by_owner on webhook_endpoints;
create policy webhook_endpoints_told_by_owner on webhook_endpoints for select to current_user using (true);
-- then
drop policy if exists webhook_deliveries_queued_by_owner on webhook_deliveries;
create policy webhook_deliveries_queued_by_owner on webhook_deliveries for insert to current_user with check (true);
-- then
-- Queues a delivery of each of these events for each endpoint that wants it, or for the one that is named: those of its
-- user, but one that was made under a grant hears only of its product; and those of the product's owners. It runs as the
-- owner of the schema, because whoever is bound to a product may not see all that listen. The API tells events of its
-- scope alone; who works across users has no scope.
create or replace function queue_deliveries(users uuid[], products uuid[], ids uuid[], types text[], times timestamptz[],
  only_endpoint uuid default null) returns void
  language sql security definer set search_path = eclusa, pg_temp
begin atomic
  insert into webhook_deliveries (user_id, id, endpoint_id, event_id, event_type, event_user_id, product_id, created_at)
  with told as (
    select * from unnest(users, products, ids, types, times) told (user_id, product_id, id, type, created_at)
    where pg_has_role(session_user, 'eclusa_operator', 'member') 
      or told.user_id = nullif(current_setting('eclusa.user_id', true), '')::uuid
  ), heard as (
    select endpoint.user_id, endpoint.id, endpoint.product_id, endpoint.event_types, told.id as event_id, told.type,
      told.user_id as event_user_id, told.created_at
    from told join webhook_endpoints endpoint on endpoint.user_id = told.user_id
    where (endpoint.scope = 'USER' or endpoint.id = only_endpoint) and endpoint.enabled and endpoint.deleted_at is null
      and (endpoint.product_id is null or endpoint.product_id = told.product_id)
    union all
    select endpoint.user_id, endpoint.id, endpoint.product_id, endpoint.event_types, told.id, told.type, told.user_id,
      told.created_at
    from told join webhook_endpoints endpoint on endpoint.product_id = told.product_id
    where endpoint.scope = 'PRODUCT' and endpoint.enabled and endpoint.deleted_at is null
      and serves_target(endpoint.user_id, endpoint.product_id, told.user_id)
  )
  select heard.user_id, webhook_delivery_id(event_id, heard.id), heard.id, event_id, type, event_user_id, product_id, created_at
  from heard
  where case when only_endpoint is null then event_types is null or type = any (event_types) else id = only_endpoint end;
end;
revoke execute on function queue_deliveries(uuid[], uuid[], uuid[], text[], timestamptz[], uuid) from public;
grant execute on function queue_deliveries(uuid[], uuid[], uuid[], text[], timestamptz[], uuid)
  to eclusa_api, eclusa_operator;
