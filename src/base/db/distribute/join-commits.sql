-- What stays here and what is on the nodes commits together. Citus prepares the nodes first and commits afterwards only where it knows
-- that something was written here, and of these tables it knows nothing: without this a crash between the two would leave a record without
-- the job or the delivery that belongs to it. So whoever writes to one of them also asks for a table that Citus knows, and changes nothing.
create table if not exists written_here (never boolean check (false));
do $$
begin
  if not exists (select from pg_dist_partition where logicalrelid = 'written_here'::regclass) then
    perform citus_add_local_table_to_metadata('written_here');
  end if;
end $$;

create or replace function commit_with_nodes() returns trigger
  language plpgsql security definer set search_path = eclusa, pg_temp
as $$
begin
  delete from written_here where never;
  return null;
end $$;
revoke execute on function commit_with_nodes() from public;

do $$
declare
  here regclass;
begin
  for here in
    select oid from pg_class
    where ((relnamespace = 'eclusa'::regnamespace or relnamespace = to_regnamespace('pgboss') and relname ~ '^job')
        and relkind in ('r', 'p') and not relispartition and oid <> 'written_here'::regclass
        and oid not in (select logicalrelid from pg_dist_partition)
        or oid = to_regclass('pgboss.job_common'))
      -- Whoever makes one keeps writers out: not where it is already, so that a node is added while they go on.
      and not exists (select from pg_trigger where tgrelid = pg_class.oid and tgname = 'commits_with_nodes')
  loop
    execute format('create trigger commits_with_nodes before insert or update or delete on %s
      for each statement execute function commit_with_nodes()', here);
  end loop;
end $$;
