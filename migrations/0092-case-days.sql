-- in steps
-- A day that is over, summed up, so that a quarter is read by its days; what it was summed up from is forgotten after a while.
create table if not exists case_days (day date primary key, kinds jsonb not null);
grant select on case_days to eclusa_desk;
grant select, insert on case_days to eclusa_worker;
-- then
-- A period is read from the index alone.
create index concurrently case_passages_in_time on case_passages (at, kind, what, since, due_at);
-- then
create index concurrently proposals_in_time on proposals (created_at, status, lapses_at);
