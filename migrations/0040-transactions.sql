-- Pix transactions of a wallet: payments, deposits, and devolutions sent and received, as the ledger that moved the money
-- tells them. The gateway never makes one: records come in by the operator's ingest, so the API's role may only read.
--
-- A record is known by (user_id, wallet_id, id). Months cannot hold that unique among each other; the ingest does, by
-- taking the row of the wallet before it looks. `created_at` and `updated_at` are the ledger's own times.
create table transactions (
  user_id uuid not null,
  wallet_id uuid not null,
  id uuid not null,
  type text not null,
  status text not null,
  amount bigint not null check (amount > 0),
  available_amount bigint check (available_amount between 0 and amount),
  operation_id uuid,
  -- Upper and lower case differ in it, so it is compared byte by byte.
  end_to_end_id text collate "C",
  txid text,
  original_id uuid,
  original_end_to_end_id text collate "C",
  devolution_code text,
  owner_name text,
  owner_document text,
  owner_person_type text,
  owner_bank_name text,
  owner_bank_ispb text,
  beneficiary_name text,
  beneficiary_document text,
  beneficiary_person_type text,
  beneficiary_bank_name text,
  beneficiary_bank_ispb text,
  description text,
  merchant_id text,
  payment_date timestamptz(3),
  failed_code text,
  version bigint not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null check (updated_at >= created_at),
  primary key (user_id, wallet_id, id, created_at)
) partition by range (created_at);

-- One for each way the list can be filtered and still be read in order, as far as the page needs and no further.
create index transactions_by_time on transactions (user_id, wallet_id, created_at, id);
create index transactions_by_type on transactions (user_id, wallet_id, type, created_at, id);
create index transactions_by_status on transactions (user_id, wallet_id, status, created_at, id);
create index transactions_by_type_and_status on transactions (user_id, wallet_id, type, status, created_at, id);
create index transactions_by_end_to_end_id on transactions (user_id, wallet_id, end_to_end_id, created_at, id)
  where end_to_end_id is not null;
create index transactions_by_operation on transactions (user_id, wallet_id, operation_id)
  where operation_id is not null;

alter table transactions enable row level security;
alter table transactions force row level security;
create policy transactions_of_scope on transactions to eclusa_api using (user_id = scope_user_id());
create policy transactions_for_operator on transactions to eclusa_operator using (true) with check (true);
grant select on transactions to eclusa_api;
grant select, insert, update on transactions to eclusa_operator;

-- One month ahead is enough, and every month that is there costs each request a little: a ledger's records may begin in
-- any month, so the ingest asks for the months they fall in.
insert into month_partitioned_tables (name, months_ahead) values ('transactions', 1);

-- CREATE ... PARTITION OF would lock every reader out of the parent; ATTACH lets them go on.
create function make_month_partitions(parent text, months date[]) returns setof text
  language plpgsql security definer set search_path = eclusa, pg_temp set lock_timeout = '3s'
as $$
declare
  month date;
  partition_name text;
begin
  if not exists (select from month_partitioned_tables where name = parent) then
    raise exception '% is not partitioned by month', parent;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('make_month_partitions ' || parent, 0));
  for month in select distinct date_trunc('month', asked)::date from unnest(months) as asked order by 1 loop
    partition_name := parent || '_' || to_char(month, 'YYYY_MM');
    continue when to_regclass(format('eclusa.%I', partition_name)) is not null;
    execute format('create table %I (like %I including defaults including constraints)', partition_name, parent);
    execute format('alter table %I attach partition %I for values from (%L) to (%L)', parent, partition_name,
      month::timestamp at time zone 'UTC', (month + interval '1 month') at time zone 'UTC');
    return next partition_name;
  end loop;
end $$;

revoke execute on function make_month_partitions(text, date[]) from public;
grant execute on function make_month_partitions(text, date[]) to eclusa_operator;
