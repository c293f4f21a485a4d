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
