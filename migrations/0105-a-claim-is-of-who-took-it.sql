-- As before. One that has run out and is taken again is of the product of who takes it, and no longer of who had it.
create or replace function claim_replay(
  owner uuid, selected bytea, others bytea[], window_seconds integer,
  attempt uuid, request text, outcome_status smallint, outcome_resource uuid
) returns void
  language plpgsql set search_path = eclusa, pg_temp
as $$
declare
  window_began timestamptz := now() - make_interval(secs => window_seconds);
  is_taken boolean;
begin
  with claimed as (
    insert into replay_claims as held (user_id, fingerprint, slot, attempt_id, request_id, status, resource_id)
    select owner, asked.fingerprint, replay_slot(now()), attempt, request, outcome_status, outcome_resource
    from unnest(selected || others) as asked (fingerprint)
    -- What another slot still holds is claimed already, by the request that came first. Asked for each by itself: as a join it
    -- would read all claims of the user wherever these were few when it was planned.
    where asked.fingerprint = selected or (select true from replay_claims living
      where living.user_id = owner and living.fingerprint = asked.fingerprint and living.first_seen_at > window_began limit 1) is null
    on conflict (user_id, fingerprint, slot) do update
      set attempt_id = excluded.attempt_id, request_id = excluded.request_id, status = excluded.status,
          resource_id = excluded.resource_id, product_id = excluded.product_id, first_seen_at = now(), last_seen_at = now(), repeats = 0
      where held.first_seen_at <= window_began
    returning fingerprint
  )
  select true into is_taken from claimed where fingerprint = selected;
  if not found then
    raise exception 'the fingerprint is claimed' using errcode = 'unique_violation', constraint = 'replay_claims_pkey';
  end if;
end $$;
