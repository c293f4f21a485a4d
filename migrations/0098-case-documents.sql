-- in steps
-- Whose documents a case of Pix is about: that of our customer, and that of who stands at the other end of the payment. The
-- cases have neither, and the payment they name is found by its id and not by a document; so it is noted beside each case as it
-- comes, and another case of the same document is found by an index. Only the desk reads it.
create table if not exists case_documents (
  user_id uuid not null,
  kind text not null,
  case_id uuid not null,
  party text not null check (party in ('customer', 'counterparty')),
  document text not null,
  opened_at timestamptz(3) not null,
  primary key (user_id, kind, case_id, party)
);
create index if not exists case_documents_in_time on case_documents (user_id, document, kind, opened_at, case_id);
grant select on case_documents to eclusa_desk;
-- then
create or replace function note_documents(of_kind text, of_user uuid, of_case uuid, of_wallet uuid, of_payment uuid, at timestamptz)
  returns void
  language sql volatile set search_path = eclusa, pg_temp
as $$
  insert into case_documents (user_id, kind, case_id, party, document, opened_at)
  select of_user, of_kind, of_case, told.party, told.document, at
  from (
    select type in ('DEPOSIT', 'DEVOLUTION_RECEIVED') as came_in, owner_document, beneficiary_document from transactions
    where user_id = of_user and wallet_id = of_wallet and id = of_payment limit 1) payment
  cross join lateral (values
    ('customer', case when came_in then beneficiary_document else owner_document end),
    ('counterparty', case when came_in then owner_document else beneficiary_document end)) told (party, document)
  where told.document is not null
  on conflict do nothing
$$;

create or replace function note_case_documents() returns trigger
  language plpgsql security definer set search_path = eclusa, pg_temp
as $$
begin
  perform note_documents(tg_argv[0], new.user_id, new.id, new.wallet_id, new.transaction_id, new.created_at);
  return null;
end $$;
revoke execute on function note_documents(text, uuid, uuid, uuid, uuid, timestamptz), note_case_documents() from public;
-- then
create or replace trigger case_is_about after insert on infraction_notifications for each row
  execute function note_case_documents('infraction');
-- then
create or replace trigger case_is_about after insert on refund_requests for each row
  execute function note_case_documents('refund');
-- then
create or replace trigger case_is_about after insert on fund_recovery_requests for each row
  execute function note_case_documents('recovery');
-- then
-- Those that were there before.
do $$ begin
  perform note_documents('infraction', user_id, id, wallet_id, transaction_id, created_at) from infraction_notifications;
end $$;
-- then
do $$ begin
  perform note_documents('refund', user_id, id, wallet_id, transaction_id, created_at) from refund_requests;
end $$;
-- then
do $$ begin
  perform note_documents('recovery', user_id, id, wallet_id, transaction_id, created_at) from fund_recovery_requests;
end $$;
