-- Access: users, products, members, wallets, API keys, and the scope of a request.
--
-- eclusa_api cannot read these tables. It calls functions that return data of one caller at a time, so that even a faulty
-- query cannot list users or keys.

create table users (
  id uuid primary key,
  name text not null check (length(name) between 1 and 80),
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'INACTIVE')),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  -- Null: the default of the installation.
  requests_per_minute integer check (requests_per_minute between 1 and 1000000)
);
comment on table users is 'One row per user: a caller of the API, or a user that others act for. Its id is the subject of its tokens.';
create index users_by_status on users (status, created_at, id);
create index users_by_time on users (created_at, id);
grant select on users to eclusa_worker, eclusa_auditor;
grant select, insert, update (name, requests_per_minute, status, updated_at) on users to eclusa_backoffice;
-- PostgreSQL requires the right to update a column from a login that locks a row.
grant select, insert, update (updated_at) on users to eclusa_bootstrap;
select require_audit_entries('users', '{id}', '{id,name,status}');

create table products (
  id uuid primary key,
  name text not null check (length(name) between 1 and 80),
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'INACTIVE')),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
comment on table products is 'One row per product of the institution, under which owners act for target users.';
create index products_by_status on products (status, created_at, id);
create index products_by_time on products (created_at, id);
grant select on products to eclusa_worker, eclusa_auditor;
grant select, insert, update (name, status, updated_at) on products to eclusa_backoffice;
grant select, insert on products to eclusa_bootstrap;
select require_audit_entries('products', '{id}', '{id,name,status}');

create table product_users (
  user_id uuid not null references users,
  product_id uuid not null references products,
  role text not null check (role in ('OWNER', 'TARGET')),
  is_default boolean not null default false,
  created_at timestamptz(3) not null default now(),
  -- A membership that was removed and given again is another grant: objects made under the first have ended.
  grant_id uuid not null default gen_random_uuid(),
  primary key (user_id, product_id)
);
comment on table product_users is
  'One row per membership of a user in a product. An OWNER may act for the TARGET users of the same product.';
create unique index product_users_by_grant on product_users (grant_id);
create index product_users_by_product on product_users (product_id, user_id);
create index product_users_by_time on product_users (product_id, created_at, user_id);
create unique index product_users_default on product_users (user_id) where is_default;
create index product_users_owners on product_users (product_id, user_id) where role = 'OWNER';
grant select on product_users to eclusa_worker, eclusa_auditor;
grant select, insert, update (grant_id), delete on product_users to eclusa_backoffice;
grant select, insert on product_users to eclusa_bootstrap;
select require_audit_entries('product_users', '{user_id,product_id}', '{user_id,product_id,role,is_default,grant_id}');

create table wallets (
  user_id uuid not null references users,
  product_id uuid references products,
  id uuid not null,
  name text not null check (length(name) between 1 and 80),
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'INACTIVE')),
  is_default boolean not null default false,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (user_id, id)
);
comment on table wallets is 'One row per wallet of a user, in a product or outside of all; Pix transactions belong to one.';
create index wallets_by_time on wallets (user_id, created_at, id);
-- A user has a default wallet in each product, and one outside of all.
create unique index wallets_default_of_product on wallets (user_id, product_id) nulls not distinct where is_default;
grant select on wallets to eclusa_auditor;
grant select, update (updated_at) on wallets to eclusa_worker;
grant select, insert, update (name, status, updated_at) on wallets to eclusa_backoffice;
grant select, insert on wallets to eclusa_bootstrap;
select require_audit_entries('wallets', '{user_id,id}', '{user_id,id,product_id,name,status,is_default}');

create function product_of_wallet(owner uuid, wallet uuid) returns uuid
  language plpgsql stable security definer set search_path = eclusa, pg_temp
as $$
begin
  return (select product_id from wallets where user_id = owner and id = wallet);
end $$;
grant execute on function product_of_wallet(uuid, uuid) to eclusa_api, eclusa_worker, eclusa_backoffice, eclusa_bootstrap;

-- Looked up by id before the user is known, so user_id is not the first column of the key.
create table api_keys (
  id text primary key,
  user_id uuid not null references users,
  name text not null check (length(name) between 1 and 80),
  hash bytea not null check (length(hash) = 32),
  created_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3),
  revoked_at timestamptz(3),
  -- The beginning of the key, by which its owner recognises it.
  prefix text,
  -- The name of the pepper that the hash was last verified with. Null until the key is used.
  pepper text
);
comment on table api_keys is 'One row per API key of a user, kept as a hash.';
create index api_keys_by_pepper on api_keys (pepper) where revoked_at is null;
create index api_keys_by_user on api_keys (user_id, created_at);
grant select, update (hash, pepper) on api_keys to eclusa_worker;
grant select, insert, update (revoked_at) on api_keys to eclusa_backoffice;
grant select, insert on api_keys to eclusa_bootstrap;
grant select on api_keys to eclusa_auditor;
select require_audit_entries('api_keys', '{id}', '{id,user_id,name,hash,revoked_at}');

-- The keys of the user in scope, without their hashes. They belong to no product, so a caller bound to one sees none.
create view own_api_keys with (security_barrier) as
  select user_id, id, name, prefix, created_at, last_used_at, revoked_at from api_keys
  where user_id = scope_user_id() and scope_product_id() is null;
comment on view own_api_keys is 'The API keys of the user in scope, as that user may see them.';
grant select on own_api_keys to eclusa_api;

create table api_key_rehashes (
  id text primary key references api_keys,
  hash bytea not null check (octet_length(hash) = 32),
  pepper text not null
);
comment on table api_key_rehashes is
  'One row per API key whose hash the worker has to replace. Only a request has the key itself, and it does not wait for the audit log.';
grant select, delete on api_key_rehashes to eclusa_worker;

-- The user of a key, for a caller that presents it. `hashes` are of the same key with each pepper, newest first. The last
-- use is stored to the minute, so that a busy key does not write on every request.
create function use_api_key(key_id text, hashes bytea[], peppers text[]) returns uuid
  language plpgsql security definer set search_path = eclusa, pg_temp
as $$
declare
  held record;
  place integer;
begin
  select user_id, hash into held from api_keys where id = key_id and hash = any (hashes) and revoked_at is null;
  if not found then return null; end if;
  place := array_position(hashes, held.hash);
  if place > 1 and not exists (select from api_key_rehashes where id = key_id and pepper = peppers[1]) then
    insert into api_key_rehashes (id, hash, pepper) values (key_id, hashes[1], peppers[1])
    on conflict (id) do update set hash = excluded.hash, pepper = excluded.pepper;
  end if;
  update api_keys set last_used_at = now(), pepper = peppers[place]
  where id = key_id and hash = held.hash and (last_used_at is null or last_used_at < now() - interval '1 minute'
    or pepper is distinct from peppers[place]);
  return held.user_id;
end $$;
grant execute on function use_api_key(text, bytea[], text[]) to eclusa_api;

-- The scope of a request. A row is returned for a known, active caller; its columns are null where a requested object is not
-- the caller's. `grant_id` is set when the caller acts for a target user. Without a requested wallet it is the default one
-- of the product, or else the one outside of all. Each row is found by its key alone and its state is checked afterwards: a
-- plan made on small tables would otherwise read all active rows. It is plpgsql because a connection plans it once.
create function scope_of(caller uuid, asked_product uuid, asked_target uuid, asked_wallet uuid)
  returns table (product_id uuid, product_role text, user_id uuid, grant_id uuid, wallet_id uuid, wallet_status text,
    wallet_product_id uuid)
  language plpgsql stable security definer rows 1 set search_path = eclusa, pg_temp
as $$
#variable_conflict use_column
declare
  state text;
begin
  select status into state from users where id = caller;
  if state is distinct from 'ACTIVE' then return; end if;

  if asked_product is null then
    select product_id, role into product_id, product_role from product_users where user_id = caller and is_default;
  else
    select product_id, role into product_id, product_role from product_users
    where user_id = caller and product_id = asked_product;
  end if;
  select status into state from products where id = scope_of.product_id;
  if state is distinct from 'ACTIVE' then
    product_id := null;
    product_role := null;
  end if;

  if asked_target is null or asked_target = caller then
    user_id := caller;
  elsif scope_of.product_role = 'OWNER' then
    select user_id, grant_id into user_id, grant_id from product_users
    where user_id = asked_target and product_id = scope_of.product_id and role = 'TARGET';
    select status into state from users where id = scope_of.user_id;
    if state is distinct from 'ACTIVE' then
      user_id := null;
      grant_id := null;
    end if;
  end if;

  select id, status, product_id into wallet_id, wallet_status, wallet_product_id from wallets
  where user_id = scope_of.user_id and case when asked_wallet is null then is_default else id = asked_wallet end
    and (scope_of.user_id = caller or product_id = scope_of.product_id)
  order by product_id is not distinct from scope_of.product_id desc, product_id nulls first
  limit 1;
  return next;
end $$;
grant execute on function scope_of(uuid, uuid, uuid, uuid) to eclusa_api;

-- Whether an object made for a user may still be used: by the user itself while it is active, and under a grant while the
-- grant exists, its product is active, and so is an owner of the product.
create function still_served(served uuid, under_grant uuid) returns boolean
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

-- Whether a user owns a product and may receive the events of one of its target users. `offset 0` keeps the planner from reading
-- all members of a product when there are few.
create function serves_target(owner uuid, product uuid, target uuid) returns boolean
  language plpgsql stable security definer set search_path = eclusa, pg_temp
as $$
begin
  return exists (select from (select product_id, role from product_users where user_id = owner offset 0) owning
      where product_id = product and role = 'OWNER')
    and exists (select from (select product_id, role from product_users where user_id = target offset 0) served
      where product_id = product and role = 'TARGET')
    and coalesce((select status from users where id = owner) = 'ACTIVE' and (select status from users where id = target) = 'ACTIVE'
      and (select status from products where id = product) = 'ACTIVE', false);
end $$;
grant execute on function still_served(uuid, uuid), serves_target(uuid, uuid, uuid)
  to eclusa_api, eclusa_worker, eclusa_backoffice, eclusa_bootstrap;

-- The version is random and not a counter: after a failover that lost the last changes, a counter would assign a number
-- twice.
create table scope_versions (
  id uuid primary key,
  version uuid not null default gen_random_uuid()
);
comment on table scope_versions is 'One row per user and product. It changes with everything that a scope depends on.';

-- Few lock names, so that one statement that changes a million users takes a bounded number of advisory locks.
create function scope_lock(id uuid) returns integer
  language sql immutable parallel safe return ('x' || right(id::text, 3))::bit(12)::integer & 1023;

-- Gives the users or products named by a column of the changed row a new version. A revocation waits for the writes that
-- have asserted the scope (assert_scope). The locks are advisory, because a shared row lock would write a tuple for each
-- request. Both sides hold theirs until their transaction ends. An insert revokes nothing and does not wait.
create function change_scope_version() returns trigger
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

create function change_all_scope_versions() returns trigger
  language plpgsql security definer set search_path = eclusa, pg_temp
as $$
begin
  perform pg_advisory_xact_lock(5271441, name) from generate_series(0, 1023) name;
  update scope_versions set version = gen_random_uuid();
  return null;
end $$;

-- Deferred, so that a version is locked after everything else in a transaction and no writer holds one while it waits for a row.
-- Always enabled: a replication role that skips the other triggers revokes too.
create constraint trigger change_scope_version after insert or update of id, status or delete on users
  deferrable initially deferred for each row execute function change_scope_version('id');
create constraint trigger change_scope_version after insert or update of id, status or delete on products
  deferrable initially deferred for each row execute function change_scope_version('id');
create constraint trigger change_scope_version after insert or update or delete on product_users
  deferrable initially deferred for each row execute function change_scope_version('user_id');
create constraint trigger change_scope_version after insert or update or delete on wallets
  deferrable initially deferred for each row execute function change_scope_version('user_id');
create constraint trigger change_scope_version after update of revoked_at or delete on api_keys
  deferrable initially deferred for each row execute function change_scope_version('user_id');
create trigger change_all_scope_versions after truncate on users execute function change_all_scope_versions();
create trigger change_all_scope_versions after truncate on products execute function change_all_scope_versions();
create trigger change_all_scope_versions after truncate on product_users execute function change_all_scope_versions();
create trigger change_all_scope_versions after truncate on wallets execute function change_all_scope_versions();
alter table users enable always trigger change_scope_version, enable always trigger change_all_scope_versions;
alter table products enable always trigger change_scope_version, enable always trigger change_all_scope_versions;
alter table product_users enable always trigger change_scope_version, enable always trigger change_all_scope_versions;
alter table wallets enable always trigger change_scope_version, enable always trigger change_all_scope_versions;
alter table api_keys enable always trigger change_scope_version;

-- The scope that scope_of returned for this caller is valid while this text is the same. It uses the requested product: an
-- inactive product is not returned, and may become active.
create function scope_version(caller uuid, asked_product uuid, on_behalf uuid) returns text
  language plpgsql stable security definer set search_path = eclusa, pg_temp
as $$
declare
  seen text := concat_ws(' ',
    (select version from scope_versions where id = caller),
    (select version from scope_versions where id = coalesce(asked_product,
      (select product_id from product_users where user_id = caller and is_default))));
begin
  if on_behalf <> caller then
    seen := concat_ws(' ', seen, (select version from scope_versions where id = on_behalf));
  end if;
  return seen;
end $$;

-- Raises SC001 when the scope has another version than the one it was resolved with. It is called right before COMMIT and
-- holds the locks until then. `product` is the resolved one, where none was requested.
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
  -- A new statement of a volatile function: its snapshot is taken after the locks, and includes every committed revocation.
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
grant execute on function scope_version(uuid, uuid, uuid), assert_scope(uuid, uuid, uuid, uuid, text), assert_served(uuid, uuid, uuid)
  to eclusa_api;

-- A crash of the server only loses the counts of one minute.
create unlogged table request_leases (
  user_id uuid primary key,
  ends_at timestamptz not null,
  leased integer not null
) with (fillfactor = 50);
comment on table request_leases is 'One row per user with the minute in which its requests are counted, and how much of its limit processes have leased.';

-- Leases the next part of each user's limit to one process. The clock is the server's own: a test clock would stop the windows.
create function lease_requests(users_in_order uuid[], default_limit integer, parts integer)
  returns table (user_id uuid, granted integer, leased integer, allowed integer, seconds double precision)
  language plpgsql security definer set search_path = eclusa, pg_temp set plan_cache_mode = force_generic_plan
as $$
declare
  clock timestamptz;
  held request_leases;
begin
  foreach user_id in array users_in_order loop
    allowed := coalesce((select requests_per_minute from users where id = lease_requests.user_id), default_limit);
    insert into request_leases values (user_id, '-infinity', 0) on conflict do nothing;
    select * into held from request_leases one where one.user_id = lease_requests.user_id for update;
    clock := pg_catalog.clock_timestamp();
    -- A window that ends later than a minute from now was opened before the clock was set back.
    if held.ends_at <= clock or held.ends_at > clock + interval '1 minute' then
      held.ends_at := clock + interval '1 minute';
      held.leased := 0;
    end if;
    granted := least(greatest(1, allowed / parts), greatest(0, allowed - held.leased));
    leased := held.leased + granted;
    seconds := extract(epoch from held.ends_at - clock);
    update request_leases one set ends_at = held.ends_at, leased = lease_requests.leased where one.user_id = held.user_id;
    return next;
  end loop;
end $$;
grant execute on function lease_requests(uuid[], integer, integer) to eclusa_api;
