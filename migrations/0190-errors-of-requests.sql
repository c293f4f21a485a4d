-- Which fields of a request were refused, and by which rule: names of this contract and codes, and never what the field contained.
alter table request_log add column errors json;

create or replace function keep_requests(lines json) returns void
  language sql security definer set search_path = eclusa, pg_temp
begin atomic
  insert into request_log (user_id, id, product_id, method, operation, path, status, code, duration_ms, credential,
    credential_id, first_request_id, created_at, errors)
  select user_id, id, product_id, method, operation, path, status, code, duration_ms, credential, credential_id,
    first_request_id, created_at, errors
  from json_to_recordset(lines) as line (user_id uuid, id uuid, product_id uuid, method text, operation text, path text,
    status smallint, code text, duration_ms integer, credential text, credential_id text, first_request_id uuid,
    created_at timestamptz, errors json)
  on conflict do nothing;
end;
