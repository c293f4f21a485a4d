-- A decision that needs a second pair of eyes was tried, undone, and waits here for another person. What is asked is kept as
-- it came: the operation, the ids it names, and its body, which the desk seals since it may be about somebody.

create table proposals (
  id uuid primary key,
  operation text not null,
  -- The kind by which the settings say that somebody else has to approve it.
  decision text not null,
  params jsonb not null,
  sealed bytea not null,
  subject_type text not null,
  subject_id text not null,
  user_id uuid,
  amount bigint,
  reason text,
  -- What it would have changed when it was proposed, states and ids alone.
  changes jsonb not null,
  proposed_by text not null,
  proposed_by_name text not null,
  status text not null default 'PENDING' check (status in ('PENDING', 'APPROVED', 'DECLINED', 'WITHDRAWN', 'STALE')),
  created_at timestamptz(3) not null,
  -- Past it nobody can approve, and nothing has to be written for that.
  lapses_at timestamptz(3) not null,
  ended_at timestamptz(3),
  ended_by text,
  ended_by_name text,
  ended_reason text,
  -- Why it could not be carried out any more.
  refusal text,
  check ((status = 'PENDING') = (ended_at is null)),
  constraint nobody_approves_their_own check (status <> 'APPROVED' or ended_by <> proposed_by),
  constraint only_who_proposed_withdraws check (status <> 'WITHDRAWN' or ended_by = proposed_by)
);
create index proposals_by_lapse on proposals (status, lapses_at, id);
create index proposals_by_decision on proposals (status, decision, lapses_at, id);
create index proposals_by_subject on proposals (subject_id, status, lapses_at, id);

-- What ended stays as it ended, and what was asked stays what was asked.
create function end_proposal_once() returns trigger
  language plpgsql
as $$
begin
  if old.status <> 'PENDING' then
    raise exception 'proposal % has ended', old.id using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger proposals_end_once before update on proposals for each row execute function end_proposal_once();

grant select, insert on proposals to eclusa_desk;
-- Whoever verifies holds them against the journal.
grant select on proposals to eclusa_auditor;
grant update (status, ended_at, ended_by, ended_by_name, ended_reason, refusal) on proposals to eclusa_desk;

-- An end that the journal says nothing of is refused, whoever writes it.
insert into kept_tables (name, key_columns, columns, held_from) values
  ('proposals', '{id}',
    '{id,operation,params,subject_type,subject_id,user_id,amount,proposed_by,status,lapses_at,ended_by}', '-infinity');
select keep_table('proposals');
