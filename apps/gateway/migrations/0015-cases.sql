-- Cases: records that wait for a decision of a person at the backoffice. The transaction that makes a record wait inserts
-- its case, and the transaction that decides deletes it (apps/gateway/src/cases/write-cases.ts).

create table cases (
  -- All zeros where no ledger has reported the user.
  user_id uuid not null,
  product_id uuid,
  kind text not null,
  -- Of the record.
  id uuid not null,
  -- Kinds without a deadline are due DESK_REVIEW_HOURS later; the hours are added when a case is read.
  since timestamptz(3) not null,
  due_at timestamptz(3),
  -- Of the record, where it has versions.
  version bigint,
  assigned_to text,
  assigned_name text,
  assigned_at timestamptz(3),
  primary key (user_id, kind, id)
);
comment on table cases is 'One row per record of a user that waits for a decision, with its deadline and its assignee.';
create index cases_by_deadline on cases (kind, (coalesce(due_at, since)), id);
create index cases_of_user on cases (user_id, kind, (coalesce(due_at, since)), id);
create index cases_in_hand on cases (assigned_to, kind) where assigned_to is not null;
select isolate_table('cases', across => 'select');
create policy decided_in_scope on cases to eclusa_backoffice using (user_id = scope_user_id());
create policy written_by_worker on cases to eclusa_worker using (true);
-- Requests of integrators neither read nor write the assignee.
grant select (user_id, product_id, kind, id, since, due_at, version), insert (user_id, product_id, kind, id, since, due_at, version),
  update (since, due_at, version), delete on cases to eclusa_api;
grant select, insert, update (since, due_at, version), delete on cases to eclusa_worker;
grant select, insert, update (since, due_at, version, assigned_to, assigned_name, assigned_at), delete on cases to eclusa_backoffice;
grant select on cases to eclusa_auditor;

-- Hints that something has to be read again. After a crash the table is empty, and every listener has lost its connection
-- and reads everything again. Without an index, so that a hint costs only its row.
create unlogged table case_changes (
  kind text not null,
  case_id uuid not null,
  user_id uuid,
  change text not null check (change in ('appeared', 'changed', 'left', 'assigned', 'proposed')),
  at timestamptz(3) not null default clock_timestamp()
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
comment on table case_changes is 'One row per change of a case, recorded in its transaction and deleted once the listeners have it.';
-- The process that publishes them locks them first, so that two do not publish the same.
grant select, insert, update (at), delete on case_changes to eclusa_backoffice;
grant select, delete on case_changes to eclusa_worker;

create table case_transitions (
  kind text not null,
  -- A case comes each time it begins to wait. It ends as `decided` when staff decided it, and as `left` otherwise.
  what text not null check (what in ('came', 'decided', 'left')),
  at timestamptz(3) not null,
  -- Since when it waited, and its deadline, where that is not a setting.
  since timestamptz(3),
  due_at timestamptz(3)
);
comment on table case_transitions is 'One row per case that came or went, for statistics: its kind and its times, without its user and id.';
-- A period is read from the index alone.
create index case_transitions_in_time on case_transitions (at, kind, what, since, due_at);
grant select on case_transitions to eclusa_backoffice;
grant select, delete on case_transitions to eclusa_worker;

create table case_daily_stats (
  day date primary key,
  kinds jsonb not null
);
comment on table case_daily_stats is 'One row per finished day, with the sums of its case_transitions, which are deleted after a while.';
grant select, insert on case_daily_stats to eclusa_worker;
grant select on case_daily_stats to eclusa_backoffice;

-- A Pix record has no documents, and its payment is found by id and not by document. So the documents are stored beside the
-- case, and other cases with the same document are found by an index.
create table case_documents (
  user_id uuid not null,
  kind text not null,
  case_id uuid not null,
  party text not null check (party in ('customer', 'counterparty')),
  document text not null,
  opened_at timestamptz(3) not null,
  primary key (user_id, kind, case_id, party)
);
comment on table case_documents is
  'One row per party of a Pix case of a user: the document of our customer, and of the other end of the payment.';
create index case_documents_in_time on case_documents (user_id, document, kind, opened_at, case_id);
select isolate_table('case_documents', bound_by => null, across => null);
create policy read_by_backoffice on case_documents for select to eclusa_backoffice using (true);
grant insert on case_documents to eclusa_api;
grant select on case_documents to eclusa_backoffice;

-- Reports a change of a case to the screens that show it, and counts cases as they come and go.
create function note_case_change() returns trigger
  language plpgsql security definer set search_path = eclusa, pg_temp
as $$
declare
  changed cases := coalesce(new, old);
  change text := case when tg_op = 'INSERT' then 'appeared' when tg_op = 'DELETE' then 'left'
    when new.assigned_to is distinct from old.assigned_to then 'assigned' else 'changed' end;
begin
  insert into case_changes (kind, case_id, user_id, change)
  values (changed.kind, changed.id, nullif(changed.user_id, '00000000-0000-0000-0000-000000000000'), change);
  if change = 'appeared' then
    insert into case_transitions (kind, what, at) values (changed.kind, 'came', clock_timestamp());
  elsif change = 'left' then
    insert into case_transitions (kind, what, at, since, due_at) values (changed.kind,
      case when pg_has_role(session_user, 'eclusa_backoffice', 'member') then 'decided' else 'left' end, clock_timestamp(),
      changed.since, changed.due_at);
  end if;
  return null;
end $$;
create trigger case_is_noted after insert or update or delete on cases for each row execute function note_case_change();
