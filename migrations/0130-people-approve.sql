-- Only a person approves or declines what waits for a second person. The desk refuses machines, and so does the table.
alter table proposals add column ended_by_kind text;
-- Rows that ended before were ended without this column, and an end is never written again.
alter table proposals add constraint only_a_person_approves_or_declines
  check (status in ('PENDING', 'WITHDRAWN') or ended_by_kind is not distinct from 'person') not valid;
grant update (ended_by_kind) on proposals to eclusa_desk;
