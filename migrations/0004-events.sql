-- Tables that only grow are partitioned by month, so that what is no longer kept can be dropped whole. This makes the
-- present month and the months ahead; 'eclusa migrate' and the worker call it.

create table month_partitioned_tables (
  name text primary key,
  months_ahead integer not null default 6
);

create function keep_month_partitions(only_table text default null) returns setof text
  language plpgsql security definer set search_path = eclusa, pg_temp set lock_timeout = '3s'
as $$
declare
  parent record;
  month date;
  partition_name text;
begin
  for parent in
    select * from month_partitioned_tables where only_table is null or name = only_table order by name
  loop
    for ahead in -1..parent.months_ahead loop
      month := date_trunc('month', now() at time zone 'UTC')::date + make_interval(months => ahead);
      partition_name := parent.name || '_' || to_char(month, 'YYYY_MM');
      continue when to_regclass(format('eclusa.%I', partition_name)) is not null;
      execute format('create table %I partition of %I for values from (%L) to (%L)',
        partition_name, parent.name, month::timestamp at time zone 'UTC', (month + interval '1 month') at time zone 'UTC');
      return next partition_name;
    end loop;
  end loop;
end $$;

revoke execute on function keep_month_partitions(text) from public;
grant execute on function keep_month_partitions(text) to eclusa_operator;
grant select on month_partitioned_tables to eclusa_operator;

-- What happened, told once: one row per effect, in the transaction of the effect. `sequence` counts the events of one
-- object and is the object's version. `data` holds ids and states, never anything personal.
create table events (
  user_id uuid not null,
  id uuid not null,
  type text not null,
  object_id uuid not null,
  sequence bigint not null,
  data jsonb not null,
  request_id text not null,
  created_at timestamptz(3) not null,
  primary key (user_id, created_at, id)
) partition by range (created_at);
create index events_by_object on events (user_id, object_id, sequence);

alter table events enable row level security;
alter table events force row level security;
create policy events_of_scope on events to eclusa_api
  using (user_id = scope_user_id()) with check (user_id = scope_user_id());
create policy events_for_operator on events to eclusa_operator using (true) with check (true);
grant select, insert on events to eclusa_api;
grant select, insert on events to eclusa_operator;

insert into month_partitioned_tables (name) values ('events');
