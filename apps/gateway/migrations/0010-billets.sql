-- Decoded billets (boletos).

create table billet_decodes (
  user_id uuid not null,
  product_id uuid,
  id uuid not null,
  -- The wallet it was decoded for; without one any wallet of the user may pay.
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
  -- As displayed: a CPF is masked.
  beneficiary_document text not null check (length(beneficiary_document) in (11, 14)),
  divergent_amount_type text not null,
  min_amount bigint,
  max_amount bigint,
  created_at timestamptz(3) not null,
  primary key (user_id, id, created_at),
  check (charged_amount = original_amount - charged_rebate_amount - charged_discount_amount
    + charged_interest_amount + charged_fine_amount)
) partition by range (created_at);
comment on table billet_decodes is
  'One row per billet that a user decoded, as it was on that day. A payment refers to it by id, so it is never changed.';
insert into month_partitioned_tables (name) values ('billet_decodes');
select isolate_table('billet_decodes', across => null);
grant select, insert on billet_decodes to eclusa_api;
