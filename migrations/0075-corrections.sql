-- Until the checks begin, what was said of a person can be corrected and taken back. What was taken back stays as a row,
-- because it was told of, and stands in nobody's way: not in a list, and not in an index that lets there be one of each.
alter table user_accounts add column withdrawn_at timestamptz(3);
alter table shareholders add column withdrawn_at timestamptz(3);
alter table legal_representatives add column withdrawn_at timestamptz(3);

drop index user_accounts_document, user_accounts_email, user_accounts_phone;
create unique index user_accounts_document on user_accounts (product_id, document) where withdrawn_at is null;
create unique index user_accounts_email on user_accounts (product_id, email)
  where email is not null and withdrawn_at is null;
create unique index user_accounts_phone on user_accounts (product_id, phone_number)
  where phone_number is not null and withdrawn_at is null;

drop index shareholders_one_each, legal_representatives_one_each, onboardings_one_each;
create unique index shareholders_one_each on shareholders (user_id, onboarding_id, document) where withdrawn_at is null;
create unique index legal_representatives_one_each on legal_representatives (user_id, onboarding_id, document)
  where withdrawn_at is null;
create unique index onboardings_one_each on onboardings (user_id, account_id)
  where status not in ('rejected', 'failed', 'expired', 'withdrawn');

-- Whose it is, what kind of person it is and whom it has become stay as they came.
grant update (name, full_name, document, email, phone_number, active, genre, mother_name, birth_date, issue_date,
  legal_person_type, withdrawn_at) on user_accounts to eclusa_api;
grant update (document, person_type, name, type, participation_basis_points, zip_code, withdrawn_at, version, updated_at)
  on shareholders to eclusa_api;
grant update (shareholder_id, document, document_country, name, mother_name, birth_date, representor_type, pep,
  is_public_server, phone_number, email, income, patrimony, participation_basis_points, relationship_start_date,
  relationship_end_date, registration_update_date, address, active, withdrawn_at, version, updated_at)
  on legal_representatives to eclusa_api;

-- A film that was made under another document number than the person has now.
alter table liveness_videos drop constraint liveness_videos_state_check;
alter table liveness_videos add constraint liveness_videos_state_check
  check (state in ('UPLOADED', 'PROCESSING', 'COMPLETED', 'FAILED', 'DISCARDED')) not valid;
alter table liveness_videos validate constraint liveness_videos_state_check;
