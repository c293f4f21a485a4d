-- Whether a scope still is what it was is asked at every request, and it is next to always. To have it worked out anew from five tables
-- was more than a third of what PostgreSQL did for a read. It is enough to know that nothing it was made of has changed since.

-- Of users and products, by their ids. None is like another, also where the last changes were lost with the server that had them: a
-- number that grows would be given out twice. Of whom there is none, nothing has changed yet.
create table scope_versions (
  id uuid primary key,
  version uuid not null default gen_random_uuid()
);

-- Of a user or a product itself.
create function scope_moves() returns trigger
  language plpgsql security definer set search_path = eclusa, pg_temp
as $$
begin
  insert into scope_versions (id) values (old.id) on conflict (id) do update set version = excluded.version;
  return null;
end $$;

-- Of the user whose membership or wallet it is, and whose it was.
create function scope_of_user_moves() returns trigger
  language plpgsql security definer set search_path = eclusa, pg_temp
as $$
begin
  insert into scope_versions (id)
  select distinct whose from unnest(array[old.user_id, new.user_id]) whose where whose is not null
  on conflict (id) do update set version = excluded.version;
  return null;
end $$;
revoke execute on function scope_moves(), scope_of_user_moves() from public;

-- Deferred, so that a version is locked after whatever else a transaction locks: two of them never wait for each other.
create constraint trigger scope_moves after update of status or delete on users deferrable initially deferred
  for each row execute function scope_moves();
create constraint trigger scope_moves after update of status or delete on products deferrable initially deferred
  for each row execute function scope_moves();
create constraint trigger scope_moves after insert or update or delete on product_users deferrable initially deferred
  for each row execute function scope_of_user_moves();
create constraint trigger scope_moves after insert or update or delete on wallets deferrable initially deferred
  for each row execute function scope_of_user_moves();
-- Whoever writes past the other triggers takes a right away too.
alter table users enable always trigger scope_moves;
alter table products enable always trigger scope_moves;
alter table product_users enable always trigger scope_moves;
alter table wallets enable always trigger scope_moves;

-- What scope_of answers for this caller stays what it was for as long as this does. It is asked with the user that was answered, and
-- knows the product by what was asked: one that is not active is not answered, and may become so.
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
revoke execute on function scope_version(uuid, uuid, uuid) from public;
grant execute on function scope_version(uuid, uuid, uuid) to eclusa_api;
