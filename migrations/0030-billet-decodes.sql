-- What a billet was found to be, on the day it was asked about. A payment refers to a decode by its id, so it is kept as
-- it was answered and never changed. `wallet_id` is there when the decode was made for one wallet; without it any wallet
-- of the user may pay. The document is kept as it is shown: of a person, masked.
create table billet_decodes (
  user_id uuid not null,
  id uuid not null,
  wallet_id uuid,
  barcode text not null check (barcode ~ '^[0-9]{44}$'),
  typeable_line text not null check (typeable_line ~ '^[0-9]{47,48}$'),
  payment_date date not null,
  registry_revision bigint not null,
  original_amount bigint not null check (original_amount >= 0),
  charged_amount bigint not null,
  charged_rebate_amount bigint not null check (charged_rebate_amount >= 0),
  charged_discount_amount bigint not null check (charged_discount_amount >= 0),
  charged_interest_amount bigint not null check (charged_interest_amount >= 0),
  charged_fine_amount bigint not null check (charged_fine_amount >= 0),
  due_date date,
  limit_due_date date,
  charged_amount_due_date date,
  beneficiary_name text not null,
  beneficiary_bank_name text not null,
  beneficiary_document text not null check (length(beneficiary_document) in (11, 14)),
  divergent_amount_type text not null,
  min_amount bigint,
  max_amount bigint,
  created_at timestamptz(3) not null,
  primary key (user_id, id, created_at),
  check (charged_amount = original_amount - charged_rebate_amount - charged_discount_amount
    + charged_interest_amount + charged_fine_amount)
) partition by range (created_at);

alter table billet_decodes enable row level security;
alter table billet_decodes force row level security;
create policy billet_decodes_of_scope on billet_decodes to eclusa_api
  using (user_id = scope_user_id()) with check (user_id = scope_user_id());
grant select, insert on billet_decodes to eclusa_api;

insert into month_partitioned_tables (name) values ('billet_decodes');
