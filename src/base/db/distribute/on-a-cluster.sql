-- What a cluster says otherwise than a single server, installed by `eclusa distribute` over what the migrations left. Each is the same
-- function with the same outcome; test/distributable.test.ts runs them on a single server too.

-- set_config() stays on the node that runs it. SET LOCAL is told to every node that the transaction comes to.
create or replace function open_scope(of_user text, of_product text, of_wallet text, of_owned_product text) returns text
  language plpgsql volatile
as $$
begin
  execute format('set local eclusa.user_id = %L', of_user);
  execute format('set local eclusa.product_id = %L', of_product);
  execute format('set local eclusa.wallet_id = %L', of_wallet);
  execute format('set local eclusa.owned_product_id = %L', of_owned_product);
  return of_user;
end $$;

-- A row is written by its values: one that is selected would be copied, which row-level security refuses. Nor is the time asked for
-- on the node, whose clock is another.
create or replace function claim_replay(
  owner uuid, selected bytea, others bytea[], window_seconds integer,
  attempt uuid, request text, outcome_status smallint, outcome_resource uuid
) returns void
  language plpgsql set search_path = eclusa, pg_temp
as $$
declare
  at timestamptz(3) := now();
  window_began timestamptz := now() - make_interval(secs => window_seconds);
  this_slot smallint := replay_slot(now());
  of_product uuid := scope_product_id();
  asked bytea;
begin
  foreach asked in array selected || others loop
    if asked <> selected then
      perform from replay_claims where user_id = owner and fingerprint = asked and first_seen_at > window_began;
      continue when found;
    end if;
    insert into replay_claims as held (user_id, fingerprint, slot, attempt_id, request_id, status, resource_id, product_id,
      first_seen_at, last_seen_at)
    values (owner, asked, this_slot, attempt, request, outcome_status, outcome_resource, of_product, at, at)
    on conflict (user_id, fingerprint, slot) do update
      set attempt_id = excluded.attempt_id, request_id = excluded.request_id, status = excluded.status,
          resource_id = excluded.resource_id, product_id = excluded.product_id, first_seen_at = excluded.first_seen_at, last_seen_at = excluded.last_seen_at, repeats = 0
      where held.first_seen_at <= window_began;
    if asked = selected and not found then
      raise exception 'the fingerprint is claimed' using errcode = 'unique_violation', constraint = 'replay_claims_pkey';
    end if;
  end loop;
end $$;

create or replace function replay_slot_bytes(slot integer) returns bigint
  language plpgsql stable set search_path = eclusa, pg_temp
as $$
begin
  return citus_relation_size(format('replay_claims_%s', slot)::regclass);
end $$;

-- One piece after the other: a month is attached to many at once by connections that may come to wait for each other.
alter function make_month_partitions(text, date[]) set citus.multi_shard_modify_mode = 'sequential';
