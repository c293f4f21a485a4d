-- Onboarding: persons who are to become target users of a product. Until one is finished everything belongs to the user on whose
-- behalf the integrator calls.

create table user_accounts (
  user_id uuid not null,
  product_id uuid not null,
  -- Chosen by the caller. The resulting user has an id of its own, which the caller cannot choose.
  id uuid not null,
  person_type text not null check (person_type in ('NATURAL_PERSON', 'LEGAL_PERSON')),
  state text not null check (state in ('pending', 'active', 'expired', 'deactivated', 'deleting')),
  name text not null,
  full_name text not null,
  document text collate "C" not null,
  email text collate "C",
  phone_number text collate "C",
  active boolean not null,
  genre text,
  mother_name text,
  birth_date date,
  issue_date date,
  legal_person_type text,
  version bigint not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  target_user_id uuid references users,
  -- A withdrawn person remains as a row, because there are events of it, and is in no list and no unique index.
  withdrawn_at timestamptz(3),
  default_wallet_id uuid,
  primary key (user_id, id),
  check (email is not null or phone_number is not null)
);
comment on table user_accounts is 'One row per person that a user registers for a product, and the target user it became.';
create unique index user_accounts_id on user_accounts (id);
create index user_accounts_by_document on user_accounts (user_id, product_id, document, created_at, id);
create index user_accounts_by_time on user_accounts (user_id, product_id, created_at, id);
-- A person has one account of a product, whichever user registered it: these three do not begin with the user on purpose.
create unique index user_accounts_document on user_accounts (product_id, document) where withdrawn_at is null;
create unique index user_accounts_email on user_accounts (product_id, email) where email is not null and withdrawn_at is null;
create unique index user_accounts_phone on user_accounts (product_id, phone_number)
  where phone_number is not null and withdrawn_at is null;
create unique index user_accounts_target_user on user_accounts (target_user_id);
select isolate_table('user_accounts', across => 'select', owner => true);
create policy decided_in_scope on user_accounts for update to eclusa_worker, eclusa_backoffice, eclusa_bootstrap
  using (user_id = scope_user_id());
-- The owner, the kind of person and the resulting user never change.
grant select, insert, update (active, birth_date, document, email, full_name, genre, issue_date, legal_person_type, mother_name,
  name, phone_number, state, updated_at, version, withdrawn_at) on user_accounts to eclusa_api;
grant select on user_accounts to eclusa_worker, eclusa_auditor;
grant select, update (updated_at) on user_accounts to eclusa_backoffice;
-- The event of the onboarding records the resulting user of an account.
select require_events('user_accounts', array[
  'product_id', 'person_type', 'name', 'full_name', 'document', 'email', 'phone_number', 'active', 'genre',
  'mother_name', 'birth_date', 'issue_date', 'legal_person_type', 'withdrawn_at', 'created_at'], false);

create table onboardings (
  user_id uuid not null,
  product_id uuid not null,
  id uuid not null,
  account_id uuid not null,
  person_type text not null check (person_type in ('NATURAL_PERSON', 'LEGAL_PERSON')),
  status text collate "C" not null,
  -- This and full_name are those of the account, because lists are searched by them.
  document text collate "C" not null,
  full_name text not null,
  address jsonb not null,
  nationality text,
  pep boolean,
  pep_since date,
  occupation_cbo_code text,
  occupation_income bigint,
  patrimony bigint,
  company_revenue bigint,
  failed_code text,
  failed_message text,
  rejected_legal_representative_id uuid,
  -- The liveness method: our page, or videos the integrator sends. Chosen by the first video.
  liveness_method text check (liveness_method in ('LINK', 'VIDEO_UPLOAD')),
  submitted_at timestamptz(3),
  finished_at timestamptz(3),
  -- When an open onboarding expires; null once it has ended.
  expires_at timestamptz(3),
  version bigint not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  -- The gateway writes it. lower(full_name) depends on the locale, and behind row-level security no condition on it uses an index.
  name_key text collate "C",
  -- The grant it was begun under, with which its links end.
  grant_id uuid,
  target_user_id uuid,
  default_wallet_id uuid,
  -- The owner that BC Protege+ did not clear.
  rejected_shareholder_id uuid,
  primary key (user_id, id),
  foreign key (user_id, account_id) references user_accounts (user_id, id)
);
comment on table onboardings is 'One row per onboarding of a person, with its status; it belongs to the user who registered the person.';
-- The id is chosen by the caller, and the backoffice names an onboarding by it alone.
create unique index onboardings_id on onboardings (id);
-- Every filter of the lists, in both orders.
create index onboardings_by_change on onboardings (user_id, updated_at, id);
create index onboardings_by_document on onboardings (user_id, document, created_at, id);
create index onboardings_by_name on onboardings (user_id, name_key, created_at, id);
create index onboardings_by_status on onboardings (user_id, status, created_at, id);
create index onboardings_by_status_change on onboardings (user_id, status, updated_at, id);
create index onboardings_by_time on onboardings (user_id, created_at, id);
create index onboardings_by_type on onboardings (user_id, person_type, created_at, id);
create index onboardings_by_type_change on onboardings (user_id, person_type, updated_at, id);
create index onboardings_by_type_status on onboardings (user_id, person_type, status, created_at, id);
create index onboardings_by_type_status_change on onboardings (user_id, person_type, status, updated_at, id);
create index onboardings_of_product on onboardings (user_id, product_id, created_at, id);
create index onboardings_of_product_by_change on onboardings (user_id, product_id, updated_at, id);
-- One onboarding of a person at a time, and none after a successful one.
create unique index onboardings_one_each on onboardings (user_id, account_id)
  where status not in ('rejected', 'failed', 'expired', 'withdrawn');
create index onboardings_due on onboardings (expires_at) where expires_at is not null;
create index onboardings_of_document on onboardings ((document || ''));
select isolate_table('onboardings', across => 'select', owner => true);
create policy decided_in_scope on onboardings for update to eclusa_worker, eclusa_backoffice, eclusa_bootstrap
  using (user_id = scope_user_id());
grant select, insert, update on onboardings to eclusa_api;
grant select on onboardings to eclusa_worker, eclusa_auditor;
grant select, update (default_wallet_id, expires_at, failed_code, failed_message, finished_at, liveness_method,
  rejected_legal_representative_id, rejected_shareholder_id, status, submitted_at, target_user_id, updated_at, version) on onboardings
  to eclusa_backoffice;
-- The first video chooses the liveness method, and the event of the video records it.
select require_events('onboardings', array[
  'product_id', 'grant_id', 'account_id', 'person_type', 'status', 'document', 'full_name', 'address', 'nationality',
  'pep', 'pep_since', 'occupation_cbo_code', 'occupation_income', 'patrimony', 'company_revenue', 'failed_code',
  'failed_message', 'rejected_legal_representative_id', 'rejected_shareholder_id', 'target_user_id', 'default_wallet_id',
  'submitted_at', 'finished_at', 'expires_at', 'created_at']);

create table shareholders (
  user_id uuid not null,
  product_id uuid,
  id uuid not null,
  onboarding_id uuid not null,
  document text collate "C" not null,
  person_type text not null,
  name text not null,
  type text not null,
  -- Hundredths of a percent: shares are added up, and fractions would be rounded.
  participation_basis_points integer check (participation_basis_points between 0 and 10000),
  zip_code text,
  version bigint not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  withdrawn_at timestamptz(3),
  primary key (user_id, id),
  foreign key (user_id, onboarding_id) references onboardings (user_id, id)
);
comment on table shareholders is 'One row per owner of a company that is being onboarded.';
create index shareholders_by_onboarding on shareholders (user_id, onboarding_id, created_at, id);
create index shareholders_by_time on shareholders (user_id, created_at, id);
create index shareholders_of_product on shareholders (user_id, product_id, created_at, id);
create unique index shareholders_one_each on shareholders (user_id, onboarding_id, document) where withdrawn_at is null;
select isolate_table('shareholders', across => 'select', owner => true);
grant select, insert, update (document, name, participation_basis_points, person_type, type, updated_at, version, withdrawn_at,
  zip_code) on shareholders to eclusa_api;
grant select on shareholders to eclusa_worker, eclusa_backoffice, eclusa_bootstrap, eclusa_auditor;
select require_events('shareholders', array[
  'product_id', 'onboarding_id', 'document', 'person_type', 'name', 'type', 'participation_basis_points', 'zip_code',
  'withdrawn_at', 'created_at']);

create table legal_representatives (
  user_id uuid not null,
  product_id uuid,
  id uuid not null,
  onboarding_id uuid not null,
  shareholder_id uuid not null,
  document text collate "C" not null,
  document_country text not null,
  name text not null,
  mother_name text not null,
  birth_date date not null,
  representor_type text not null,
  pep boolean not null,
  is_public_server boolean not null,
  phone_number text not null,
  email text not null,
  income bigint,
  patrimony bigint,
  participation_basis_points integer check (participation_basis_points between 0 and 10000),
  relationship_start_date date not null,
  relationship_end_date date,
  registration_update_date date not null,
  address jsonb not null,
  active boolean not null default true,
  version bigint not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  withdrawn_at timestamptz(3),
  primary key (user_id, id),
  foreign key (user_id, onboarding_id) references onboardings (user_id, id),
  foreign key (user_id, shareholder_id) references shareholders (user_id, id)
);
comment on table legal_representatives is 'One row per legal representative of a company that is being onboarded.';
create index legal_representatives_by_onboarding on legal_representatives (user_id, onboarding_id, created_at, id);
create index legal_representatives_by_time on legal_representatives (user_id, created_at, id);
create index legal_representatives_of_product on legal_representatives (user_id, product_id, created_at, id);
create unique index legal_representatives_one_each on legal_representatives (user_id, onboarding_id, document)
  where withdrawn_at is null;
select isolate_table('legal_representatives', across => 'select', owner => true);
grant select, insert, update (active, address, birth_date, document, document_country, email, income, is_public_server,
  mother_name, name, participation_basis_points, patrimony, pep, phone_number, registration_update_date, relationship_end_date,
  relationship_start_date, representor_type, shareholder_id, updated_at, version, withdrawn_at) on legal_representatives to eclusa_api;
grant select on legal_representatives to eclusa_worker, eclusa_backoffice, eclusa_bootstrap, eclusa_auditor;
select require_events('legal_representatives', array[
  'product_id', 'onboarding_id', 'shareholder_id', 'document', 'document_country', 'name', 'mother_name',
  'birth_date', 'representor_type', 'pep', 'is_public_server', 'phone_number', 'email', 'income', 'patrimony',
  'participation_basis_points', 'relationship_start_date', 'relationship_end_date', 'registration_update_date',
  'address', 'active', 'withdrawn_at', 'created_at']);

-- A new document replaces the old one. The bytes and their facts are a row of files.
create table onboarding_documents (
  user_id uuid not null,
  product_id uuid,
  onboarding_id uuid not null,
  id uuid not null,
  legal_representative_id uuid,
  type text collate "C" not null,
  identity_document_type text,
  file_id uuid not null,
  file_name text not null,
  content_type text not null,
  size bigint not null,
  version bigint not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (user_id, onboarding_id, id)
);
comment on table onboarding_documents is
  'One row per document of an onboarding: of the person, of the company (no representative) or of a representative, one of each type.';
create unique index onboarding_documents_one_each on onboarding_documents (user_id, onboarding_id, legal_representative_id, type)
  nulls not distinct;
select isolate_table('onboarding_documents', across => 'select', owner => true);
grant select, insert, update on onboarding_documents to eclusa_api;
grant select on onboarding_documents to eclusa_worker, eclusa_backoffice, eclusa_bootstrap;

create table onboarding_steps (
  user_id uuid not null,
  product_id uuid,
  onboarding_id uuid not null,
  id uuid not null,
  name text not null check (name in ('BC_PROTEGE', 'CAF', 'LIVENESS', 'DICT', 'RUFRA')),
  status text not null check (status in ('PENDING', 'PROCESSING', 'APPROVED', 'REJECTED', 'ERROR', 'MANUAL_REVIEW')),
  "order" integer not null,
  legal_representative_id uuid,
  -- Number of attempts.
  attempts integer not null default 0,
  reason text,
  finished_at timestamptz(3),
  version bigint not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  -- Number of consecutive attempts without a valid response.
  failures integer not null default 0,
  -- When it is retried. Null while the step waits for a person, and at the end.
  next_action_at timestamptz(3),
  -- Since when the checker has been reporting the step as pending.
  pending_since timestamptz(3),
  shareholder_id uuid,
  -- The document number of the request: a response belongs to it.
  document text,
  primary key (user_id, onboarding_id, id)
);
comment on table onboarding_steps is 'One row per check of an onboarding, in order, with its result.';
create index onboarding_steps_by_id on onboarding_steps (id, user_id);
create index onboarding_steps_due on onboarding_steps (next_action_at) where next_action_at is not null;
create unique index onboarding_steps_one_of_subject on onboarding_steps
  (user_id, onboarding_id, name, legal_representative_id, shareholder_id) nulls not distinct;
select isolate_table('onboarding_steps', across => 'select', owner => true);
create policy decided_in_scope on onboarding_steps for update to eclusa_worker, eclusa_backoffice, eclusa_bootstrap
  using (user_id = scope_user_id());
grant select, insert, update, delete on onboarding_steps to eclusa_api;
grant select on onboarding_steps to eclusa_worker, eclusa_auditor;
grant select, update (attempts, failures, finished_at, next_action_at, pending_since, reason, status, updated_at, version)
  on onboarding_steps to eclusa_backoffice;
create constraint trigger requires_history_entry after insert or update of status on onboarding_steps deferrable initially deferred
  for each row when (new.status in ('APPROVED', 'REJECTED', 'ERROR')) execute function require_history_entry('onboarding_activity');

create table bc_protege_answers (
  user_id uuid not null,
  product_id uuid,
  onboarding_id uuid not null,
  id uuid not null,
  step_id uuid not null,
  legal_representative_id uuid,
  shareholder_id uuid,
  document text not null,
  check_id text not null,
  verdict text not null check (verdict in ('APPROVED', 'REJECTED')),
  asked_at timestamptz(3) not null,
  answered_at timestamptz(3) not null,
  -- As it was received.
  answer text not null,
  primary key (user_id, onboarding_id, id)
);
comment on table bc_protege_answers is 'One row per answer of BC Protege+ about a document of an onboarding. Evidence: never changed.';
select isolate_table('bc_protege_answers', across => 'select', owner => true);
create policy read_by_owner on bc_protege_answers for select to current_user using (true);
create trigger refuses_change before update or delete or truncate on bc_protege_answers execute function refuse_removal();
grant select, insert on bc_protege_answers to eclusa_api;
grant select on bc_protege_answers to eclusa_worker, eclusa_backoffice, eclusa_auditor;

create table onboarding_activity (
  user_id uuid not null,
  product_id uuid,
  onboarding_id uuid not null,
  id uuid not null,
  what text not null,
  status text not null,
  step_id uuid,
  legal_representative_id uuid,
  actor text not null,
  reason text,
  authenticated_user_id uuid,
  request_id text not null,
  created_at timestamptz(3) not null,
  primary key (user_id, onboarding_id, id)
);
comment on table onboarding_activity is 'One row per act on an onboarding: who did it and why. Never changed.';
create index onboarding_activity_by_age on onboarding_activity using brin (created_at) with (autosummarize = on);
select isolate_table('onboarding_activity', across => 'select', owner => true);
create policy added_in_scope on onboarding_activity for insert to eclusa_worker, eclusa_backoffice, eclusa_bootstrap
  with check (user_id = scope_user_id());
create policy read_by_owner on onboarding_activity for select to current_user using (true);
create trigger refuses_change before update or delete or truncate on onboarding_activity execute function refuse_removal();
grant select, insert on onboarding_activity to eclusa_api, eclusa_backoffice;
grant select on onboarding_activity to eclusa_worker, eclusa_auditor;

create table liveness_checks (
  user_id uuid not null,
  product_id uuid,
  onboarding_id uuid not null,
  id uuid not null,
  legal_representative_id uuid,
  status text not null check (status in ('PENDING', 'WAITING_SUBMISSION', 'IN_ANALYSIS', 'APPROVED', 'REJECTED')),
  method text not null check (method in ('LINK', 'VIDEO_UPLOAD')),
  -- The address of the page is computed from the ids and this number with the gateway's secret, so that it is nowhere in the
  -- database. A new number invalidates the earlier addresses.
  generation integer not null default 1,
  revoked_at timestamptz(3),
  -- How many videos the page has received.
  attempts integer not null default 0,
  submitted_at timestamptz(3),
  version bigint not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (user_id, onboarding_id, id),
  foreign key (user_id, onboarding_id) references onboardings (user_id, id)
);
comment on table liveness_checks is 'One row per person of an onboarding who has to pass a liveness check.';
create index liveness_checks_in_analysis on liveness_checks (updated_at) where status = 'IN_ANALYSIS' and revoked_at is null;
create unique index liveness_checks_one_each on liveness_checks (user_id, onboarding_id, legal_representative_id) nulls not distinct;
select isolate_table('liveness_checks', across => 'select', owner => true);
create policy decided_in_scope on liveness_checks for update to eclusa_worker, eclusa_backoffice, eclusa_bootstrap
  using (user_id = scope_user_id());
grant select, insert, update on liveness_checks to eclusa_api;
grant select on liveness_checks to eclusa_worker, eclusa_auditor;
grant select, update (attempts, generation, method, revoked_at, status, submitted_at, updated_at, version) on liveness_checks
  to eclusa_backoffice;
create constraint trigger requires_history_entry after update of status on liveness_checks deferrable initially deferred
  for each row when (new.status in ('APPROVED', 'REJECTED')) execute function require_history_entry('onboarding_activity');

create table liveness_videos (
  user_id uuid not null,
  product_id uuid,
  onboarding_id uuid not null,
  id uuid not null,
  liveness_id uuid not null,
  legal_representative_id uuid,
  file_id uuid not null,
  sha256 text not null,
  -- DISCARDED: it was made under a document number that the person no longer has.
  state text not null check (state in ('UPLOADED', 'PROCESSING', 'COMPLETED', 'FAILED', 'DISCARDED')),
  liveness_provider text,
  liveness_provider_transaction_id text,
  captured_at timestamptz(3) not null,
  duration_ms integer,
  codec text,
  width integer,
  height integer,
  version bigint not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (user_id, onboarding_id, id),
  foreign key (user_id, onboarding_id, liveness_id) references liveness_checks (user_id, onboarding_id, id)
);
comment on table liveness_videos is 'One row per video of a face in an onboarding.';
create index liveness_videos_by_liveness on liveness_videos (user_id, onboarding_id, liveness_id, created_at);
select isolate_table('liveness_videos', across => 'select', owner => true);
create policy decided_in_scope on liveness_videos for update to eclusa_worker, eclusa_backoffice, eclusa_bootstrap
  using (user_id = scope_user_id());
grant select, insert, update on liveness_videos to eclusa_api;
grant select on liveness_videos to eclusa_worker;
grant select, update (state, updated_at, version) on liveness_videos to eclusa_backoffice;

create table liveness_upload_parts (
  user_id uuid not null,
  liveness_id uuid not null,
  upload_id uuid not null,
  number integer not null check (number between 1 and 100),
  size integer not null,
  sha256 text not null,
  object_key text not null,
  created_at timestamptz(3) not null,
  primary key (user_id, liveness_id, upload_id, number)
);
comment on table liveness_upload_parts is
  'One row per part of a video on its way from the page, so that a dropped connection costs one part. Each part is an object.';
create index liveness_upload_parts_by_age on liveness_upload_parts (created_at);
-- Only the page of a person uses these rows, and its requests are bound to no product.
select isolate_table('liveness_upload_parts', bound_by => 'false', across => 'select', owner => true);
grant select, insert, delete on liveness_upload_parts to eclusa_api;
grant select on liveness_upload_parts to eclusa_worker, eclusa_backoffice, eclusa_bootstrap;

-- Makes the person of a finished onboarding a user, a target user of the product, and the holder of a wallet there. The
-- caller's role may write none of these: it calls this for an account of its own scope, in the transaction that finishes the
-- onboarding. Repeated calls return the same user and the same wallet.
create function admit_person(account uuid) returns user_accounts
  language plpgsql security definer set search_path = eclusa, pg_temp
as $$
declare
  owned user_accounts;
  admitted uuid := gen_random_uuid();
  wallet uuid := gen_random_uuid();
begin
  select * into owned from user_accounts where user_id = scope_user_id() and id = account for update;
  if not found then raise exception 'no such account in this scope'; end if;
  if owned.target_user_id is not null then return owned; end if;
  if not exists (select 1 from onboardings
    where user_id = scope_user_id() and account_id = account and status = 'finished') then
    raise exception 'the onboarding of this account is not finished';
  end if;
  insert into users (id, name) values (admitted, left(owned.name, 80));
  insert into product_users (user_id, product_id, role, is_default) values (admitted, owned.product_id, 'TARGET', true);
  insert into wallets (user_id, id, product_id, name, is_default)
  values (admitted, wallet, owned.product_id, left(owned.name, 80), true);
  update user_accounts set target_user_id = admitted, default_wallet_id = wallet, state = 'active', version = version + 1,
    updated_at = greatest(now(), updated_at + interval '1 millisecond')
  where user_id = scope_user_id() and id = account returning * into owned;
  return owned;
end $$;
grant execute on function admit_person(uuid) to eclusa_api, eclusa_backoffice, eclusa_bootstrap;

-- Only admit_person writes the resulting user of an account.
create function refuse_self_admission() returns trigger
  language plpgsql
as $$
begin
  if tg_op = 'INSERT' and (new.state, new.target_user_id, new.default_wallet_id) is not distinct from ('pending', null::uuid, null::uuid)
    or tg_op = 'UPDATE' and (old.state, old.target_user_id, old.default_wallet_id)
      is not distinct from (new.state, new.target_user_id, new.default_wallet_id)
    or current_user = (select pg_get_userbyid(relowner) from pg_class where oid = tg_relid)
  then return new; end if;
  raise exception '% of % is refused: an account is admitted by its onboarding', lower(tg_op), tg_table_name
    using errcode = 'restrict_violation', table = tg_table_name, constraint = tg_name;
end $$;
create trigger refuses_self_admission before insert or update on user_accounts
  for each row execute function refuse_self_admission();

-- An onboarding finishes only after BC Protege+ has cleared the account holder, every active representative and every owner,
-- by its newest response for the current number of each, at most 24 hours ago. Checked at COMMIT, for every writer.
create function require_protege_clearance() returns trigger
  language plpgsql security definer set search_path = eclusa, pg_temp set plan_cache_mode = force_generic_plan
as $$
begin
  if exists (
    select from (
      select document, finished_at from onboardings where user_id = new.user_id and id = new.id
    ) opening
    cross join lateral (
      select opening.document
      union select document from legal_representatives
      where user_id = new.user_id and onboarding_id = new.id and active and withdrawn_at is null
      union select document from shareholders
      where user_id = new.user_id and onboarding_id = new.id and withdrawn_at is null
    ) subject
    where (select verdict = 'APPROVED' and answered_at >= opening.finished_at - interval '24 hours'
      from bc_protege_answers answer
      where answer.user_id = new.user_id and answer.onboarding_id = new.id and answer.document = subject.document
      order by answered_at desc, id desc limit 1) is not true)
  then
    raise exception 'onboarding % is not finished: BC Protege+ has not cleared everybody in it', new.id
      using errcode = 'integrity_constraint_violation', table = 'onboardings', constraint = tg_name;
  end if;
  return null;
end $$;
-- Triggers run in the order of their names: a login that may not finish an onboarding at all is refused for that first (requires_event).
create constraint trigger requires_protege_clearance after insert or update of status on onboardings
  deferrable initially deferred for each row when (new.status = 'finished') execute function require_protege_clearance();

-- Evidence of consent. TERMS: what the integrator states about the terms that the person accepted. LIVENESS: what the liveness page
-- showed and the person agreed to. A null was not stated. Rows are added and never changed.
create table onboarding_consents (
  user_id uuid not null,
  product_id uuid,
  onboarding_id uuid not null,
  id uuid not null,
  kind text not null check (kind in ('TERMS', 'LIVENESS')),
  -- The link of the liveness page: a renewed link needs a new consent, because another person may have used the earlier one.
  liveness_id uuid,
  generation integer,
  -- Null for the person or company that is being onboarded.
  legal_representative_id uuid,
  version text,
  language text,
  text_sha256 text,
  -- The gateway has only the text of its own page.
  text text check (text_sha256 = encode(sha256(convert_to(text, 'UTF8')), 'hex')),
  accepted_at timestamptz(3),
  -- The network address of the person.
  ip_address inet,
  -- The sender of the request; null on the liveness page, where the link is the only credential.
  authenticated_user_id uuid,
  request_id text not null,
  recorded_at timestamptz(3) not null,
  primary key (user_id, onboarding_id, id),
  check (case kind
    when 'TERMS' then liveness_id is null and generation is null and text is null and authenticated_user_id is not null
    else num_nulls(liveness_id, generation, version, language, text_sha256, text, accepted_at) = 0
  end)
);
comment on table onboarding_consents is 'One row per consent of a person in an onboarding of a user: which text, in which language, when.';
-- One for each link and text, however often a person loads the page.
create unique index onboarding_consents_one_each on onboarding_consents (user_id, onboarding_id, liveness_id, generation, text_sha256)
  where kind = 'LIVENESS';
select isolate_table('onboarding_consents', across => 'select');
grant select, insert on onboarding_consents to eclusa_api;
grant select on onboarding_consents to eclusa_backoffice;
create trigger row_stays before update or delete on onboarding_consents for each row execute function refuse_removal();
create trigger rows_stay before truncate on onboarding_consents execute function refuse_removal();
