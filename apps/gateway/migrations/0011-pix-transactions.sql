-- Pix transactions, as the ledger that moved the money reports them. The gateway creates none: eclusa_api may only read
-- them.

create table transactions (
  user_id uuid not null,
  wallet_id uuid not null,
  id uuid not null,
  type text not null,
  status text not null,
  amount bigint not null check (amount > 0),
  available_amount bigint,
  operation_id uuid,
  -- It is case-sensitive, so it is compared byte by byte.
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
  -- This time and the next are the ledger's own.
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  -- The purpose of a payment, in the codes of the Pix messages. IPRT: returned money of a fund recovery.
  purpose text,
  primary key (user_id, wallet_id, id, created_at),
  check (available_amount >= 0 and available_amount <= amount),
  check (updated_at >= created_at)
) partition by range (created_at);
comment on table transactions is
  'One row per Pix payment, deposit or devolution in a wallet of a user. Its product is the wallet''s.';
-- One month ahead is enough: a ledger's records may begin in any month, so the ingest creates the months they need.
insert into month_partitioned_tables (name, months_ahead) values ('transactions', 1);
-- One for each filter of the list, so that a filtered page is read in the order of an index.
create index transactions_by_end_to_end_id on transactions (user_id, wallet_id, end_to_end_id, created_at, id)
  where end_to_end_id is not null;
create index transactions_by_operation on transactions (user_id, wallet_id, operation_id) where operation_id is not null;
create index transactions_by_status on transactions (user_id, wallet_id, status, created_at, id);
create index transactions_by_time on transactions (user_id, wallet_id, created_at, id);
create index transactions_by_type on transactions (user_id, wallet_id, type, created_at, id);
create index transactions_by_type_and_status on transactions (user_id, wallet_id, type, status, created_at, id);
-- Across users: a report of DICT names the payment and not its owner.
create index transactions_by_payment on transactions (end_to_end_id) where end_to_end_id is not null;
select isolate_table('transactions', bound_by => 'wallet_id = scope_wallet_id()');
grant select on transactions to eclusa_api, eclusa_backoffice, eclusa_auditor;
grant select, insert, update on transactions to eclusa_worker;

-- Transactions are kept forever and by month, and there is no index over all months. The primary key here also keeps one id
-- in one month, which the partitions cannot.
create table transaction_keys (
  user_id uuid not null,
  wallet_id uuid not null,
  id uuid not null,
  created_at timestamptz(3) not null,
  primary key (user_id, wallet_id, id)
);
comment on table transaction_keys is 'One row per transaction of a user, to find its time, and with it its month, by its id.';
alter table transaction_keys enable row level security, force row level security;
create policy across_users on transaction_keys to eclusa_worker using (true);
grant select, insert on transaction_keys to eclusa_worker;

create function add_transaction_keys() returns trigger
  language plpgsql set search_path = eclusa, pg_temp
as $$
begin
  insert into transaction_keys (user_id, wallet_id, id, created_at) select user_id, wallet_id, id, created_at from added;
  return null;
end $$;
create trigger adds_keys after insert on transactions referencing new table as added
  for each statement execute function add_transaction_keys();
alter table transactions enable always trigger adds_keys;

select require_events('transactions', array[
  'wallet_id', 'type', 'status', 'amount', 'available_amount', 'operation_id', 'end_to_end_id', 'txid', 'original_id',
  'original_end_to_end_id', 'devolution_code', 'owner_name', 'owner_document', 'owner_person_type', 'owner_bank_name',
  'owner_bank_ispb', 'beneficiary_name', 'beneficiary_document', 'beneficiary_person_type', 'beneficiary_bank_name',
  'beneficiary_bank_ispb', 'description', 'merchant_id', 'payment_date', 'failed_code', 'purpose', 'created_at',
  'updated_at']);

-- One id is one payment with one amount, in every report of it. Each side of a payment is one transaction (user, wallet and
-- id), and a payment pays at most one refund request (user and id). The paid part of a refund request is the sum of its
-- payments here.
create table pix_payments (
  end_to_end_id text collate "C" primary key,
  amount bigint not null check (amount > 0),
  outgoing uuid[],
  incoming uuid[],
  refund uuid[],
  created_at timestamptz(3) not null default now()
);
comment on table pix_payments is 'One row per Pix payment by its end-to-end id, of no single user. Only triggers write it.';
create index pix_payments_of_refund on pix_payments (refund) where refund is not null;
grant select on pix_payments to eclusa_worker;

-- The insert waits for a transaction that registers the same id, so that one of two amounts at the same moment is rejected.
create function register_payment(payment text, cents bigint, sent_by uuid[], received_by uuid[], pays uuid[]) returns void
  language plpgsql set search_path = eclusa, pg_temp
as $$
begin
  insert into pix_payments as known (end_to_end_id, amount, outgoing, incoming, refund)
  values (payment, cents, sent_by, received_by, pays)
  on conflict (end_to_end_id) do update
    set outgoing = coalesce(known.outgoing, sent_by), incoming = coalesce(known.incoming, received_by),
      refund = coalesce(known.refund, pays)
    where known.amount = cents and coalesce(known.outgoing = sent_by, true) and coalesce(known.incoming = received_by, true)
      and coalesce(known.refund = pays, true);
  if not found then
    raise exception 'another payment has the end-to-end id %', payment
      using errcode = 'unique_violation', table = 'pix_payments', constraint = 'one_payment';
  end if;
end $$;

create function register_transaction() returns trigger
  language plpgsql security definer set search_path = eclusa, pg_temp
as $$
declare
  record_key uuid[] := array[new.user_id, new.wallet_id, new.id];
begin
  if tg_op = 'UPDATE' and old.end_to_end_id is not distinct from new.end_to_end_id then return null; end if;
  if new.type in ('PAYMENT', 'DEVOLUTION') then
    perform register_payment(new.end_to_end_id, new.amount, record_key, null, null);
  else
    perform register_payment(new.end_to_end_id, new.amount, null, record_key, null);
  end if;
  return null;
end $$;
create trigger registers_payment after insert or update of end_to_end_id on transactions
  for each row when (new.end_to_end_id is not null) execute function register_transaction();
