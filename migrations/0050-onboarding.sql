-- Persons who are to become target users of a product, and how far each has come. All of it belongs to the user on whose
-- behalf the integrator calls; the person becomes a user of its own only when the onboarding is finished.

create table user_accounts (
  user_id uuid not null,
  id uuid not null,
  product_id uuid not null,
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
  primary key (user_id, id),
  check (email is not null or phone_number is not null)
);
create index user_accounts_by_time on user_accounts (user_id, product_id, created_at, id);
-- A person is one account of a product, whoever registered it: these three do not begin with the user on purpose.
create unique index user_accounts_document on user_accounts (product_id, document);
create unique index user_accounts_email on user_accounts (product_id, email) where email is not null;
create unique index user_accounts_phone on user_accounts (product_id, phone_number) where phone_number is not null;
-- The id becomes that of a user, of whom there is one of each id.
create unique index user_accounts_id on user_accounts (id);

-- `document` and `full_name` are those of the account, kept here because lists are searched by them.
create table onboardings (
  user_id uuid not null,
  id uuid not null,
  product_id uuid not null,
  account_id uuid not null,
  person_type text not null check (person_type in ('NATURAL_PERSON', 'LEGAL_PERSON')),
  status text collate "C" not null,
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
  -- How faces are proven: by our page, or by videos the integrator sends. Decided by the first video, null until asked.
  liveness_method text check (liveness_method in ('LINK', 'VIDEO_UPLOAD')),
  submitted_at timestamptz(3),
  finished_at timestamptz(3),
  -- When an open onboarding ends by itself; null once it has ended.
  expires_at timestamptz(3),
  version bigint not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (user_id, id),
  foreign key (user_id, account_id) references user_accounts (user_id, id)
);
create index onboardings_by_time on onboardings (user_id, created_at, id);
create index onboardings_by_change on onboardings (user_id, updated_at, id);
create index onboardings_by_status on onboardings (user_id, status, created_at, id);
create index onboardings_by_type on onboardings (user_id, person_type, created_at, id);
create index onboardings_by_document on onboardings (user_id, document, created_at, id);
create index onboardings_by_name on onboardings (user_id, lower(full_name) collate "C", created_at, id);
-- One onboarding of a person at a time, and none after one that succeeded.
create unique index onboardings_one_each on onboardings (user_id, account_id)
  where status not in ('rejected', 'failed', 'expired');
-- For the worker, across users: whose time is up.
create index onboardings_due on onboardings (expires_at) where expires_at is not null;
create index onboardings_by_id on onboardings (id, user_id);

create table shareholders (
  user_id uuid not null,
  id uuid not null,
  onboarding_id uuid not null,
  document text collate "C" not null,
  person_type text not null,
  name text not null,
  type text not null,
  -- Hundredths of a percent: shares are added up, and fractions would not add up.
  participation_basis_points integer check (participation_basis_points between 0 and 10000),
  zip_code text,
  version bigint not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (user_id, id),
  foreign key (user_id, onboarding_id) references onboardings (user_id, id)
);
create unique index shareholders_one_each on shareholders (user_id, onboarding_id, document);
create index shareholders_by_time on shareholders (user_id, created_at, id);

create table legal_representatives (
  user_id uuid not null,
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
  primary key (user_id, id),
  foreign key (user_id, onboarding_id) references onboardings (user_id, id),
  foreign key (user_id, shareholder_id) references shareholders (user_id, id)
);
create unique index legal_representatives_one_each on legal_representatives (user_id, onboarding_id, document);
create index legal_representatives_by_time on legal_representatives (user_id, created_at, id);

-- Documents of the person, of the company (no representative) and of each representative. One of each type: a
-- replacement takes the place of what it replaces. The bytes and their facts are a row of files.
create table onboarding_documents (
  user_id uuid not null,
  onboarding_id uuid not null,
  id uuid not null,
  legal_representative_id uuid,
  type text collate "C" not null,
  -- Which paper it is, for those that are identity documents.
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
create unique index onboarding_documents_one_each
  on onboarding_documents (user_id, onboarding_id, legal_representative_id, type) nulls not distinct;
create index onboarding_documents_by_representative on onboarding_documents (user_id, legal_representative_id, created_at, id)
  where legal_representative_id is not null;

-- What is checked about an onboarding, in this order. `attempts` counts the asking of whoever judges it.
create table onboarding_steps (
  user_id uuid not null,
  onboarding_id uuid not null,
  id uuid not null,
  name text not null check (name in ('BC_PROTEGE', 'CAF', 'LIVENESS', 'DICT', 'RUFRA')),
  status text not null check (status in ('PENDING', 'PROCESSING', 'APPROVED', 'REJECTED', 'ERROR', 'MANUAL_REVIEW')),
  "order" integer not null,
  legal_representative_id uuid,
  attempts integer not null default 0,
  reason text,
  finished_at timestamptz(3),
  version bigint not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (user_id, onboarding_id, id)
);
create unique index onboarding_steps_one_each
  on onboarding_steps (user_id, onboarding_id, name, legal_representative_id) nulls not distinct;
-- For the analysts, across users: what waits for a person.
create index onboarding_steps_in_review on onboarding_steps (updated_at) where status = 'MANUAL_REVIEW';

-- Who did what to an onboarding and why. Nobody changes or removes an entry: the API's role may only add.
create table onboarding_activity (
  user_id uuid not null,
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

-- The proof that a face is a living person's: one for each person to be seen. The address of the page is computed from
-- the ids and the generation under the gateway's secret, so that it is nowhere in the database; a new generation ends the
-- addresses of the old.
create table livenesses (
  user_id uuid not null,
  onboarding_id uuid not null,
  id uuid not null,
  legal_representative_id uuid,
  status text not null check (status in ('PENDING', 'WAITING_SUBMISSION', 'IN_ANALYSIS', 'APPROVED', 'REJECTED')),
  method text not null check (method in ('LINK', 'VIDEO_UPLOAD')),
  generation integer not null default 1,
  revoked_at timestamptz(3),
  -- How often a video has been taken in by the page.
  attempts integer not null default 0,
  submitted_at timestamptz(3),
  version bigint not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (user_id, onboarding_id, id),
  foreign key (user_id, onboarding_id) references onboardings (user_id, id)
);
create unique index livenesses_one_each on livenesses (user_id, onboarding_id, legal_representative_id) nulls not distinct;

create table liveness_videos (
  user_id uuid not null,
  onboarding_id uuid not null,
  id uuid not null,
  liveness_id uuid not null,
  legal_representative_id uuid,
  file_id uuid not null,
  sha256 text not null,
  state text not null check (state in ('UPLOADED', 'PROCESSING', 'COMPLETED', 'FAILED')),
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
  foreign key (user_id, onboarding_id, liveness_id) references livenesses (user_id, onboarding_id, id)
);
create index liveness_videos_by_liveness on liveness_videos (user_id, onboarding_id, liveness_id, created_at);

-- A video on its way from the page, in parts, so that a dropped connection costs one part. Each part is an object.
create table liveness_parts (
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
create index liveness_parts_by_age on liveness_parts (created_at);

-- The owner is held by the scope too: the function below runs as the owner, and is to see no more than its caller.
do $$
declare
  name text;
begin
  foreach name in array array['user_accounts', 'onboardings', 'shareholders', 'legal_representatives',
    'onboarding_documents', 'onboarding_steps', 'onboarding_activity', 'livenesses', 'liveness_videos', 'liveness_parts']
  loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy %I on %I to eclusa_api, current_user using (user_id = scope_user_id())
      with check (user_id = scope_user_id())', name || '_of_scope', name);
    execute format('create policy %I on %I for select to eclusa_operator using (true)', name || '_for_operator', name);
    execute format('grant select, insert on %I to eclusa_api', name);
    execute format('grant select on %I to eclusa_operator', name);
  end loop;
end $$;
grant update on user_accounts, onboardings, shareholders, legal_representatives, onboarding_documents, onboarding_steps,
  livenesses, liveness_videos to eclusa_api;
grant delete on onboarding_steps, liveness_parts to eclusa_api;

-- Makes the person of a finished onboarding a user of its own, and a target user of the product it was registered for.
-- The API's role may not write users: it asks for this, about an account of its own scope, in the transaction that
-- finishes the onboarding.
create function admit_target_user(account uuid) returns void
  language plpgsql security definer set search_path = eclusa, pg_temp
as $$
declare
  owned user_accounts;
begin
  select * into owned from user_accounts where user_id = scope_user_id() and id = account;
  if not found then raise exception 'no such account in this scope'; end if;
  if not exists (select 1 from onboardings
    where user_id = scope_user_id() and account_id = account and status = 'finished') then
    raise exception 'the onboarding of this account is not finished';
  end if;
  insert into users (id, name) values (owned.id, left(owned.name, 80)) on conflict (id) do nothing;
  insert into product_users (user_id, product_id, role) values (owned.id, owned.product_id, 'TARGET') on conflict do nothing;
end $$;
revoke execute on function admit_target_user(uuid) from public;
grant execute on function admit_target_user(uuid) to eclusa_api;
