-- A write asserts its scope in its last round trip, and a revocation waits for the writes that have asserted it. Without the wait a
-- write could assert the old version, lose its turn, and commit after the revocation was acknowledged.
--
-- The locks are advisory: a shared lock on a row would write a tuple for each request. Both sides end with their transaction.

-- Few names, so that one statement that changes a million users takes a bounded number of locks.
create function scope_lock(id uuid) returns integer
  language sql immutable parallel safe return ('x' || right(id::text, 3))::bit(12)::integer & 1023;

-- As before, and it waits for the writes that have asserted the scope. What is new has revoked nothing.
create or replace function scope_moves() returns trigger
  language plpgsql security definer set search_path = eclusa, pg_temp
as $$
declare
  moved uuid[] := array(
    select distinct whose::uuid from unnest(array[to_jsonb(old) ->> tg_argv[0], to_jsonb(new) ->> tg_argv[0]]) whose
    where whose is not null);
begin
  if tg_op <> 'INSERT' then
    perform pg_advisory_xact_lock(5271441, scope_lock(id)) from unnest(moved) id;
  end if;
  insert into scope_versions (id) select unnest(moved) on conflict (id) do update set version = excluded.version;
  return null;
end $$;

create or replace function every_scope_moves() returns trigger
  language plpgsql security definer set search_path = eclusa, pg_temp
as $$
begin
  perform pg_advisory_xact_lock(5271441, name) from generate_series(0, 1023) name;
  update scope_versions set version = gen_random_uuid();
  return null;
end $$;

-- A revoked key ends the writes it began, as an inactive user does.
create constraint trigger scope_moves after update of revoked_at or delete on api_keys deferrable initially deferred
  for each row execute function scope_moves('user_id');
alter table api_keys enable always trigger scope_moves;

-- Raises SC001 when the scope has another version than the one it was resolved with. It is called right before COMMIT and holds the
-- locks until then. `product` is the one the scope was resolved to, where none was asked for.
create function assert_scope(caller uuid, asked_product uuid, product uuid, on_behalf uuid, known text) returns void
  language plpgsql volatile security definer set search_path = eclusa, pg_temp
as $$
begin
  perform pg_advisory_xact_lock_shared(5271441, scope_lock(caller));
  if on_behalf <> caller then
    perform pg_advisory_xact_lock_shared(5271441, scope_lock(on_behalf));
  end if;
  if product is not null then
    perform pg_advisory_xact_lock_shared(5271441, scope_lock(product));
  end if;
  -- A new statement of a volatile function: its snapshot is taken after the locks, and sees every revocation that has committed.
  if scope_version(caller, asked_product, on_behalf) is distinct from known then
    raise exception 'the scope has changed since it was resolved' using errcode = 'SC001';
  end if;
end $$;

-- The same for a link that was made for a user, where no caller is authenticated.
create function assert_served(served uuid, under_product uuid, under_grant uuid) returns void
  language plpgsql volatile security definer set search_path = eclusa, pg_temp
as $$
begin
  perform pg_advisory_xact_lock_shared(5271441, scope_lock(id)) from (
    select served
    union select under_product where under_product is not null
    union select user_id from product_users where product_id = under_product and role = 'OWNER') ids (id);
  if not still_served(served, under_grant)
    or not exists (select from scope_of(served, under_product, null, null) scope where scope.product_id is not null) then
    raise exception 'what the link was made under has ended' using errcode = 'SC001';
  end if;
end $$;
revoke execute on function assert_scope(uuid, uuid, uuid, uuid, text), assert_served(uuid, uuid, uuid) from public;
grant execute on function assert_scope(uuid, uuid, uuid, uuid, text), assert_served(uuid, uuid, uuid) to eclusa_api;
