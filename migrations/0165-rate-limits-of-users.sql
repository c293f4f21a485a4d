-- How many requests a minute a user may send. Null: the default of the installation.
alter table users add column requests_per_minute integer check (requests_per_minute between 1 and 1000000);
grant update (requests_per_minute) on users to eclusa_desk;

-- The window in which a user's requests are counted, and how many of them were leased by processes. A crash of the server loses
-- the counts of one minute and nothing else.
create unlogged table request_leases (
  user_id uuid primary key,
  ends_at timestamptz not null,
  leased integer not null
) with (fillfactor = 50);

-- Leases the next part of each user's limit to one process. The clock is the server's own: a test clock would stop the windows.
create function lease_requests(users_in_order uuid[], default_limit integer, parts integer)
returns table (user_id uuid, granted integer, leased integer, allowed integer, seconds double precision)
  language plpgsql security definer set search_path = eclusa, pg_temp set plan_cache_mode = force_generic_plan
as $$
declare
  clock timestamptz;
  held request_leases;
begin
  foreach user_id in array users_in_order loop
    allowed := coalesce((select requests_per_minute from users where id = lease_requests.user_id), default_limit);
    insert into request_leases values (user_id, '-infinity', 0) on conflict do nothing;
    select * into held from request_leases one where one.user_id = lease_requests.user_id for update;
    clock := pg_catalog.clock_timestamp();
    -- A window that ends later than a minute from now was opened before the clock was set back.
    if held.ends_at <= clock or held.ends_at > clock + interval '1 minute' then
      held.ends_at := clock + interval '1 minute';
      held.leased := 0;
    end if;
    granted := least(greatest(1, allowed / parts), greatest(0, allowed - held.leased));
    leased := held.leased + granted;
    seconds := extract(epoch from held.ends_at - clock);
    update request_leases one set ends_at = held.ends_at, leased = lease_requests.leased where one.user_id = held.user_id;
    return next;
  end loop;
end $$;
revoke execute on function lease_requests(uuid[], integer, integer) from public;
grant execute on function lease_requests(uuid[], integer, integer) to eclusa_api;
