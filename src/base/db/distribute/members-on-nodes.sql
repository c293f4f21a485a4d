-- Whether an owner still serves a user through its product is asked by the policy of `events`, which is asked on the nodes. Users, products
-- and memberships stay here; of them every node has what that question needs: who belongs to which product while both are active.
create table if not exists members_on_nodes (
  product_id uuid not null,
  user_id uuid not null,
  role text not null,
  primary key (product_id, user_id)
);

create or replace function serves_target(owner uuid, product uuid, target uuid) returns boolean
  language plpgsql stable security definer set search_path = eclusa, pg_temp
as $$
begin
  return exists (select 1 from members_on_nodes where product_id = product and user_id = owner and role = 'OWNER')
    and exists (select 1 from members_on_nodes where product_id = product and user_id = target and role = 'TARGET');
end $$;

-- One statement for each membership that changed: few do, and a product that is suspended has all its members told of. What is told is held
-- until it is: a membership that is being ended meanwhile is waited for, and found gone.
create or replace function tell_nodes_of_member(product uuid, member uuid) returns void
  language plpgsql security definer set search_path = eclusa, pg_temp
as $$
declare
  as_what text := (select role from product_users join users on users.id = user_id join products on products.id = product_id
    where user_id = member and product_id = product and users.status = 'ACTIVE' and products.status = 'ACTIVE'
    for share);
begin
  if as_what is null then
    delete from members_on_nodes where product_id = product and user_id = member;
  else
    insert into members_on_nodes (product_id, user_id, role) values (product, member, as_what)
    on conflict (product_id, user_id) do update set role = excluded.role where members_on_nodes.role <> excluded.role;
  end if;
end $$;

create or replace function members_are_told() returns trigger
  language plpgsql security definer set search_path = eclusa, pg_temp
as $$
begin
  case tg_table_name
    when 'users' then
      perform tell_nodes_of_member(product_id, user_id) from product_users where user_id = new.id;
    when 'products' then
      perform tell_nodes_of_member(product_id, user_id) from product_users where product_id = new.id;
    else
      if tg_op <> 'INSERT' then
        perform tell_nodes_of_member(old.product_id, old.user_id);
      end if;
      if tg_op <> 'DELETE' then
        perform tell_nodes_of_member(new.product_id, new.user_id);
      end if;
  end case;
  return null;
end $$;
revoke execute on function tell_nodes_of_member(uuid, uuid), members_are_told() from public;

create or replace trigger members_on_nodes after insert or update or delete on product_users
  for each row execute function members_are_told();
create or replace trigger members_on_nodes after update of status on users
  for each row when (old.status is distinct from new.status) execute function members_are_told();
create or replace trigger members_on_nodes after update of status on products
  for each row when (old.status is distinct from new.status) execute function members_are_told();
-- Whoever writes past the other triggers tells the nodes too.
alter table product_users enable always trigger members_on_nodes;
alter table users enable always trigger members_on_nodes;
alter table products enable always trigger members_on_nodes;

-- Those that were there before the nodes were.
insert into members_on_nodes (product_id, user_id, role)
select product_id, user_id, role from product_users join users on users.id = user_id join products on products.id = product_id
where users.status = 'ACTIVE' and products.status = 'ACTIVE'
on conflict (product_id, user_id) do nothing;
