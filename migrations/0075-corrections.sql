-- in steps
-- Until the checks begin, what was said of a person can be corrected and taken back. What was taken back stays as a row,
-- because it was told of, and stands in nobody's way: not in a list, and not in an index that lets there be one of each.
alter table user_accounts add column if not exists withdrawn_at timestamptz(3);
-- then
alter table shareholders add column if not exists withdrawn_at timestamptz(3);
-- then
alter table legal_representatives add column if not exists withdrawn_at timestamptz(3);
-- then
-- Built beside the ones there are, and put in their place under their names, which refusals are made from.
create unique index concurrently user_accounts_one_document on user_accounts (product_id, document)
  where withdrawn_at is null;
-- then
create unique index concurrently user_accounts_one_email on user_accounts (product_id, email)
  where email is not null and withdrawn_at is null;
-- then
create unique index concurrently user_accounts_one_phone on user_accounts (product_id, phone_number)
  where phone_number is not null and withdrawn_at is null;
-- then
drop index if exists user_accounts_document, user_accounts_email, user_accounts_phone;
alter index user_accounts_one_document rename to user_accounts_document;
alter index user_accounts_one_email rename to user_accounts_email;
alter index user_accounts_one_phone rename to user_accounts_phone;
-- then
create unique index concurrently shareholders_one_there on shareholders (user_id, onboarding_id, document)
  where withdrawn_at is null;
-- then
drop index if exists shareholders_one_each;
alter index shareholders_one_there rename to shareholders_one_each;
-- then
create unique index concurrently legal_representatives_one_there on legal_representatives (user_id, onboarding_id, document)
  where withdrawn_at is null;
-- then
drop index if exists legal_representatives_one_each;
alter index legal_representatives_one_there rename to legal_representatives_one_each;
-- then
create unique index concurrently onboardings_one_under_way on onboardings (user_id, account_id)
  where status not in ('rejected', 'failed', 'expired', 'withdrawn');
-- then
drop index if exists onboardings_one_each;
alter index onboardings_one_under_way rename to onboardings_one_each;
-- then
-- A film that was made under another document number than the person has now.
alter table liveness_videos drop constraint if exists liveness_videos_state_check;
alter table liveness_videos add constraint liveness_videos_state_check
  check (state in ('UPLOADED', 'PROCESSING', 'COMPLETED', 'FAILED', 'DISCARDED')) not valid;
-- then
alter table liveness_videos validate constraint liveness_videos_state_check;
-- then
-- Whose it is, what kind of person it is and whom it has become stay as they came.
grant update (name, full_name, document, email, phone_number, active, genre, mother_name, birth_date, issue_date,
  legal_person_type, withdrawn_at) on user_accounts to eclusa_api;
grant update (document, person_type, name, type, participation_basis_points, zip_code, withdrawn_at, version, updated_at)
  on shareholders to eclusa_api;
grant update (shareholder_id, document, document_country, name, mother_name, birth_date, representor_type, pep,
  is_public_server, phone_number, email, income, patrimony, participation_basis_points, relationship_start_date,
  relationship_end_date, registration_update_date, address, active, withdrawn_at, version, updated_at)
  on legal_representatives to eclusa_api;
