-- The backoffice: sessions, saved views, and decisions that need a second person.

-- Of the browser's token only a hash is stored, and the issuer's refresh token is encrypted: a reader of this table can
-- neither log in as another person nor call the issuer in their name.
create table backoffice_sessions (
  id uuid primary key,
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  person_id text not null check (length(person_id) between 1 and 255),
  person_name text not null check (length(person_name) between 1 and 200),
  roles text[] not null check (cardinality(roles) between 1 and 5),
  refresh_token bytea,
  network text not null,
  created_at timestamptz not null,
  seen_at timestamptz not null,
  -- When the issuer was last asked for the person's roles.
  looked_at timestamptz not null,
  -- While one process calls the issuer the others wait: a refresh token is often valid once.
  looking_until timestamptz,
  ends_at timestamptz not null,
  -- The issuer's own subject. With DESK_PERSON_CLAIM it differs from person_id, and userinfo needs the subject.
  subject text check (length(subject) between 1 and 255),
  -- When and how the person authenticated, for operations that need a recent or a strong login.
  auth_time timestamptz,
  acr text check (length(acr) between 1 and 255),
  check (ends_at > created_at)
);
comment on table backoffice_sessions is 'One row per login of a person at the backoffice.';
create index backoffice_sessions_by_creation on backoffice_sessions (created_at, id);
create index backoffice_sessions_by_end on backoffice_sessions (ends_at);
-- Its owner, token and end are written once.
grant select, insert, update (looked_at, looking_until, person_name, refresh_token, roles, seen_at), delete on backoffice_sessions
  to eclusa_backoffice;

create table case_views (
  -- The person and not the session, which ends.
  person_id text not null check (length(person_id) between 1 and 255),
  id uuid not null,
  name text not null check (length(name) between 1 and 60),
  -- Ids and names of the contract only, no personal data.
  filters jsonb not null check (octet_length(filters::text) <= 2000),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (person_id, id)
);
comment on table case_views is 'One row per saved search of a person of the backoffice.';
create unique index case_views_by_name on case_views (person_id, lower(name));
grant select, insert, update (filters, name, updated_at), delete on case_views to eclusa_backoffice;

-- The decision was tried and rolled back. Its operation, ids and body are stored unchanged; the body is encrypted, because
-- it may contain personal data.
create table proposals (
  id uuid primary key,
  operation text not null,
  -- The kind of decision that the settings require an approval for.
  decision text not null,
  params jsonb not null,
  sealed bytea not null,
  subject_type text not null,
  subject_id text not null,
  user_id uuid,
  amount bigint,
  reason text,
  -- What it would have changed when it was proposed: states and ids only.
  changes jsonb not null,
  proposed_by text not null,
  proposed_by_name text not null,
  status text not null default 'PENDING' check (status in ('PENDING', 'APPROVED', 'DECLINED', 'WITHDRAWN', 'STALE')),
  created_at timestamptz(3) not null,
  -- It expires then, without a write.
  lapses_at timestamptz(3) not null,
  ended_at timestamptz(3),
  ended_by text,
  ended_by_name text,
  ended_reason text,
  -- Why it could not be carried out.
  refusal text,
  ended_by_kind text,
  check ((status = 'PENDING') = (ended_at is null)),
  constraint nobody_approves_their_own check (status <> 'APPROVED' or ended_by <> proposed_by),
  constraint only_who_proposed_withdraws check (status <> 'WITHDRAWN' or ended_by = proposed_by),
  constraint only_a_person_approves_or_declines
    check (status in ('PENDING', 'WITHDRAWN') or ended_by_kind is not distinct from 'person')
);
comment on table proposals is 'One row per decision of a person that waits for the approval of a second person, or had it.';
create index proposals_by_decision on proposals (status, decision, lapses_at, id);
create index proposals_by_lapse on proposals (status, lapses_at, id);
create index proposals_by_subject on proposals (subject_id, status, lapses_at, id);
create index proposals_in_time on proposals (created_at, status, lapses_at);
grant select, insert, update (ended_at, ended_by, ended_by_kind, ended_by_name, ended_reason, refusal, status) on proposals
  to eclusa_backoffice;
-- The auditor compares them with the audit log.
grant select on proposals to eclusa_auditor;
select require_audit_entries('proposals', '{id}',
  '{id,operation,params,subject_type,subject_id,user_id,amount,proposed_by,status,lapses_at,ended_by}');

-- An ended proposal never changes.
create function end_proposal_once() returns trigger
  language plpgsql
as $$
begin
  if old.status <> 'PENDING' then
    raise exception 'proposal % has ended', old.id using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger ends_once before update on proposals for each row execute function end_proposal_once();
