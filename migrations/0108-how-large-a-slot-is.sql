-- Asked by a name of its own, because on a cluster the claims are on the nodes and the table here is empty.
create function replay_slot_bytes(slot integer) returns bigint
  language plpgsql stable set search_path = eclusa, pg_temp
as $$
begin
  return pg_relation_size(format('replay_claims_%s', slot)::regclass);
end $$;
revoke execute on function replay_slot_bytes(integer) from public;
grant execute on function replay_slot_bytes(integer) to eclusa_worker;
