-- Whether a scope still is what it was is asked at every request, and it is next to always. To have it worked out anew from four tables
-- was more than a third of what PostgreSQL did for a read. It is enough to know that nothing it was made of has changed since.

-- Of users and products, by their ids. None is like another, also where the last changes were lost with the server that had them: a
-- number that grows would be given out twice.
create table scope_versions (
  id uuid primary key,
  version uuid not null default gen_random_uuid()
);

-- Of whom it is said in this column: of the one before, of the one after, or of both.
create function scope_moves() returns trigger
  language plpgsql security definer set search_path = eclusa, pg_temp
as $$
begin
  insert into scope_versions (id)
  select distinct whose::uuid from unnest(array[to_jsonb(old) ->> tg_argv[0], to_jsonb(new) ->> tg_argv[0]]) whose
  where whose is not null
  on conflict (id) do update set version = excluded.version;
  return null;
end $$;

create function every_scope_moves() returns trigger
  language plpgsql security definer set search_path = eclusa, pg_temp
as $$
begin
  update scope_versions set version = gen_random_uuid();
  return null;
end $$;
revoke execute on function scope_moves(), every_scope_moves() from public;

do $$
declare
  made_of record;
begin
  for made_of in
    select * from (values ('users', 'id', 'id, status'), ('products', 'id', 'id, status'),
      ('product_users', 'user_id', null), ('wallets', 'user_id', null)) made_of (name, whose, columns)
  loop
    -- Deferred, so that a version is locked after everything else in a transaction, and nobody holds one while it waits for a row.
    execute format('create constraint trigger scope_moves after insert or update %s or delete on %I deferrable initially deferred
      for each row execute function scope_moves(%L)', 'of ' || made_of.columns, made_of.name, made_of.whose);
    execute format('create trigger every_scope_moves after truncate on %I execute function every_scope_moves()', made_of.name);
    -- Whoever writes past the other triggers takes a right away too.
    execute format('alter table %I enable always trigger scope_moves, enable always trigger every_scope_moves', made_of.name);
  end loop;
end $$;

insert into scope_versions (id) select id from users union select id from products on conflict do nothing;

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
