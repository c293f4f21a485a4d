-- The request log: what callers requested, for the user concerned. Each process collects lines and writes them in batches
-- after the responses are sent. They are kept for some days.

-- A line has only the template of its path, no query, no header and no body, because they may contain personal data.
create table request_log (
  user_id uuid not null,
  product_id uuid,
  -- The id of the request contains its time, so that a line is found by its key.
  id uuid not null,
  method text not null,
  operation text not null,
  path text not null,
  status smallint not null,
  code text,
  duration_ms integer not null,
  credential text not null,
  credential_id text,
  first_request_id uuid,
  created_at timestamptz(3) not null,
  -- The rejected fields and rules: names of the contract and codes, never values.
  errors json,
  primary key (user_id, created_at, id)
) partition by range (created_at);
comment on table request_log is 'One row per request that was resolved to a user. Rows go with their whole day.';
-- One index for each filter of the list, so that a page of it never reads the lines that the filter leaves out.
create index request_log_by_operation on request_log (user_id, operation, created_at, id);
create index request_log_by_product on request_log (user_id, product_id, created_at, id);
create index request_log_of_failures on request_log (user_id, created_at, id) where status >= 400;
alter table request_log enable row level security, force row level security;
create policy of_scope on request_log for select to eclusa_api using (user_id = scope_user_id());
create policy bound_to_product on request_log as restrictive to eclusa_api
  using (scope_product_id() is null or product_id = scope_product_id());
create policy written_by_owner on request_log for insert to current_user with check (true);
grant select on request_log to eclusa_api;

-- Writes the lines of many users at once, which no scope could. It returns nothing, so that nothing can be learned by it. Arrays, because
-- reading a row out of JSON costs more than inserting it.
create function write_request_log(user_ids uuid[], ids uuid[], product_ids uuid[], methods text[], operations text[], paths text[],
  statuses smallint[], codes text[], durations_ms integer[], credentials text[], credential_ids text[], first_request_ids uuid[],
  times timestamptz[], errors json[]) returns void
  language sql security definer set search_path = eclusa, pg_temp
begin atomic
  insert into request_log (user_id, id, product_id, method, operation, path, status, code, duration_ms, credential,
    credential_id, first_request_id, created_at, errors)
  select * from unnest(user_ids, ids, product_ids, methods, operations, paths, statuses, codes, durations_ms, credentials,
    credential_ids, first_request_ids, times, errors);
end;
grant execute on function write_request_log(uuid[], uuid[], uuid[], text[], text[], text[], smallint[], text[], integer[], text[], text[],
  uuid[], timestamptz[], json[]) to eclusa_api;

-- Partitions of a day and not of a month, because with a retention of a week monthly ones would keep rows for five. Two
-- weeks ahead, so that nothing fails while a worker is down.
create function make_request_log_days() returns setof text
  language plpgsql security definer set search_path = eclusa, pg_temp set lock_timeout = '3s'
as $$
declare
  today date := (now() at time zone 'UTC')::date;
  day date;
  partition_name text;
begin
  perform pg_advisory_xact_lock(hashtextextended('make_request_log_days', 0));
  for ahead in -1..14 loop
    day := today + ahead;
    partition_name := 'request_log_' || to_char(day, 'YYYY_MM_DD');
    continue when to_regclass(format('eclusa.%I', partition_name)) is not null;
    execute format('create table %I (like request_log including defaults including constraints)', partition_name);
    execute format('alter table request_log attach partition %I for values from (%L) to (%L)', partition_name,
      day::timestamp at time zone 'UTC', (day + 1)::timestamp at time zone 'UTC');
    return next partition_name;
  end loop;
end $$;

create function drop_old_request_log(keep_days integer) returns setof text
  language plpgsql security definer set search_path = eclusa, pg_temp set lock_timeout = '3s'
as $$
declare
  old text;
begin
  if keep_days < 0 then
    raise exception 'requests are kept for no fewer than 0 days';
  end if;
  for old in
    select child.relname from pg_inherits join pg_class child on child.oid = inhrelid
    where inhparent = 'request_log'::regclass
      and right(child.relname, 10) < to_char((now() at time zone 'UTC')::date - keep_days, 'YYYY_MM_DD')
    order by 1
  loop
    execute format('drop table %I', old);
    return next old;
  end loop;
end $$;
grant execute on function make_request_log_days(), drop_old_request_log(integer) to eclusa_worker;
