-- Replay protection: one claim for each committed write, inserted in the transaction of the write's effect.
--
-- The window slides over time while a unique index cannot, so the rows are in a ring of four partitions of two hours each
-- (`slot` = two-hour period modulo 4). A request reads all four. The worker truncates the next slot, which has nothing
-- younger than four hours. No partition has to be created ahead: a worker that stops for a day costs disk space and no
-- refused write.

create function replay_slot(at timestamptz) returns smallint
  language sql stable parallel safe
  return (floor(extract(epoch from at) / 7200)::bigint % 4)::smallint;
grant execute on function replay_slot(timestamptz) to eclusa_api, eclusa_worker, eclusa_backoffice, eclusa_bootstrap;

create table replay_claims (
  user_id uuid not null,
  product_id uuid default scope_product_id(),
  fingerprint bytea not null check (length(fingerprint) = 32),
  nonce uuid not null,
  transaction_uuid uuid,
  slot smallint not null,
  -- One for each attempt of a request: an attempt without a response to its COMMIT finds out by it whether it took effect.
  attempt_id uuid not null,
  request_id text not null,
  status smallint not null,
  resource_id uuid,
  first_seen_at timestamptz(3) not null default now(),
  last_seen_at timestamptz(3) not null default now(),
  repeats integer not null default 0
) partition by list (slot);
comment on table replay_claims is 'One row per committed write of a user: what the schemas of replay protection compare, and its outcome.';
create table replay_claims_0 partition of replay_claims for values in (0);
create table replay_claims_1 partition of replay_claims for values in (1);
create table replay_claims_2 partition of replay_claims for values in (2);
create table replay_claims_3 partition of replay_claims for values in (3);

-- Equal requests run in turn by a lock on the content. This index also rejects the second of two that are equal in every
-- value.
create unique index replay_claims_once on replay_claims (user_id, fingerprint, nonce, transaction_uuid, slot) nulls not distinct;
-- A caller may send one content under many transaction UUIDs, and compare nothing else.
create index replay_claims_by_transaction on replay_claims (user_id, fingerprint, transaction_uuid) where transaction_uuid is not null;
-- Finds the youngest claim of a slot without reading the slot, and adds almost no cost to a claim.
create index replay_claims_by_age on replay_claims using brin (first_seen_at) with (autosummarize = on);
select isolate_table('replay_claims', bound_by => null, across => null);
grant select, insert, update on replay_claims to eclusa_api;

-- Inserts the claim of an effect. A row whose window is over is overwritten. A row within its window was excluded under the
-- lock on the content; if there is one all the same, the effect must not commit.
create function claim_replay(
  owner uuid, content bytea, sent_nonce uuid, sent_transaction uuid, window_seconds integer,
  attempt uuid, request text, outcome_status smallint, outcome_resource uuid
) returns void
  language plpgsql set search_path = eclusa, pg_temp
as $$
begin
  insert into replay_claims as held
    (user_id, fingerprint, nonce, transaction_uuid, slot, attempt_id, request_id, status, resource_id)
  values (owner, content, sent_nonce, sent_transaction, replay_slot(now()), attempt, request, outcome_status, outcome_resource)
  on conflict (user_id, fingerprint, nonce, transaction_uuid, slot) do update
    set attempt_id = excluded.attempt_id, request_id = excluded.request_id, status = excluded.status,
        resource_id = excluded.resource_id, product_id = excluded.product_id, first_seen_at = now(), last_seen_at = now(), repeats = 0
    where held.first_seen_at <= now() - make_interval(secs => window_seconds);
  if not found then
    raise exception 'the request is claimed' using errcode = 'unique_violation', constraint = 'replay_claims_once';
  end if;
end $$;
grant execute on function claim_replay(uuid, bytea, uuid, uuid, integer, uuid, text, smallint, uuid) to eclusa_api;

-- Whether a slot has no claim of the last four hours, the longest window a claim can have. The slot that comes next has none unless
-- the clock was set back.
create function replay_slot_is_over(slot_table text) returns boolean
  language plpgsql set search_path = eclusa, pg_temp set enable_seqscan = off
as $$
declare
  holds_living boolean;
begin
  execute format('select exists (select from %I where first_seen_at > now() - interval ''4 hours'')', slot_table)
    into holds_living;
  return not holds_living;
end $$;

-- Truncates the slot of the next two hours. TRUNCATE costs the same for ten rows and for ten million. The lock is requested
-- only when there is something to remove, with a timeout of 50 ms, because requests queue behind it and the next attempt
-- comes in minutes.
create function empty_next_replay_slot() returns boolean
  language plpgsql security definer set search_path = eclusa, pg_temp set lock_timeout = '50ms'
as $$
declare
  slot_table text := format('replay_claims_%s', (replay_slot(now()) + 1) % 4);
  holds_claims boolean;
begin
  execute format('select exists (select from %I)', slot_table) into holds_claims;
  if not holds_claims then
    return false;
  end if;
  if replay_slot_is_over(slot_table) then
    -- Checked again once no request can write: the even hour may have begun in between, which would make this slot the
    -- current one.
    execute format('lock table %I in access exclusive mode', slot_table);
    if replay_slot_is_over(slot_table) then
      execute format('truncate %I', slot_table);
      return true;
    end if;
  end if;
  raise warning '% holds claims of the last four hours and is not emptied: was the clock set back?', slot_table;
  return false;
end $$;
grant execute on function empty_next_replay_slot() to eclusa_worker;
