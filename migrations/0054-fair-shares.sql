-- What one tenant among many may take of what belongs to all.

-- Networks that are not public and that webhooks of one user may be sent to all the same, as an operator named them. The
-- metadata service of a cloud lives on link-local addresses, and whoever may call it is the operator: it is never named.
create table webhook_networks (
  user_id uuid not null references users,
  network cidr not null,
  first_port integer not null,
  last_port integer not null,
  created_at timestamptz(3) not null default now(),
  primary key (user_id, network, first_port),
  check (first_port between 1 and last_port and last_port <= 65535),
  -- A slip of the pen should not open the whole of an address space.
  check (masklen(network) >= case family(network) when 4 then 8 else 32 end),
  check (not network && inet '169.254.0.0/16' and not network && inet 'fe80::/10')
);

alter table webhook_networks enable row level security;
alter table webhook_networks force row level security;
create policy webhook_networks_of_scope on webhook_networks to eclusa_api using (user_id = scope_user_id());
-- The worker delivers for every user at once, and an operator names networks for any of them.
create policy webhook_networks_for_operator on webhook_networks to eclusa_operator using (true) with check (true);
grant select on webhook_networks to eclusa_api;
grant select, insert, update, delete on webhook_networks to eclusa_operator;

-- How many bytes of files a user has, begun or kept: counted as they come and go, because adding them up would read every
-- file of the user. What was there before is added up once, when the first file after it comes.
create table storage_use (
  user_id uuid primary key,
  bytes bigint not null
) with (fillfactor = 70);

alter table storage_use enable row level security;
alter table storage_use force row level security;
create policy storage_use_of_scope on storage_use to eclusa_api
  using (user_id = scope_user_id()) with check (user_id = scope_user_id());
grant select, insert, update on storage_use to eclusa_api;

create function takes_room(state text) returns boolean
  language sql immutable parallel safe
  return state in ('PENDING', 'WAITING_UPLOAD', 'READY');
grant execute on function takes_room(text) to eclusa_api;

-- The row of a user is locked from here to the commit: two files of one user that come at once are counted one by one.
create function count_storage() returns trigger
  language plpgsql set search_path = eclusa, pg_temp
as $$
declare
  before bigint := case when tg_op = 'UPDATE' and takes_room(old.state) then old.size else 0 end;
  after bigint := case when takes_room(new.state) then new.size else 0 end;
begin
  if before = after then
    return null;
  end if;
  update storage_use set bytes = bytes - before + after where user_id = new.user_id;
  if not found then
    insert into storage_use as used (user_id, bytes)
    select new.user_id, coalesce(sum(size), 0) from files where user_id = new.user_id and takes_room(state)
    on conflict (user_id) do update set bytes = used.bytes - before + after;
  end if;
  return null;
end $$;

create trigger files_take_room after insert or update of state, size on files
  for each row execute function count_storage();
