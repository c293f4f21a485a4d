-- in steps
-- Work that crosses users was done under one role, by the worker and by every person with its password. From now on there is
-- a role for each task; logins are made by whoever runs the database, and joined to one of them:
--
--   eclusa_worker     the jobs, and what the core of the institution tells on the internal port.
--   eclusa_desk       the process in which people of the institution work, under their names.
--   eclusa_bootstrap  the few commands that come before there is a desk, or when there is none any more.
--
-- Here each may what eclusa_operator may; what follows takes away what its task does not need.

do $$
declare
  task text;
begin
  foreach task in array array['eclusa_worker', 'eclusa_desk', 'eclusa_bootstrap'] loop
    begin
      execute format('create role %I nologin nobypassrls', task);
    exception when duplicate_object or unique_violation then null;
    end;
  end loop;
end $$;

grant usage on schema eclusa to eclusa_worker, eclusa_desk, eclusa_bootstrap;

do $$
declare
  given record;
  tasks constant text := 'eclusa_worker, eclusa_desk, eclusa_bootstrap';
begin
  for given in
    select relname, privilege_type from pg_class, aclexplode(relacl)
    where relnamespace = 'eclusa'::regnamespace and grantee = 'eclusa_operator'::regrole
  loop
    execute format('grant %s on %I to %s', given.privilege_type, given.relname, tasks);
  end loop;
  for given in
    select relname, attname, privilege_type from pg_class join pg_attribute on attrelid = pg_class.oid, aclexplode(attacl)
    where relnamespace = 'eclusa'::regnamespace and grantee = 'eclusa_operator'::regrole
  loop
    execute format('grant %s (%I) on %I to %s', given.privilege_type, given.attname, given.relname, tasks);
  end loop;
  for given in
    select pg_proc.oid::regprocedure as signature from pg_proc, aclexplode(proacl)
    where pronamespace = 'eclusa'::regnamespace and grantee = 'eclusa_operator'::regrole
  loop
    execute format('grant execute on function %s to %s', given.signature, tasks);
  end loop;
end $$;
-- then
-- A policy locks its table. Each has a step of its own: whoever held one while waiting for the next would meet a writer who
-- has them the other way round.
create or replace function hand_on_policies(of_table text) returns void
  language plpgsql set search_path = eclusa, pg_temp
as $$
declare
  given text;
begin
  for given in
    select policyname from pg_policies
    where schemaname = 'eclusa' and tablename = of_table and 'eclusa_operator' = any (roles)
  loop
    execute format('alter policy %I on %I to eclusa_operator, eclusa_worker, eclusa_desk, eclusa_bootstrap', given, of_table);
  end loop;
end $$;
revoke execute on function hand_on_policies(text) from public;
-- then
select hand_on_policies('events');
-- then
select hand_on_policies('crossborder_clients');
-- then
select hand_on_policies('crossborder_accounts');
-- then
select hand_on_policies('crossborder_account_coordinates');
-- then
select hand_on_policies('crossborder_earlier_values');
-- then
select hand_on_policies('client_activity');
-- then
select hand_on_policies('files');
-- then
select hand_on_policies('webhook_endpoints');
-- then
select hand_on_policies('webhook_deliveries');
-- then
select hand_on_policies('webhook_networks');
-- then
select hand_on_policies('transactions');
-- then
select hand_on_policies('infraction_notifications');
-- then
select hand_on_policies('fund_recovery_requests');
-- then
select hand_on_policies('refund_requests');
-- then
select hand_on_policies('user_accounts');
-- then
select hand_on_policies('onboardings');
-- then
select hand_on_policies('shareholders');
-- then
select hand_on_policies('legal_representatives');
-- then
select hand_on_policies('onboarding_documents');
-- then
select hand_on_policies('onboarding_steps');
-- then
select hand_on_policies('onboarding_activity');
-- then
select hand_on_policies('livenesses');
-- then
select hand_on_policies('liveness_videos');
-- then
select hand_on_policies('liveness_parts');
-- then
drop function if exists hand_on_policies(text);
