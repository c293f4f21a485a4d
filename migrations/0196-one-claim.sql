-- Replay claims: one row for each write that took effect, inserted in the transaction of the effect. It holds what the four
-- schemas compare: the fingerprint of the content, the nonce and the transaction UUID.
--
-- A window slides over time while a unique index cannot. So the rows live in a ring of four partitions of two hours each (`slot` is the
-- two-hour period modulo 4). The check looks at all four; the worker truncates the slot that comes next, in which no claim is younger
-- than four hours. No partition has to be created ahead.
drop table replay_claims;
drop function claim_replay(uuid, bytea, bytea[], integer, uuid, text, smallint, uuid);

create table replay_claims (
  user_id uuid not null,
  fingerprint bytea not null check (length(fingerprint) = 32),
  nonce uuid not null,
  transaction_uuid uuid,
  slot smallint not null,
  -- One for each attempt of a request: an attempt whose COMMIT was not answered finds out by it whether it took effect.
  attempt_id uuid not null,
  request_id text not null,
  status smallint not null,
  resource_id uuid,
  product_id uuid default scope_product_id(),
  first_seen_at timestamptz(3) not null default now(),
  last_seen_at timestamptz(3) not null default now(),
  repeats integer not null default 0
) partition by list (slot);

create table replay_claims_0 partition of replay_claims for values in (0);
create table replay_claims_1 partition of replay_claims for values in (1);
create table replay_claims_2 partition of replay_claims for values in (2);
create table replay_claims_3 partition of replay_claims for values in (3);

-- Equal requests take turns by a lock on the content. This index also rejects the second of two that are equal in every value.
create unique index replay_claims_once on replay_claims (user_id, fingerprint, nonce, transaction_uuid, slot) nulls not distinct;
-- A caller may send one content under many transaction UUIDs, and compare nothing else.
create index replay_claims_by_transaction on replay_claims (user_id, fingerprint, transaction_uuid) where transaction_uuid is not null;
-- The youngest claim of a slot is found without reading the slot.
create index replay_claims_by_age on replay_claims using brin (first_seen_at) with (autosummarize = on);

alter table replay_claims enable row level security;
alter table replay_claims force row level security;
create policy replay_claims_of_scope on replay_claims to eclusa_api
  using (user_id = scope_user_id()) with check (user_id = scope_user_id());
grant select, insert, update on replay_claims to eclusa_api;

-- Inserts the claim of an effect. A row whose window is over is overwritten. A row whose window is not over was excluded under the
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
revoke execute on function claim_replay(uuid, bytea, uuid, uuid, integer, uuid, text, smallint, uuid) from public;
grant execute on function claim_replay(uuid, bytea, uuid, uuid, integer, uuid, text, smallint, uuid) to eclusa_api;
