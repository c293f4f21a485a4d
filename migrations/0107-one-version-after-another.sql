-- A record is locked, read, and written as its next version. Where its piece of a cluster is moved to another node in between, the lock
-- stays behind: two could then write the same version, and one of them over the other. So the row itself says whether it is the one that was read.
create function next_version(held bigint, meant bigint) returns bigint
  language plpgsql immutable parallel safe set search_path = pg_catalog, pg_temp
as $$
begin
  if meant is distinct from held + 1 then
    raise exception 'version % was read, and % is held', meant - 1, held using errcode = 'serialization_failure';
  end if;
  return meant;
end $$;
revoke execute on function next_version(bigint, bigint) from public;
grant execute on function next_version(bigint, bigint) to eclusa_api, eclusa_worker, eclusa_desk;
