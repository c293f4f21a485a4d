-- Who calls, and for whom. These tables are not readable by eclusa_api: it asks the two functions below, which answer
-- about one caller at a time, so that not even a faulty query can list users or keys.

create table users (
  id uuid primary key,
  name text not null check (length(name) between 1 and 80),
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'INACTIVE')),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);

create table products (
  id uuid primary key,
  name text not null check (length(name) between 1 and 80),
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'INACTIVE')),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);

-- An OWNER may act for the TARGET users of the same product; a TARGET only for itself.
create table product_users (
  user_id uuid not null references users,
  product_id uuid not null references products,
  role text not null check (role in ('OWNER', 'TARGET')),
  is_default boolean not null default false,
  created_at timestamptz(3) not null default now(),
  primary key (user_id, product_id)
);
create unique index product_users_default on product_users (user_id) where is_default;
create index product_users_by_product on product_users (product_id, user_id);

create table wallets (
  user_id uuid not null references users,
  id uuid not null,
  name text not null check (length(name) between 1 and 80),
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'INACTIVE')),
  is_default boolean not null default false,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (user_id, id)
);
create unique index wallets_default on wallets (user_id) where is_default;

-- Looked up by id, before the user is known: user_id does not lead this key.
create table api_keys (
  id text primary key,
  user_id uuid not null references users,
  name text not null check (length(name) between 1 and 80),
  hash bytea not null check (length(hash) = 32),
  created_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3),
  revoked_at timestamptz(3)
);
create index api_keys_by_user on api_keys (user_id, created_at);

grant select, insert, update on users, products, product_users, wallets, api_keys to eclusa_operator;
grant delete on product_users to eclusa_operator;

-- The whole scope of a request in one query. A row comes back only for a known, active caller; `product_id`, `user_id`
-- and `wallet_id` are null where what was asked for is not the caller's, which the gate tells apart from "not asked".
create function resolve_scope(caller uuid, asked_product uuid, asked_target uuid, asked_wallet uuid)
  returns table (product_id uuid, user_id uuid, wallet_id uuid, wallet_status text)
  language sql stable security definer set search_path = eclusa, pg_temp
begin atomic
  select product.id, on_behalf.id, wallet.id, wallet.status
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

-- The owner of a key, for whoever shows its hash. The last use is kept to the minute, so that a busy key does not write
-- on every request.
create function use_api_key(key_id text, key_hash bytea) returns uuid
  language plpgsql security definer set search_path = eclusa, pg_temp
as $$
declare
  owner uuid;
begin
  select user_id into owner from api_keys where id = key_id and hash = key_hash and revoked_at is null;
  if owner is not null then
    update api_keys set last_used_at = now()
    where id = key_id and (last_used_at is null or last_used_at < now() - interval '1 minute');
  end if;
  return owner;
end $$;

revoke execute on function resolve_scope(uuid, uuid, uuid, uuid), use_api_key(text, bytea) from public;
grant execute on function resolve_scope(uuid, uuid, uuid, uuid), use_api_key(text, bytea) to eclusa_api;
