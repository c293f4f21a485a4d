-- Who watches the desk is told of every proposal that is made or ends, not only of those about a case: of its id alone. It is
-- noted like a change of a case, under a kind that no case has, and read again by whoever may.
create function note_second_eyes() returns trigger
  language plpgsql security definer set search_path = eclusa, pg_temp
as $$
begin
  insert into case_changes (kind, case_id, change) values ('proposal', new.id, 'proposed');
  return null;
end $$;
revoke execute on function note_second_eyes() from public;

create trigger proposal_is_told after insert or update on proposals for each row execute function note_second_eyes();
