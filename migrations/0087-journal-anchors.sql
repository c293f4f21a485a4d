-- in steps
-- The head of the journal is signed and put outside, events and activity are covered by entries of it, and auditors list it.

-- What was signed, and whether it has reached its place. It keeps two workers from signing beside each other and a worker
-- that died from being forgotten; what is believed is the place, and never this.
create table if not exists journal_anchors (
  number bigint primary key,
  sequence bigint not null,
  document text not null,
  put_at timestamptz(3)
);
grant select, insert, update (put_at) on journal_anchors to eclusa_worker;
-- then
-- Who verifies reads what is chained, covered and told of, and writes nothing.
do $$
begin
  create role eclusa_auditor nologin nobypassrls;
exception when duplicate_object or unique_violation then null;
end $$;
grant usage on schema eclusa to eclusa_auditor;
grant select on journal, journal_head, journal_records, kept_tables, covered_tables, client_activity_heads to eclusa_auditor;
-- then
-- A policy locks its table. Each has a step of its own: whoever held one while waiting for the next would meet a writer who
-- has them the other way round.
create or replace function let_auditor_read(read text) returns void
  language plpgsql set search_path = eclusa, pg_temp
as $$
begin
  execute format('grant select on %I to eclusa_auditor', read);
  execute format('drop policy if exists read_by_auditor on %I', read);
  execute format('create policy read_by_auditor on %I for select to eclusa_auditor using (true)', read);
end $$;
revoke execute on function let_auditor_read(text) from public;
-- then
select let_auditor_read('users');
-- then
select let_auditor_read('products');
-- then
select let_auditor_read('product_users');
-- then
select let_auditor_read('wallets');
-- then
select let_auditor_read('api_keys');
-- then
select let_auditor_read('webhook_networks');
-- then
select let_auditor_read('fraud_markers');
-- then
select let_auditor_read('events');
-- then
select let_auditor_read('crossborder_clients');
-- then
select let_auditor_read('crossborder_accounts');
-- then
select let_auditor_read('client_activity');
-- then
select let_auditor_read('transactions');
-- then
select let_auditor_read('infraction_notifications');
-- then
select let_auditor_read('fund_recovery_requests');
-- then
select let_auditor_read('refund_requests');
-- then
select let_auditor_read('user_accounts');
-- then
select let_auditor_read('onboardings');
-- then
select let_auditor_read('shareholders');
-- then
select let_auditor_read('legal_representatives');
-- then
select let_auditor_read('onboarding_steps');
-- then
select let_auditor_read('onboarding_activity');
-- then
select let_auditor_read('livenesses');
-- then
select let_auditor_read('files');
-- then
select let_auditor_read('webhook_endpoints');
-- then
drop function if exists let_auditor_read(text);
-- then
create index concurrently journal_in_time on journal (at, sequence);
-- then
create index concurrently journal_of_actor on journal (actor_id, at, sequence);
-- then
create index concurrently journal_of_subject on journal (subject_id, at, sequence);
-- then
create index concurrently journal_of_operation on journal (operation, at, sequence);
-- then
drop index if exists journal_by_actor;
-- then
-- The rows of a few minutes, of all users: they lie beside each other, so that a few pages are read, and a row more costs
-- next to nothing.
create index concurrently events_by_age on events using brin (created_at) with (autosummarize = on);
-- then
create index concurrently client_activity_by_age on client_activity using brin (event_created_at) with (autosummarize = on);
-- then
create index concurrently onboarding_activity_by_age on onboarding_activity using brin (created_at) with (autosummarize = on);
