-- in steps
-- Registry of Pix payments, keyed by end-to-end id: one id is one payment with one amount, by whatever way it is reported.
-- Each side of a payment is one transaction record (user, wallet and id), and a payment pays at most one refund request (user
-- and id). What was paid of a refund request is the sum of its payments in this table.
create table if not exists pix_payments (
  end_to_end_id text collate "C" primary key,
  amount bigint not null check (amount > 0),
  outgoing uuid[],
  incoming uuid[],
  refund uuid[],
  created_at timestamptz(3) not null default now()
);
-- The worker reads it to name the first payment in a refusal. Only the triggers below write it.
grant select on pix_payments to eclusa_worker;

-- The insert waits for a transaction that registers the same id, so that one of two amounts at the same moment is rejected.
create or replace function register_payment(payment text, cents bigint, sent_by uuid[], received_by uuid[], pays uuid[])
  returns void
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
revoke execute on function register_payment(text, bigint, uuid[], uuid[], uuid[]) from public;

create or replace function register_transaction() returns trigger
  language plpgsql security definer set search_path = eclusa, pg_temp
as $$
declare
  record_key uuid[] := array[new.user_id, new.wallet_id, new.id];
begin
  if new.type in ('PAYMENT', 'DEVOLUTION') then
    perform register_payment(new.end_to_end_id, new.amount, record_key, null, null);
  else
    perform register_payment(new.end_to_end_id, new.amount, null, record_key, null);
  end if;
  return null;
end $$;
revoke execute on function register_transaction() from public;

-- A payment whose id was corrected is no longer one of the request. Its id is free for the payment that really has it.
create or replace function register_refund_payments() returns trigger
  language plpgsql security definer set search_path = eclusa, pg_temp
as $$
declare
  request uuid[] := array[new.user_id, new.id];
begin
  update pix_payments set refund = null
  where refund = request and not new.payments @> jsonb_build_array(jsonb_build_object('end_to_end_id', end_to_end_id));
  if tg_op = 'UPDATE' then
    delete from pix_payments
    where end_to_end_id in (select payment ->> 'end_to_end_id' from jsonb_array_elements(old.payments) payment)
      and outgoing is null and incoming is null and refund is null;
  end if;
  perform register_payment(payment ->> 'end_to_end_id', (payment ->> 'amount')::bigint, null, null, request)
  from jsonb_array_elements(new.payments) payment;
  if new.paid_amount <> (select coalesce(sum(amount), 0) from pix_payments where refund = request) then
    raise exception 'the payments of refund request % do not add up to its paid amount', new.id
      using errcode = 'check_violation', table = 'refund_requests', constraint = 'refund_adds_up';
  end if;
  return null;
end $$;
revoke execute on function register_refund_payments() from public;
-- then
create index concurrently pix_payments_of_refund on pix_payments (refund) where refund is not null;
-- then
create or replace trigger payment_is_registered after insert on transactions
  for each row when (new.end_to_end_id is not null) execute function register_transaction();
create or replace trigger learned_payment_is_registered after update of end_to_end_id on transactions
  for each row when (new.end_to_end_id is not null and old.end_to_end_id is distinct from new.end_to_end_id)
  execute function register_transaction();
-- then
-- Ids that were corrected: a late repeat of the first report is not another payment.
alter table refund_requests add column if not exists replaced_ids text[] not null default '{}';
grant update (replaced_ids) on refund_requests to eclusa_api;
create or replace trigger payments_are_registered after insert on refund_requests
  for each row when (new.paid_amount > 0 or new.payments <> '[]') execute function register_refund_payments();
create or replace trigger changed_payments_are_registered after update of payments, paid_amount on refund_requests
  for each row when (old.payments is distinct from new.payments or old.paid_amount is distinct from new.paid_amount)
  execute function register_refund_payments();
-- then
-- What is there already; the first amount counts. Forced row-level security holds the owner too, and each policy locks its table.
drop policy if exists filled_by_owner on transactions;
create policy filled_by_owner on transactions for select to current_user using (true);
-- then
drop policy if exists filled_by_owner on refund_requests;
create policy filled_by_owner on refund_requests for select to current_user using (true);
-- then
insert into pix_payments (end_to_end_id, amount, outgoing, incoming, created_at)
select end_to_end_id, (array_agg(amount order by created_at, id))[1],
  min(array[user_id, wallet_id, id]) filter (where type in ('PAYMENT', 'DEVOLUTION')),
  min(array[user_id, wallet_id, id]) filter (where type in ('DEPOSIT', 'DEVOLUTION_RECEIVED')), min(created_at)
from transactions where end_to_end_id is not null group by end_to_end_id
on conflict (end_to_end_id) do nothing;
-- then
insert into pix_payments as known (end_to_end_id, amount, refund, created_at)
select distinct on (1) payment ->> 'end_to_end_id', (payment ->> 'amount')::bigint, array[user_id, id],
  (payment ->> 'reported_at')::timestamptz
from refund_requests, jsonb_array_elements(payments) payment order by 1, 4
on conflict (end_to_end_id) do update set refund = coalesce(known.refund, excluded.refund);
-- then
drop policy filled_by_owner on transactions;
-- then
drop policy filled_by_owner on refund_requests;
