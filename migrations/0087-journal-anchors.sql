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
grant select, insert, update (put_at) on journal_anchors to eclusa_worker, eclusa_operator;
-- A worker is a member of one or the other, until none is of the second any more.
grant select on journal, journal_head, journal_records, kept_tables to eclusa_operator;
grant execute on function write_journal(jsonb, bytea) to eclusa_operator;
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
