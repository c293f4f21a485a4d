-- The least SQL, written by hand, for what a change of an account promises: no change is done twice (lock and claim), and with the
-- change commit its event with a digest of the row, its delivery to each endpoint, its entry in the chained history and its job.
-- It is a script of pgbench in two flushes, as the gateway sends a write. Its tables are in minimal-schema.sql.

\set target random(1, :targets)
\set content random(1, 4000000000000000000)
\startpipeline
begin;
select pg_advisory_xact_lock(:content);
select 1 from minimal.claims
where user_id = :user_id and fingerprint = sha256(int8send(:content)) and first_seen_at > now() - interval '1 hour';
select * from minimal.accounts
where user_id = :user_id and id = md5('account ' || :target)::uuid and client_id = md5('client ' || :target)::uuid
  and deleted_at is null for update;
\endpipeline
\startpipeline
with request as materialized (
  select uuidv7()::text as request_id, uuidv7() as event_id, uuidv7() as entry_id, gen_random_uuid() as attempt_id
), account as (
  update minimal.accounts set nickname = gen_random_uuid()::text, updated_at = now(), version = version + 1
  where user_id = :user_id and id = md5('account ' || :target)::uuid
  returning *
), event as (
  insert into minimal.events (user_id, product_id, id, type, object_id, sequence, data, request_id, created_at, digest)
  select user_id, product_id, event_id, 'crossborder.account.updated', id, version,
    jsonb_build_object('account_id', id, 'client_id', client_id, 'status', status), request_id, updated_at,
    sha256(convert_to(account::text, 'UTF8'))
  from account, request
  returning *
), delivery as (
  insert into minimal.deliveries (user_id, product_id, id, endpoint_id, event_id, event_type, created_at)
  select endpoint.user_id, endpoint.product_id, gen_random_uuid(), endpoint.id, event.id, event.type, event.created_at
  from event join minimal.endpoints endpoint on endpoint.user_id = event.user_id
  where enabled and deleted_at is null and (event_types is null or event.type = any (event_types))
), head as (
  update minimal.heads set sequence = heads.sequence + 1,
    hash = sha256(heads.hash || convert_to(concat_ws('|', entry_id, event_id, 'ACCOUNT_UPDATED', status, account.id, account.updated_at), 'UTF8'))
  from account, request
  where heads.user_id = account.user_id and heads.client_id = account.client_id
  returning heads.user_id, heads.client_id, heads.sequence, old.hash as previous_hash, new.hash
), entry as (
  insert into minimal.history (user_id, product_id, client_id, sequence, id, event_id, source, event_type, status, reference_id,
    metadata, authenticated_user_id, request_id, event_created_at, previous_hash, hash)
  select head.user_id, product_id, head.client_id, sequence, entry_id, event_id, 'gateway', 'ACCOUNT_UPDATED', status, account.id,
    '{"changed": ["nickname"]}', head.user_id, request_id, updated_at, previous_hash, hash
  from head, account, request
), job as (
  insert into minimal.jobs (name, data)
  select 'verify-account', jsonb_build_object('user_id', user_id, 'client_id', client_id, 'account_id', id) from account
)
insert into minimal.claims (user_id, fingerprint, attempt_id, request_id, status, resource_id)
select user_id, sha256(int8send(:content)), attempt_id, request_id, 200, id from account, request;
commit;
\endpipeline
