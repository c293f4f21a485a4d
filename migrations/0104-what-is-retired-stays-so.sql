-- The role of versions past is asked to give up its rights by every run of the migrations and by each worker, every day. To revoke
-- writes a table's entry anew even where there is nothing to take, and two who do so at once are refused: whoever finds nothing to
-- take leaves all as it is.
create or replace function retire_operator() returns boolean
  language plpgsql security definer set search_path = eclusa, pg_temp
as $$
begin
  if now() < (select max(held_from) from covered_tables) then return false; end if;
  if not exists (select from pg_shdepend
    where refclassid = 'pg_authid'::regclass and refobjid = 'eclusa_operator'::regrole and deptype = 'a'
      and dbid = (select oid from pg_database where datname = current_database())
      and classid in ('pg_class'::regclass, 'pg_proc'::regclass, 'pg_namespace'::regclass)) then return true; end if;
  revoke all on all tables in schema eclusa from eclusa_operator;
  revoke all on all functions in schema eclusa from eclusa_operator;
  revoke all on schema eclusa from eclusa_operator;
  if to_regnamespace('pgboss') is not null then
    revoke all on all tables in schema pgboss from eclusa_operator;
    revoke all on all functions in schema pgboss from eclusa_operator;
    revoke all on schema pgboss from eclusa_operator;
  end if;
  return true;
end $$;
