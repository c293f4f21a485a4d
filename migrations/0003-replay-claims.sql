-- Replay claims: one row per fingerprint that a committed effect has taken, written in the transaction of the effect.
--
-- The window slides over time while a unique index cannot, so the rows live in a ring of four partitions of two hours
-- each (`slot` = two-hour period modulo 4). The check looks at all four; the worker empties the slot that comes next,
-- which holds nothing younger than four hours. Nothing has to be created ahead: a worker that sleeps for a day costs
-- disk space and not one refused write.

create table replay_claims (
  user_id uuid not null,
  fingerprint bytea not null check (length(fingerprint) = 32),
  slot smallint not null,
  -- One per try of a request; how a try whose COMMIT went unanswered finds out whether it took effect.
  attempt_id uuid not null,
  request_id text not null,
  status smallint not null,
  resource_id uuid,
  first_seen_at timestamptz(3) not null default now(),
  last_seen_at timestamptz(3) not null default now(),
  repeats integer not null default 0,
  primary key (user_id, fingerprint, slot)
) partition by list (slot);

create table replay_claims_0 partition of replay_claims for values in (0);
create table replay_claims_1 partition of replay_claims for values in (1);
create table replay_claims_2 partition of replay_claims for values in (2);
create table replay_claims_3 partition of replay_claims for values in (3);

create function replay_slot(at timestamptz) returns smallint
  language sql stable parallel safe
  return (floor(extract(epoch from at) / 7200)::bigint % 4)::smallint;

alter table replay_claims enable row level security;
alter table replay_claims force row level security;
create policy replay_claims_of_scope on replay_claims to eclusa_api
  using (user_id = scope_user_id()) with check (user_id = scope_user_id());
grant select, insert, update on replay_claims to eclusa_api;

-- Takes the fingerprints of an effect: the one its schema selected, and those of the other schemas, so that a repeat is
-- recognised whichever schema it names. A row whose window is over is taken over. That the selected one is held by a
-- living claim was already ruled out under an advisory lock; if it is held all the same, the effect must not commit.
create function claim_replay(
  owner uuid, selected bytea, others bytea[], window_seconds integer,
  attempt uuid, request text, outcome_status smallint, outcome_resource uuid
) returns void
  language plpgsql set search_path = eclusa, pg_temp
as $$
begin
  insert into replay_claims as held (user_id, fingerprint, slot, attempt_id, request_id, status, resource_id)
  values (owner, selected, replay_slot(now()), attempt, request, outcome_status, outcome_resource)
  on conflict (user_id, fingerprint, slot) do update
    set attempt_id = excluded.attempt_id, request_id = excluded.request_id, status = excluded.status,
        resource_id = excluded.resource_id, first_seen_at = now(), last_seen_at = now(), repeats = 0
    where held.first_seen_at <= now() - make_interval(secs => window_seconds);
  if not found then
    raise exception 'the fingerprint is claimed' using errcode = 'unique_violation', constraint = 'replay_claims_pkey';
  end if;

  insert into replay_claims as held (user_id, fingerprint, slot, attempt_id, request_id, status, resource_id)
  select owner, other, replay_slot(now()), attempt, request, outcome_status, outcome_resource
  from unnest(others) as other
  -- What another slot still holds is claimed already, by the request that came first.
  where not exists (
    select from replay_claims living where living.user_id = owner and living.fingerprint = other
      and living.first_seen_at > now() - make_interval(secs => window_seconds))
  order by other
  on conflict (user_id, fingerprint, slot) do update
    set attempt_id = excluded.attempt_id, request_id = excluded.request_id, status = excluded.status,
        resource_id = excluded.resource_id, first_seen_at = now(), last_seen_at = now(), repeats = 0
    where held.first_seen_at <= now() - make_interval(secs => window_seconds);
end $$;

-- Empties the slot that the next two hours will use. TRUNCATE, not DELETE: it costs the same for ten rows and for ten
-- million. Every request looks into all four slots, so the lock is asked for only when there is something to empty, and
-- given up after 50 ms: requests would queue behind it, and the next try comes in minutes.
create function empty_next_replay_slot() returns boolean
  language plpgsql security definer set search_path = eclusa, pg_temp set lock_timeout = '50ms'
as $$
declare
  slot_table text := format('replay_claims_%s', (replay_slot(now()) + 1) % 4);
  holds_claims boolean;
begin
  execute format('select exists (select from %I)', slot_table) into holds_claims;
  if holds_claims then
    execute format('truncate %I', slot_table);
  end if;
  return holds_claims;
end $$;

revoke execute on function empty_next_replay_slot() from public;
grant execute on function claim_replay(uuid, bytea, bytea[], integer, uuid, text, smallint, uuid) to eclusa_api;
grant execute on function empty_next_replay_slot() to eclusa_operator;
grant execute on function replay_slot(timestamptz) to eclusa_api, eclusa_operator;
