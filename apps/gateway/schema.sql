-- What the migrations produce, made by `npm run schema` and compared by `npm run check:schema`. It is never run: to change
-- the schema, edit apps/gateway/migrations/. The doctor compares the rights of a database with those in here.

-- default privileges on functions: owner execute
create role eclusa_api nologin nocreaterole nobypassrls;
create role eclusa_auditor nologin nocreaterole nobypassrls;
create role eclusa_backoffice nologin nocreaterole nobypassrls;
create role eclusa_bootstrap nologin nocreaterole nobypassrls;
create role eclusa_worker nologin nocreaterole nobypassrls;
grant usage on schema eclusa to eclusa_api;
grant usage on schema eclusa to eclusa_auditor;
grant usage on schema eclusa to eclusa_backoffice;
grant usage on schema eclusa to eclusa_bootstrap;
grant usage on schema eclusa to eclusa_worker;

-- Tables with rows of users, isolated by the policy of_scope:
--   eclusa.bc_protege_answers
--   eclusa.billet_decodes
--   eclusa.case_documents
--   eclusa.cases
--   eclusa.client_activity
--   eclusa.crossborder_account_bank_details
--   eclusa.crossborder_accounts
--   eclusa.crossborder_clients
--   eclusa.crossborder_revisions
--   eclusa.events
--   eclusa.files
--   eclusa.fund_recovery_requests
--   eclusa.infraction_notifications
--   eclusa.legal_representatives
--   eclusa.liveness_checks
--   eclusa.liveness_upload_parts
--   eclusa.liveness_videos
--   eclusa.onboarding_activity
--   eclusa.onboarding_consents
--   eclusa.onboarding_documents
--   eclusa.onboarding_steps
--   eclusa.onboardings
--   eclusa.refund_requests
--   eclusa.replay_claims
--   eclusa.request_log
--   eclusa.shareholders
--   eclusa.storage_usage
--   eclusa.transactions
--   eclusa.user_accounts
--   eclusa.webhook_deliveries
--   eclusa.webhook_endpoints
--   eclusa.webhook_networks

-- Other tables with a user_id: no policy of_scope, closed to the API by grants or reached through functions:
--   eclusa.api_keys
--   eclusa.audit_log
--   eclusa.case_changes
--   eclusa.client_activity_heads
--   eclusa.product_users
--   eclusa.proposals
--   eclusa.request_leases
--   eclusa.transaction_keys
--   eclusa.wallets
--   eclusa.webhook_schedule

-- Tables whose changes require an event at COMMIT (trigger requires_event):
--   eclusa.crossborder_accounts
--   eclusa.crossborder_clients
--   eclusa.files
--   eclusa.fund_recovery_requests
--   eclusa.infraction_notifications
--   eclusa.legal_representatives
--   eclusa.onboardings
--   eclusa.refund_requests
--   eclusa.shareholders
--   eclusa.transactions
--   eclusa.user_accounts
--   eclusa.webhook_endpoints

create table eclusa.api_key_rehashes (
  id text not null,
  hash bytea not null,
  pepper text not null,
  constraint api_key_rehashes_hash_check CHECK ((octet_length(hash) = 32)),
  constraint api_key_rehashes_id_fkey FOREIGN KEY (id) REFERENCES eclusa.api_keys(id),
  constraint api_key_rehashes_pkey PRIMARY KEY (id)
);
comment on table eclusa.api_key_rehashes is 'One row per API key whose hash the worker has to replace. Only a request has the key itself, and it does not wait for the audit log.';
grant delete, select on eclusa.api_key_rehashes to eclusa_worker;

create table eclusa.api_keys (
  id text not null,
  user_id uuid not null,
  name text not null,
  hash bytea not null,
  created_at timestamp(3) with time zone default now() not null,
  last_used_at timestamp(3) with time zone,
  revoked_at timestamp(3) with time zone,
  prefix text,
  pepper text,
  constraint api_keys_hash_check CHECK ((length(hash) = 32)),
  constraint api_keys_name_check CHECK (((length(name) >= 1) AND (length(name) <= 80))),
  constraint api_keys_pkey PRIMARY KEY (id),
  constraint api_keys_user_id_fkey FOREIGN KEY (user_id) REFERENCES eclusa.users(id)
);
comment on table eclusa.api_keys is 'One row per API key of a user, kept as a hash.';
CREATE INDEX api_keys_by_pepper ON eclusa.api_keys USING btree (pepper) WHERE (revoked_at IS NULL);
CREATE INDEX api_keys_by_user ON eclusa.api_keys USING btree (user_id, created_at);
CREATE CONSTRAINT TRIGGER change_scope_version AFTER DELETE OR UPDATE OF revoked_at ON eclusa.api_keys DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION eclusa.change_scope_version('user_id');
alter table eclusa.api_keys enable always trigger change_scope_version;
CREATE TRIGGER refuses_removal BEFORE TRUNCATE ON eclusa.api_keys FOR EACH STATEMENT EXECUTE FUNCTION eclusa.refuse_removal();
CREATE CONSTRAINT TRIGGER requires_audit_entry AFTER INSERT OR DELETE OR UPDATE ON eclusa.api_keys DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION eclusa.require_audit_entry();
grant insert, select on eclusa.api_keys to eclusa_bootstrap;
grant insert, select, update (revoked_at) on eclusa.api_keys to eclusa_backoffice;
grant select on eclusa.api_keys to eclusa_auditor;
grant select, update (hash, pepper) on eclusa.api_keys to eclusa_worker;

create table eclusa.audit_log (
  sequence bigint not null,
  at timestamp(3) with time zone not null,
  actor_id text not null,
  actor_name text not null,
  actor_kind text not null,
  role text not null,
  credential_id text,
  network text,
  operation text not null,
  reason text,
  user_id uuid,
  subject_type text not null,
  subject_id text not null,
  proposal_id uuid,
  request_id text not null,
  changes jsonb not null,
  sealed bytea,
  records jsonb not null,
  previous_hash bytea not null,
  hash bytea not null,
  constraint audit_log_actor_kind_check CHECK ((actor_kind = ANY (ARRAY['person'::text, 'machine'::text, 'bootstrap'::text, 'gateway'::text]))),
  constraint audit_log_pkey PRIMARY KEY (sequence)
);
comment on table eclusa.audit_log is 'One row per act of a person, a machine or the gateway itself; it belongs to the institution and is never changed.';
CREATE INDEX audit_log_by_subject ON eclusa.audit_log USING btree (subject_type, subject_id, sequence);
CREATE INDEX audit_log_in_time ON eclusa.audit_log USING btree (at, sequence);
CREATE INDEX audit_log_of_actor ON eclusa.audit_log USING btree (actor_id, at, sequence);
CREATE INDEX audit_log_of_operation ON eclusa.audit_log USING btree (operation, at, sequence);
CREATE INDEX audit_log_of_subject ON eclusa.audit_log USING btree (subject_id, at, sequence);
CREATE TRIGGER checks_actor_kind BEFORE INSERT ON eclusa.audit_log FOR EACH ROW EXECUTE FUNCTION eclusa.check_actor_kind();
CREATE TRIGGER refuses_change BEFORE DELETE OR UPDATE OR TRUNCATE ON eclusa.audit_log FOR EACH STATEMENT EXECUTE FUNCTION eclusa.refuse_change();
grant select on eclusa.audit_log to eclusa_auditor;
grant select on eclusa.audit_log to eclusa_backoffice;
grant select on eclusa.audit_log to eclusa_bootstrap;
grant select on eclusa.audit_log to eclusa_worker;

create table eclusa.audit_log_anchors (
  number bigint not null,
  sequence bigint not null,
  document text not null,
  put_at timestamp(3) with time zone,
  constraint audit_log_anchors_pkey PRIMARY KEY (number)
);
comment on table eclusa.audit_log_anchors is 'One row per signed head of the chain, and when it reached the anchor store outside. A verifier trusts that store and not this row.';
grant insert, select, update (put_at) on eclusa.audit_log_anchors to eclusa_worker;

create table eclusa.audit_log_head (
  only_one boolean default true not null,
  sequence bigint not null,
  hash bytea not null,
  constraint audit_log_head_only_one_check CHECK (only_one),
  constraint audit_log_head_pkey PRIMARY KEY (only_one)
);
comment on table eclusa.audit_log_head is 'The end of the chain, in one row that each writer locks until it commits.';
CREATE TRIGGER refuses_removal BEFORE DELETE OR TRUNCATE ON eclusa.audit_log_head FOR EACH STATEMENT EXECUTE FUNCTION eclusa.refuse_change();
grant select on eclusa.audit_log_head to eclusa_auditor;
grant select on eclusa.audit_log_head to eclusa_backoffice;
grant select on eclusa.audit_log_head to eclusa_bootstrap;
grant select on eclusa.audit_log_head to eclusa_worker;

create table eclusa.audit_log_records (
  table_name text not null,
  key text not null,
  sequence bigint not null,
  digest bytea,
  constraint audit_log_records_pkey PRIMARY KEY (table_name, key, sequence)
);
comment on table eclusa.audit_log_records is 'One row per record that an entry changed, to find the newest entry about a record.';
CREATE TRIGGER refuses_change BEFORE DELETE OR UPDATE OR TRUNCATE ON eclusa.audit_log_records FOR EACH STATEMENT EXECUTE FUNCTION eclusa.refuse_change();
grant select on eclusa.audit_log_records to eclusa_auditor;
grant select on eclusa.audit_log_records to eclusa_backoffice;
grant select on eclusa.audit_log_records to eclusa_bootstrap;
grant select on eclusa.audit_log_records to eclusa_worker;

create table eclusa.audited_tables (
  name text not null,
  key_columns text[] not null,
  columns text[] not null,
  constraint audited_tables_pkey PRIMARY KEY (name)
);
comment on table eclusa.audited_tables is 'One row per table whose changes must have an entry in the audit log, with the columns that it covers.';
grant select on eclusa.audited_tables to eclusa_auditor;
grant select on eclusa.audited_tables to eclusa_backoffice;
grant select on eclusa.audited_tables to eclusa_bootstrap;
grant select on eclusa.audited_tables to eclusa_worker;

create table eclusa.backoffice_sessions (
  id uuid not null,
  token_hash bytea not null,
  person_id text not null,
  person_name text not null,
  roles text[] not null,
  refresh_token bytea,
  network text not null,
  created_at timestamp with time zone not null,
  seen_at timestamp with time zone not null,
  looked_at timestamp with time zone not null,
  looking_until timestamp with time zone,
  ends_at timestamp with time zone not null,
  subject text,
  auth_time timestamp with time zone,
  acr text,
  constraint backoffice_sessions_acr_check CHECK (((length(acr) >= 1) AND (length(acr) <= 255))),
  constraint backoffice_sessions_check CHECK ((ends_at > created_at)),
  constraint backoffice_sessions_person_id_check CHECK (((length(person_id) >= 1) AND (length(person_id) <= 255))),
  constraint backoffice_sessions_person_name_check CHECK (((length(person_name) >= 1) AND (length(person_name) <= 200))),
  constraint backoffice_sessions_pkey PRIMARY KEY (id),
  constraint backoffice_sessions_roles_check CHECK (((cardinality(roles) >= 1) AND (cardinality(roles) <= 5))),
  constraint backoffice_sessions_subject_check CHECK (((length(subject) >= 1) AND (length(subject) <= 255))),
  constraint backoffice_sessions_token_hash_check CHECK ((octet_length(token_hash) = 32)),
  constraint backoffice_sessions_token_hash_key UNIQUE (token_hash)
);
comment on table eclusa.backoffice_sessions is 'One row per login of a person at the backoffice.';
CREATE INDEX backoffice_sessions_by_creation ON eclusa.backoffice_sessions USING btree (created_at, id);
CREATE INDEX backoffice_sessions_by_end ON eclusa.backoffice_sessions USING btree (ends_at);
grant delete, insert, select, update (looked_at, looking_until, person_name, refresh_token, roles, seen_at) on eclusa.backoffice_sessions to eclusa_backoffice;

create table eclusa.bc_protege_answers (
  user_id uuid not null,
  product_id uuid,
  onboarding_id uuid not null,
  id uuid not null,
  step_id uuid not null,
  legal_representative_id uuid,
  shareholder_id uuid,
  document text not null,
  check_id text not null,
  verdict text not null,
  asked_at timestamp(3) with time zone not null,
  answered_at timestamp(3) with time zone not null,
  answer text not null,
  constraint bc_protege_answers_pkey PRIMARY KEY (user_id, onboarding_id, id),
  constraint bc_protege_answers_verdict_check CHECK ((verdict = ANY (ARRAY['APPROVED'::text, 'REJECTED'::text])))
);
comment on table eclusa.bc_protege_answers is 'One row per answer of BC Protege+ about a document of an onboarding. Evidence: never changed.';
CREATE TRIGGER refuses_change BEFORE DELETE OR UPDATE OR TRUNCATE ON eclusa.bc_protege_answers FOR EACH STATEMENT EXECUTE FUNCTION eclusa.refuse_removal();
alter table eclusa.bc_protege_answers enable row level security;
alter table eclusa.bc_protege_answers force row level security;
create policy across_users on eclusa.bc_protege_answers as permissive for select to eclusa_auditor, eclusa_backoffice, eclusa_bootstrap, eclusa_worker using (true);
create policy bound_to_product on eclusa.bc_protege_answers as restrictive for all to eclusa_api using (((eclusa.scope_product_id() IS NULL) OR (product_id = eclusa.scope_product_id())));
create policy of_scope on eclusa.bc_protege_answers as permissive for all to current_user, eclusa_api using ((user_id = eclusa.scope_user_id())) with check ((user_id = eclusa.scope_user_id()));
create policy read_by_owner on eclusa.bc_protege_answers as permissive for select to current_user using (true);
grant insert, select on eclusa.bc_protege_answers to eclusa_api;
grant select on eclusa.bc_protege_answers to eclusa_auditor;
grant select on eclusa.bc_protege_answers to eclusa_backoffice;
grant select on eclusa.bc_protege_answers to eclusa_worker;

create table eclusa.billet_decodes (
  user_id uuid not null,
  product_id uuid,
  id uuid not null,
  wallet_id uuid,
  barcode text not null,
  typeable_line text not null,
  payment_date date not null,
  registry_revision bigint not null,
  original_amount bigint not null,
  charged_amount bigint not null,
  charged_rebate_amount bigint not null,
  charged_discount_amount bigint not null,
  charged_interest_amount bigint not null,
  charged_fine_amount bigint not null,
  due_date date,
  limit_due_date date,
  charged_amount_due_date date,
  beneficiary_name text not null,
  beneficiary_bank_name text not null,
  beneficiary_document text not null,
  divergent_amount_type text not null,
  min_amount bigint,
  max_amount bigint,
  created_at timestamp(3) with time zone not null,
  constraint billet_decodes_barcode_check CHECK ((barcode ~ '^[0-9]{44}$'::text)),
  constraint billet_decodes_beneficiary_document_check CHECK ((length(beneficiary_document) = ANY (ARRAY[11, 14]))),
  constraint billet_decodes_charged_discount_amount_check CHECK ((charged_discount_amount >= 0)),
  constraint billet_decodes_charged_fine_amount_check CHECK ((charged_fine_amount >= 0)),
  constraint billet_decodes_charged_interest_amount_check CHECK ((charged_interest_amount >= 0)),
  constraint billet_decodes_charged_rebate_amount_check CHECK ((charged_rebate_amount >= 0)),
  constraint billet_decodes_check CHECK ((charged_amount = ((((original_amount - charged_rebate_amount) - charged_discount_amount) + charged_interest_amount) + charged_fine_amount))),
  constraint billet_decodes_original_amount_check CHECK ((original_amount >= 0)),
  constraint billet_decodes_pkey PRIMARY KEY (user_id, id, created_at),
  constraint billet_decodes_typeable_line_check CHECK ((typeable_line ~ '^[0-9]{47,48}$'::text))
) partition by RANGE (created_at);
comment on table eclusa.billet_decodes is 'One row per billet that a user decoded, as it was on that day. A payment refers to it by id, so it is never changed.';
alter table eclusa.billet_decodes enable row level security;
alter table eclusa.billet_decodes force row level security;
create policy bound_to_product on eclusa.billet_decodes as restrictive for all to eclusa_api using (((eclusa.scope_product_id() IS NULL) OR (product_id = eclusa.scope_product_id())));
create policy of_scope on eclusa.billet_decodes as permissive for all to eclusa_api using ((user_id = eclusa.scope_user_id())) with check ((user_id = eclusa.scope_user_id()));
grant insert, select on eclusa.billet_decodes to eclusa_api;

create unlogged table eclusa.case_changes (
  kind text not null,
  case_id uuid not null,
  user_id uuid,
  change text not null,
  at timestamp(3) with time zone default clock_timestamp() not null,
  constraint case_changes_change_check CHECK ((change = ANY (ARRAY['appeared'::text, 'changed'::text, 'left'::text, 'assigned'::text, 'proposed'::text])))
) with (autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=5000);
comment on table eclusa.case_changes is 'One row per change of a case, recorded in its transaction and deleted once the listeners have it.';
grant delete, insert, select, update (at) on eclusa.case_changes to eclusa_backoffice;
grant delete, select on eclusa.case_changes to eclusa_worker;

create table eclusa.case_daily_stats (
  day date not null,
  kinds jsonb not null,
  constraint case_daily_stats_pkey PRIMARY KEY (day)
);
comment on table eclusa.case_daily_stats is 'One row per finished day, with the sums of its case_transitions, which are deleted after a while.';
grant insert, select on eclusa.case_daily_stats to eclusa_worker;
grant select on eclusa.case_daily_stats to eclusa_backoffice;

create table eclusa.case_documents (
  user_id uuid not null,
  kind text not null,
  case_id uuid not null,
  party text not null,
  document text not null,
  opened_at timestamp(3) with time zone not null,
  constraint case_documents_party_check CHECK ((party = ANY (ARRAY['customer'::text, 'counterparty'::text]))),
  constraint case_documents_pkey PRIMARY KEY (user_id, kind, case_id, party)
);
comment on table eclusa.case_documents is 'One row per party of a Pix case of a user: the document of our customer, and of the other end of the payment.';
CREATE INDEX case_documents_in_time ON eclusa.case_documents USING btree (user_id, document, kind, opened_at, case_id);
alter table eclusa.case_documents enable row level security;
alter table eclusa.case_documents force row level security;
create policy of_scope on eclusa.case_documents as permissive for all to eclusa_api using ((user_id = eclusa.scope_user_id())) with check ((user_id = eclusa.scope_user_id()));
create policy read_by_backoffice on eclusa.case_documents as permissive for select to eclusa_backoffice using (true);
grant insert on eclusa.case_documents to eclusa_api;
grant select on eclusa.case_documents to eclusa_backoffice;

create table eclusa.case_transitions (
  kind text not null,
  what text not null,
  at timestamp(3) with time zone not null,
  since timestamp(3) with time zone,
  due_at timestamp(3) with time zone,
  constraint case_transitions_what_check CHECK ((what = ANY (ARRAY['came'::text, 'decided'::text, 'left'::text])))
);
comment on table eclusa.case_transitions is 'One row per case that came or went, for statistics: its kind and its times, without its user and id.';
CREATE INDEX case_transitions_in_time ON eclusa.case_transitions USING btree (at, kind, what, since, due_at);
grant delete, select on eclusa.case_transitions to eclusa_worker;
grant select on eclusa.case_transitions to eclusa_backoffice;

create table eclusa.case_views (
  person_id text not null,
  id uuid not null,
  name text not null,
  filters jsonb not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint case_views_filters_check CHECK ((octet_length((filters)::text) <= 2000)),
  constraint case_views_name_check CHECK (((length(name) >= 1) AND (length(name) <= 60))),
  constraint case_views_person_id_check CHECK (((length(person_id) >= 1) AND (length(person_id) <= 255))),
  constraint case_views_pkey PRIMARY KEY (person_id, id)
);
comment on table eclusa.case_views is 'One row per saved search of a person of the backoffice.';
CREATE UNIQUE INDEX case_views_by_name ON eclusa.case_views USING btree (person_id, lower(name));
grant delete, insert, select, update (filters, name, updated_at) on eclusa.case_views to eclusa_backoffice;

create table eclusa.cases (
  user_id uuid not null,
  product_id uuid,
  kind text not null,
  id uuid not null,
  since timestamp(3) with time zone not null,
  due_at timestamp(3) with time zone,
  version bigint,
  assigned_to text,
  assigned_name text,
  assigned_at timestamp(3) with time zone,
  constraint cases_pkey PRIMARY KEY (user_id, kind, id)
);
comment on table eclusa.cases is 'One row per record of a user that waits for a decision, with its deadline and its assignee.';
CREATE INDEX cases_by_deadline ON eclusa.cases USING btree (kind, COALESCE(due_at, since), id);
CREATE INDEX cases_in_hand ON eclusa.cases USING btree (assigned_to, kind) WHERE (assigned_to IS NOT NULL);
CREATE INDEX cases_of_user ON eclusa.cases USING btree (user_id, kind, COALESCE(due_at, since), id);
CREATE TRIGGER case_is_noted AFTER INSERT OR DELETE OR UPDATE ON eclusa.cases FOR EACH ROW EXECUTE FUNCTION eclusa.note_case_change();
alter table eclusa.cases enable row level security;
alter table eclusa.cases force row level security;
create policy across_users on eclusa.cases as permissive for select to eclusa_auditor, eclusa_backoffice, eclusa_bootstrap, eclusa_worker using (true);
create policy bound_to_product on eclusa.cases as restrictive for all to eclusa_api using (((eclusa.scope_product_id() IS NULL) OR (product_id = eclusa.scope_product_id())));
create policy decided_in_scope on eclusa.cases as permissive for all to eclusa_backoffice using ((user_id = eclusa.scope_user_id()));
create policy of_scope on eclusa.cases as permissive for all to eclusa_api using ((user_id = eclusa.scope_user_id())) with check ((user_id = eclusa.scope_user_id()));
create policy written_by_worker on eclusa.cases as permissive for all to eclusa_worker using (true);
grant delete, insert (due_at, id, kind, product_id, since, user_id, version), select (due_at, id, kind, product_id, since, user_id, version), update (due_at, since, version) on eclusa.cases to eclusa_api;
grant delete, insert, select, update (assigned_at, assigned_name, assigned_to, due_at, since, version) on eclusa.cases to eclusa_backoffice;
grant delete, insert, select, update (due_at, since, version) on eclusa.cases to eclusa_worker;
grant select on eclusa.cases to eclusa_auditor;

create table eclusa.client_activity (
  user_id uuid not null,
  product_id uuid,
  client_id uuid not null,
  sequence bigint not null,
  id uuid not null,
  event_id uuid not null,
  source text not null,
  event_type text not null,
  status text not null,
  reference_id uuid,
  metadata jsonb default '{}'::jsonb not null,
  authenticated_user_id uuid,
  request_id text not null,
  event_created_at timestamp(3) with time zone not null,
  previous_hash bytea not null,
  hash bytea not null,
  constraint client_activity_pkey PRIMARY KEY (user_id, client_id, sequence, event_created_at)
) partition by RANGE (event_created_at);
comment on table eclusa.client_activity is 'One row per entry in the history of a client, in order and chained by hash.';
CREATE INDEX client_activity_by_age ON eclusa.client_activity USING brin (event_created_at) WITH (autosummarize='on');
CREATE INDEX client_activity_in_order ON eclusa.client_activity USING btree (user_id, client_id, sequence, id);
CREATE TRIGGER chains_entry BEFORE INSERT ON eclusa.client_activity FOR EACH ROW EXECUTE FUNCTION eclusa.chain_client_activity();
CREATE TRIGGER refuses_change BEFORE DELETE OR UPDATE ON eclusa.client_activity FOR EACH ROW EXECUTE FUNCTION eclusa.refuse_removal();
CREATE TRIGGER refuses_removal BEFORE TRUNCATE ON eclusa.client_activity FOR EACH STATEMENT EXECUTE FUNCTION eclusa.refuse_removal();
alter table eclusa.client_activity enable row level security;
alter table eclusa.client_activity force row level security;
create policy across_users on eclusa.client_activity as permissive for all to eclusa_auditor, eclusa_backoffice, eclusa_bootstrap, eclusa_worker using (true);
create policy bound_to_product on eclusa.client_activity as restrictive for all to eclusa_api using (((eclusa.scope_product_id() IS NULL) OR (product_id = eclusa.scope_product_id())));
create policy of_scope on eclusa.client_activity as permissive for all to eclusa_api using ((user_id = eclusa.scope_user_id())) with check ((user_id = eclusa.scope_user_id()));
create policy read_by_owner on eclusa.client_activity as permissive for select to current_user using (true);
grant insert, select on eclusa.client_activity to eclusa_api;
grant insert, select on eclusa.client_activity to eclusa_backoffice;
grant select on eclusa.client_activity to eclusa_auditor;
grant select on eclusa.client_activity to eclusa_worker;

create table eclusa.client_activity_heads (
  user_id uuid not null,
  client_id uuid not null,
  sequence bigint not null,
  hash bytea not null,
  constraint client_activity_heads_pkey PRIMARY KEY (user_id, client_id)
) with (fillfactor=50);
comment on table eclusa.client_activity_heads is 'One row per client with the end of its chain, which a verifier compares.';
grant select on eclusa.client_activity_heads to eclusa_auditor;
grant select on eclusa.client_activity_heads to eclusa_backoffice;
grant select on eclusa.client_activity_heads to eclusa_bootstrap;
grant select on eclusa.client_activity_heads to eclusa_worker;

create table eclusa.crossborder_account_bank_details (
  user_id uuid not null,
  client_id uuid not null,
  coordinates bytea not null,
  account_id uuid not null,
  constraint crossborder_account_bank_details_pkey PRIMARY KEY (user_id, client_id, coordinates)
);
comment on table eclusa.crossborder_account_bank_details is 'One row per coordinates (bank, branch, number) of a client: a client has one account for each.';
alter table eclusa.crossborder_account_bank_details enable row level security;
alter table eclusa.crossborder_account_bank_details force row level security;
create policy across_users on eclusa.crossborder_account_bank_details as permissive for all to eclusa_auditor, eclusa_backoffice, eclusa_bootstrap, eclusa_worker using (true);
create policy bound_to_product on eclusa.crossborder_account_bank_details as restrictive for all to eclusa_api using (((eclusa.scope_product_id() IS NULL) OR (EXISTS ( SELECT FROM eclusa.crossborder_clients client WHERE ((client.user_id = crossborder_account_bank_details.user_id) AND (client.id = crossborder_account_bank_details.client_id)) OFFSET 0))));
create policy of_scope on eclusa.crossborder_account_bank_details as permissive for all to eclusa_api using ((user_id = eclusa.scope_user_id())) with check ((user_id = eclusa.scope_user_id()));
grant insert, select, update on eclusa.crossborder_account_bank_details to eclusa_api;
grant select on eclusa.crossborder_account_bank_details to eclusa_backoffice;
grant select on eclusa.crossborder_account_bank_details to eclusa_worker;

create table eclusa.crossborder_accounts (
  user_id uuid not null,
  product_id uuid,
  id uuid not null,
  client_id uuid not null,
  country text not null,
  currency_symbol text not null,
  account_type text not null,
  account_number text not null,
  account_name text,
  nickname text,
  branch text,
  bank_name text not null,
  bank_code text not null,
  bank_code_type text not null,
  clearing_code text,
  status text not null,
  version bigint default 1 not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  deleted_at timestamp(3) with time zone,
  deactivated_at timestamp(3) with time zone,
  constraint crossborder_accounts_pkey PRIMARY KEY (user_id, id),
  constraint crossborder_accounts_user_id_client_id_fkey FOREIGN KEY (user_id, client_id) REFERENCES eclusa.crossborder_clients(user_id, id)
);
comment on table eclusa.crossborder_accounts is 'One row per bank account of a client, with the state of its verification.';
CREATE INDEX crossborder_accounts_by_id ON eclusa.crossborder_accounts USING btree (id, user_id);
CREATE INDEX crossborder_accounts_by_number ON eclusa.crossborder_accounts USING btree (user_id, client_id, account_number, id) WHERE (deleted_at IS NULL);
CREATE INDEX crossborder_accounts_by_time ON eclusa.crossborder_accounts USING btree (user_id, client_id, created_at, id) WHERE (deleted_at IS NULL);
CREATE TRIGGER refuses_removal BEFORE DELETE OR TRUNCATE ON eclusa.crossborder_accounts FOR EACH STATEMENT EXECUTE FUNCTION eclusa.refuse_removal();
CREATE CONSTRAINT TRIGGER requires_event AFTER INSERT OR UPDATE ON eclusa.crossborder_accounts DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION eclusa.require_event_crossborder_accounts();
CREATE CONSTRAINT TRIGGER requires_history_entry AFTER UPDATE OF status ON eclusa.crossborder_accounts DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION eclusa.require_history_entry('client_activity');
alter table eclusa.crossborder_accounts enable row level security;
alter table eclusa.crossborder_accounts force row level security;
create policy across_users on eclusa.crossborder_accounts as permissive for all to eclusa_auditor, eclusa_backoffice, eclusa_bootstrap, eclusa_worker using (true);
create policy bound_to_product on eclusa.crossborder_accounts as restrictive for all to eclusa_api using (((eclusa.scope_product_id() IS NULL) OR (product_id = eclusa.scope_product_id())));
create policy of_scope on eclusa.crossborder_accounts as permissive for all to eclusa_api using ((user_id = eclusa.scope_user_id())) with check ((user_id = eclusa.scope_user_id()));
create policy read_by_owner on eclusa.crossborder_accounts as permissive for select to current_user using (true);
grant insert, select, update on eclusa.crossborder_accounts to eclusa_api;
grant select on eclusa.crossborder_accounts to eclusa_auditor;
grant select on eclusa.crossborder_accounts to eclusa_worker;
grant select, update (status, updated_at, version) on eclusa.crossborder_accounts to eclusa_backoffice;
CREATE OR REPLACE FUNCTION eclusa.require_event_crossborder_accounts()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'eclusa', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
    declare
      written bytea;
      last record;
    begin
      if tg_op = 'UPDATE' and (old.user_id, old.id, old.product_id, old.client_id, old.country, old.currency_symbol, old.account_type, old.account_number, old.account_name, old.nickname, old.branch, old.bank_name, old.bank_code, old.bank_code_type, old.clearing_code, old.status, old.deactivated_at, old.deleted_at, old.created_at, old.version) is not distinct from (new.user_id, new.id, new.product_id, new.client_id, new.country, new.currency_symbol, new.account_type, new.account_number, new.account_name, new.nickname, new.branch, new.bank_name, new.bank_code, new.bank_code_type, new.clearing_code, new.status, new.deactivated_at, new.deleted_at, new.created_at, new.version) then return null; end if;
      if not has_audit_entry() then
        raise exception '% of crossborder_accounts % is refused: the audit log has no entry of it', lower(tg_op), new.id
          using errcode = 'integrity_constraint_violation', table = 'crossborder_accounts', constraint = tg_name;
      end if;
      written := row_digest(new);
      if tg_op = 'INSERT' or new.version > old.version then
        perform from events
        where user_id = new.user_id and object_id = new.id and sequence between new.version and new.version and digest = written
          and created_at between now() - interval '1 day' and now() + interval '1 day'
        order by sequence;
        if found then return null; end if;
      end if;
      
      -- A transaction may write a row more than once: then the event is about its last state.
      select stored.version, row_digest(stored) as digest into last from crossborder_accounts stored where stored.user_id = new.user_id and stored.id = new.id;
      if found and (tg_op = 'INSERT' or last.version > old.version) then
        perform from events
        where user_id = new.user_id and object_id = new.id and sequence between last.version and last.version and digest = last.digest
        order by sequence;
        if found then return null; end if;
      end if;
      raise exception '% of crossborder_accounts % is refused: it has no event', lower(tg_op), new.id
        using errcode = 'integrity_constraint_violation', table = 'crossborder_accounts', constraint = tg_name;
    end $function$;
CREATE OR REPLACE FUNCTION eclusa.row_digest(covered eclusa.crossborder_accounts)
 RETURNS bytea
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN sha256(convert_to((jsonb_strip_nulls(jsonb_build_object('user_id', (covered).user_id, 'id', (covered).id, 'product_id', (covered).product_id, 'client_id', (covered).client_id, 'country', (covered).country, 'currency_symbol', (covered).currency_symbol, 'account_type', (covered).account_type, 'account_number', (covered).account_number, 'account_name', (covered).account_name, 'nickname', (covered).nickname, 'branch', (covered).branch, 'bank_name', (covered).bank_name, 'bank_code', (covered).bank_code, 'bank_code_type', (covered).bank_code_type, 'clearing_code', (covered).clearing_code, 'status', (covered).status, 'deactivated_at', EXTRACT(epoch FROM (covered).deactivated_at), 'deleted_at', EXTRACT(epoch FROM (covered).deleted_at), 'created_at', EXTRACT(epoch FROM (covered).created_at))))::text, 'UTF8'::name));
grant execute on function eclusa.row_digest(covered eclusa.crossborder_accounts) to eclusa_api;
grant execute on function eclusa.row_digest(covered eclusa.crossborder_accounts) to eclusa_backoffice;
grant execute on function eclusa.row_digest(covered eclusa.crossborder_accounts) to eclusa_bootstrap;
grant execute on function eclusa.row_digest(covered eclusa.crossborder_accounts) to eclusa_worker;
CREATE OR REPLACE FUNCTION eclusa.stored_digest_crossborder_accounts(owner uuid, object uuid, of_version bigint, of_wallet uuid DEFAULT NULL::uuid)
 RETURNS bytea
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'eclusa', 'pg_temp'
AS $function$
    declare
      digest bytea;
      made_at timestamptz;
    begin
      
      select row_digest(stored) into digest from crossborder_accounts stored
      where stored.user_id = owner and stored.id = object and stored.version = of_version  ;
      return digest;
    end $function$;
grant execute on function eclusa.stored_digest_crossborder_accounts(owner uuid, object uuid, of_version bigint, of_wallet uuid) to eclusa_api;
grant execute on function eclusa.stored_digest_crossborder_accounts(owner uuid, object uuid, of_version bigint, of_wallet uuid) to eclusa_backoffice;
grant execute on function eclusa.stored_digest_crossborder_accounts(owner uuid, object uuid, of_version bigint, of_wallet uuid) to eclusa_worker;

create table eclusa.crossborder_clients (
  user_id uuid not null,
  product_id uuid,
  id uuid not null,
  name text not null,
  type text not null,
  country text,
  nationality text not null,
  document text not null,
  document_type text not null,
  email text not null,
  birth_date date,
  issue_date date,
  issuing_country text,
  phone_number text,
  address jsonb not null,
  pep boolean default false not null,
  status text not null,
  risk text default 'PENDING'::text not null,
  version bigint default 1 not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint crossborder_clients_pkey PRIMARY KEY (user_id, id)
);
comment on table eclusa.crossborder_clients is 'One row per cross-border client of a user, with the state of its verification.';
CREATE INDEX crossborder_clients_by_document ON eclusa.crossborder_clients USING btree (user_id, document);
CREATE INDEX crossborder_clients_by_email ON eclusa.crossborder_clients USING btree (user_id, email);
CREATE INDEX crossborder_clients_by_id ON eclusa.crossborder_clients USING btree (id, user_id);
CREATE INDEX crossborder_clients_by_name ON eclusa.crossborder_clients USING btree (user_id, name, id);
CREATE INDEX crossborder_clients_by_time ON eclusa.crossborder_clients USING btree (user_id, created_at, id);
CREATE INDEX crossborder_clients_of_document ON eclusa.crossborder_clients USING btree (((document || ''::text)));
CREATE INDEX crossborder_clients_of_product ON eclusa.crossborder_clients USING btree (user_id, product_id, created_at, id);
CREATE INDEX crossborder_clients_of_product_by_name ON eclusa.crossborder_clients USING btree (user_id, product_id, name, id);
CREATE TRIGGER refuses_removal BEFORE DELETE OR TRUNCATE ON eclusa.crossborder_clients FOR EACH STATEMENT EXECUTE FUNCTION eclusa.refuse_removal();
CREATE CONSTRAINT TRIGGER requires_event AFTER INSERT OR UPDATE ON eclusa.crossborder_clients DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION eclusa.require_event_crossborder_clients();
CREATE CONSTRAINT TRIGGER requires_history_entry AFTER UPDATE OF status ON eclusa.crossborder_clients DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION eclusa.require_history_entry('client_activity');
alter table eclusa.crossborder_clients enable row level security;
alter table eclusa.crossborder_clients force row level security;
create policy across_users on eclusa.crossborder_clients as permissive for all to eclusa_auditor, eclusa_backoffice, eclusa_bootstrap, eclusa_worker using (true);
create policy bound_to_product on eclusa.crossborder_clients as restrictive for all to eclusa_api using (((eclusa.scope_product_id() IS NULL) OR (product_id = eclusa.scope_product_id())));
create policy of_scope on eclusa.crossborder_clients as permissive for all to eclusa_api using ((user_id = eclusa.scope_user_id())) with check ((user_id = eclusa.scope_user_id()));
create policy read_by_owner on eclusa.crossborder_clients as permissive for select to current_user using (true);
grant insert, select, update on eclusa.crossborder_clients to eclusa_api;
grant select on eclusa.crossborder_clients to eclusa_auditor;
grant select on eclusa.crossborder_clients to eclusa_worker;
grant select, update (status, updated_at, version) on eclusa.crossborder_clients to eclusa_backoffice;
CREATE OR REPLACE FUNCTION eclusa.require_event_crossborder_clients()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'eclusa', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
    declare
      written bytea;
      last record;
    begin
      if tg_op = 'UPDATE' and (old.user_id, old.id, old.product_id, old.name, old.type, old.country, old.nationality, old.document, old.document_type, old.email, old.birth_date, old.issue_date, old.issuing_country, old.phone_number, old.address, old.pep, old.status, old.risk, old.created_at, old.version) is not distinct from (new.user_id, new.id, new.product_id, new.name, new.type, new.country, new.nationality, new.document, new.document_type, new.email, new.birth_date, new.issue_date, new.issuing_country, new.phone_number, new.address, new.pep, new.status, new.risk, new.created_at, new.version) then return null; end if;
      if not has_audit_entry() then
        raise exception '% of crossborder_clients % is refused: the audit log has no entry of it', lower(tg_op), new.id
          using errcode = 'integrity_constraint_violation', table = 'crossborder_clients', constraint = tg_name;
      end if;
      written := row_digest(new);
      if tg_op = 'INSERT' or new.version > old.version then
        perform from events
        where user_id = new.user_id and object_id = new.id and sequence between new.version and new.version and digest = written
          and created_at between now() - interval '1 day' and now() + interval '1 day'
        order by sequence;
        if found then return null; end if;
      end if;
      
      -- A transaction may write a row more than once: then the event is about its last state.
      select stored.version, row_digest(stored) as digest into last from crossborder_clients stored where stored.user_id = new.user_id and stored.id = new.id;
      if found and (tg_op = 'INSERT' or last.version > old.version) then
        perform from events
        where user_id = new.user_id and object_id = new.id and sequence between last.version and last.version and digest = last.digest
        order by sequence;
        if found then return null; end if;
      end if;
      raise exception '% of crossborder_clients % is refused: it has no event', lower(tg_op), new.id
        using errcode = 'integrity_constraint_violation', table = 'crossborder_clients', constraint = tg_name;
    end $function$;
CREATE OR REPLACE FUNCTION eclusa.row_digest(covered eclusa.crossborder_clients)
 RETURNS bytea
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN sha256(convert_to((jsonb_strip_nulls(jsonb_build_object('user_id', (covered).user_id, 'id', (covered).id, 'product_id', (covered).product_id, 'name', (covered).name, 'type', (covered).type, 'country', (covered).country, 'nationality', (covered).nationality, 'document', (covered).document, 'document_type', (covered).document_type, 'email', (covered).email, 'birth_date', (covered).birth_date, 'issue_date', (covered).issue_date, 'issuing_country', (covered).issuing_country, 'phone_number', (covered).phone_number, 'address', (covered).address, 'pep', (covered).pep, 'status', (covered).status, 'risk', (covered).risk, 'created_at', EXTRACT(epoch FROM (covered).created_at))))::text, 'UTF8'::name));
grant execute on function eclusa.row_digest(covered eclusa.crossborder_clients) to eclusa_api;
grant execute on function eclusa.row_digest(covered eclusa.crossborder_clients) to eclusa_backoffice;
grant execute on function eclusa.row_digest(covered eclusa.crossborder_clients) to eclusa_bootstrap;
grant execute on function eclusa.row_digest(covered eclusa.crossborder_clients) to eclusa_worker;
CREATE OR REPLACE FUNCTION eclusa.stored_digest_crossborder_clients(owner uuid, object uuid, of_version bigint, of_wallet uuid DEFAULT NULL::uuid)
 RETURNS bytea
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'eclusa', 'pg_temp'
AS $function$
    declare
      digest bytea;
      made_at timestamptz;
    begin
      
      select row_digest(stored) into digest from crossborder_clients stored
      where stored.user_id = owner and stored.id = object and stored.version = of_version  ;
      return digest;
    end $function$;
grant execute on function eclusa.stored_digest_crossborder_clients(owner uuid, object uuid, of_version bigint, of_wallet uuid) to eclusa_api;
grant execute on function eclusa.stored_digest_crossborder_clients(owner uuid, object uuid, of_version bigint, of_wallet uuid) to eclusa_backoffice;
grant execute on function eclusa.stored_digest_crossborder_clients(owner uuid, object uuid, of_version bigint, of_wallet uuid) to eclusa_worker;

create table eclusa.crossborder_revisions (
  user_id uuid not null,
  client_id uuid not null,
  object_id uuid not null,
  version bigint not null,
  sealed bytea not null,
  authenticated_user_id uuid,
  request_id text not null,
  replaced_at timestamp(3) with time zone not null,
  constraint crossborder_revisions_pkey PRIMARY KEY (user_id, client_id, object_id, version)
);
comment on table eclusa.crossborder_revisions is 'One row per version of a client or account whose identity or place was changed, encrypted. eclusa_api adds rows and cannot read them.';
CREATE INDEX crossborder_revisions_by_key ON eclusa.crossborder_revisions USING btree (eclusa.encryption_key_name(sealed));
alter table eclusa.crossborder_revisions enable row level security;
alter table eclusa.crossborder_revisions force row level security;
create policy across_users on eclusa.crossborder_revisions as permissive for select to eclusa_backoffice, eclusa_bootstrap, eclusa_worker using (true);
create policy of_scope on eclusa.crossborder_revisions as permissive for insert to eclusa_api with check ((user_id = eclusa.scope_user_id()));
create policy re_encrypted on eclusa.crossborder_revisions as permissive for update to eclusa_worker using (true);
grant insert on eclusa.crossborder_revisions to eclusa_api;
grant select on eclusa.crossborder_revisions to eclusa_backoffice;
grant select on eclusa.crossborder_revisions to eclusa_bootstrap;
grant select, update (sealed) on eclusa.crossborder_revisions to eclusa_worker;

create table eclusa.dict_cursors (
  name text not null,
  "position" timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone default now() not null,
  constraint dict_cursors_pkey PRIMARY KEY (name)
);
comment on table eclusa.dict_cursors is 'One row per list of DICT with the position up to which it was read, by DICT''s own times. It only moves forward.';
grant insert, select, update on eclusa.dict_cursors to eclusa_worker;
grant select on eclusa.dict_cursors to eclusa_backoffice;

create table eclusa.dict_event_consumers (
  name text not null,
  cursor text,
  last_id bigint not null,
  updated_at timestamp(3) with time zone default now() not null,
  constraint dict_event_consumers_pkey PRIMARY KEY (name)
);
comment on table eclusa.dict_event_consumers is 'One row per consumer of DICT''s event notifications, with DICT''s cursor and the last number that was handled.';
grant insert, select, update on eclusa.dict_event_consumers to eclusa_worker;
grant select on eclusa.dict_event_consumers to eclusa_backoffice;

create table eclusa.event_sourced_tables (
  name text not null,
  columns text[] not null,
  constraint event_sourced_tables_pkey PRIMARY KEY (name)
);
comment on table eclusa.event_sourced_tables is 'One row per table whose changes must have an event, with the columns that the digest of an event covers.';
grant select on eclusa.event_sourced_tables to eclusa_auditor;
grant select on eclusa.event_sourced_tables to eclusa_backoffice;
grant select on eclusa.event_sourced_tables to eclusa_bootstrap;
grant select on eclusa.event_sourced_tables to eclusa_worker;

create table eclusa.events (
  user_id uuid not null,
  product_id uuid,
  id uuid not null,
  type text not null,
  object_id uuid not null,
  sequence bigint not null,
  data jsonb not null,
  request_id text not null,
  created_at timestamp(3) with time zone not null,
  digest bytea,
  constraint events_digest_check CHECK ((length(digest) = 32)),
  constraint events_pkey PRIMARY KEY (user_id, created_at, id)
) partition by RANGE (created_at);
comment on table eclusa.events is 'One row per effect on a record of a user: what happened, and a digest of the row it left.';
CREATE INDEX events_by_age ON eclusa.events USING brin (created_at) WITH (autosummarize='on');
CREATE INDEX events_by_object ON eclusa.events USING btree (user_id, object_id, sequence);
CREATE INDEX events_by_type ON eclusa.events USING btree (user_id, type, created_at, id);
CREATE INDEX events_of_product ON eclusa.events USING btree (user_id, product_id, created_at, id) WHERE (product_id IS NOT NULL);
CREATE INDEX events_under_product ON eclusa.events USING btree (product_id, created_at, id) WHERE (product_id IS NOT NULL);
CREATE INDEX events_under_product_by_object ON eclusa.events USING btree (product_id, object_id, created_at, id) WHERE (product_id IS NOT NULL);
CREATE INDEX events_under_product_by_type ON eclusa.events USING btree (product_id, type, created_at, id) WHERE (product_id IS NOT NULL);
CREATE TRIGGER refuses_change BEFORE DELETE OR UPDATE ON eclusa.events FOR EACH ROW EXECUTE FUNCTION eclusa.refuse_removal();
CREATE TRIGGER refuses_removal BEFORE TRUNCATE ON eclusa.events FOR EACH STATEMENT EXECUTE FUNCTION eclusa.refuse_removal();
alter table eclusa.events enable row level security;
alter table eclusa.events force row level security;
create policy across_users on eclusa.events as permissive for all to eclusa_auditor, eclusa_backoffice, eclusa_bootstrap, eclusa_worker using (true);
create policy bound_to_product on eclusa.events as restrictive for all to eclusa_api using (((eclusa.scope_product_id() IS NULL) OR (product_id = eclusa.scope_product_id())));
create policy of_scope on eclusa.events as permissive for all to eclusa_api using ((user_id = eclusa.scope_user_id())) with check ((user_id = eclusa.scope_user_id()));
create policy of_target_users on eclusa.events as permissive for select to eclusa_api using (((user_id <> eclusa.scope_user_id()) AND (product_id = eclusa.scope_owned_product_id()) AND eclusa.serves_target(eclusa.scope_user_id(), product_id, user_id)));
create policy read_by_owner on eclusa.events as permissive for select to current_user using (true);
grant insert, select on eclusa.events to eclusa_api;
grant insert, select on eclusa.events to eclusa_backoffice;
grant insert, select on eclusa.events to eclusa_worker;
grant select on eclusa.events to eclusa_auditor;

create table eclusa.files (
  user_id uuid not null,
  product_id uuid,
  id uuid not null,
  type text not null,
  state text not null,
  file_name text not null,
  folder_name text,
  file_date date,
  failure_code text,
  content_type text not null,
  size bigint not null,
  sha256 text not null,
  object_key text,
  upload_expires_at timestamp(3) with time zone,
  person_id uuid,
  version bigint default 1 not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint files_check CHECK (((state <> 'READY'::text) OR (object_key IS NOT NULL))),
  constraint files_file_name_check CHECK (((length(file_name) >= 1) AND (length(file_name) <= 255))),
  constraint files_pkey PRIMARY KEY (user_id, id),
  constraint files_sha256_check CHECK ((length(sha256) = 64)),
  constraint files_size_check CHECK ((size >= 0)),
  constraint files_state_check CHECK ((state = ANY (ARRAY['PENDING'::text, 'WAITING_UPLOAD'::text, 'READY'::text, 'ERROR'::text, 'ABORTED'::text])))
);
comment on table eclusa.files is 'One row per file of a user: its purpose, the place of its bytes, and the state of its upload.';
CREATE INDEX files_by_bytes ON eclusa.files USING btree (user_id, sha256) WHERE (state = 'READY'::text);
CREATE INDEX files_by_creation ON eclusa.files USING btree (user_id, created_at, id);
CREATE INDEX files_of_product ON eclusa.files USING btree (user_id, product_id, created_at, id);
CREATE INDEX files_waiting ON eclusa.files USING btree (upload_expires_at) WHERE (state = 'WAITING_UPLOAD'::text);
CREATE TRIGGER counts_storage AFTER INSERT OR UPDATE OF state, size ON eclusa.files FOR EACH ROW EXECUTE FUNCTION eclusa.count_storage();
CREATE TRIGGER refuses_removal BEFORE DELETE OR TRUNCATE ON eclusa.files FOR EACH STATEMENT EXECUTE FUNCTION eclusa.refuse_removal();
CREATE CONSTRAINT TRIGGER requires_event AFTER INSERT OR UPDATE ON eclusa.files DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION eclusa.require_event_files();
alter table eclusa.files enable row level security;
alter table eclusa.files force row level security;
create policy across_users on eclusa.files as permissive for select to eclusa_auditor, eclusa_backoffice, eclusa_bootstrap, eclusa_worker using (true);
create policy bound_to_product on eclusa.files as restrictive for all to eclusa_api using (((eclusa.scope_product_id() IS NULL) OR (product_id = eclusa.scope_product_id())));
create policy of_scope on eclusa.files as permissive for all to eclusa_api using ((user_id = eclusa.scope_user_id())) with check ((user_id = eclusa.scope_user_id()));
create policy read_by_owner on eclusa.files as permissive for select to current_user using (true);
grant insert, select, update on eclusa.files to eclusa_api;
grant select on eclusa.files to eclusa_auditor;
grant select on eclusa.files to eclusa_backoffice;
grant select on eclusa.files to eclusa_bootstrap;
grant select on eclusa.files to eclusa_worker;
CREATE OR REPLACE FUNCTION eclusa.require_event_files()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'eclusa', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
    declare
      written bytea;
      last record;
    begin
      if tg_op = 'UPDATE' and (old.user_id, old.id, old.product_id, old.type, old.state, old.file_name, old.folder_name, old.file_date, old.failure_code, old.content_type, old.size, old.sha256, old.object_key, old.upload_expires_at, old.person_id, old.created_at, old.version) is not distinct from (new.user_id, new.id, new.product_id, new.type, new.state, new.file_name, new.folder_name, new.file_date, new.failure_code, new.content_type, new.size, new.sha256, new.object_key, new.upload_expires_at, new.person_id, new.created_at, new.version) then return null; end if;
      if not has_audit_entry() then
        raise exception '% of files % is refused: the audit log has no entry of it', lower(tg_op), new.id
          using errcode = 'integrity_constraint_violation', table = 'files', constraint = tg_name;
      end if;
      written := row_digest(new);
      if tg_op = 'INSERT' or new.version > old.version then
        perform from events
        where user_id = new.user_id and object_id = new.id and sequence between new.version and new.version and digest = written
          and created_at between now() - interval '1 day' and now() + interval '1 day'
        order by sequence;
        if found then return null; end if;
      end if;
      
      -- A transaction may write a row more than once: then the event is about its last state.
      select stored.version, row_digest(stored) as digest into last from files stored where stored.user_id = new.user_id and stored.id = new.id;
      if found and (tg_op = 'INSERT' or last.version > old.version) then
        perform from events
        where user_id = new.user_id and object_id = new.id and sequence between last.version and last.version and digest = last.digest
        order by sequence;
        if found then return null; end if;
      end if;
      raise exception '% of files % is refused: it has no event', lower(tg_op), new.id
        using errcode = 'integrity_constraint_violation', table = 'files', constraint = tg_name;
    end $function$;
CREATE OR REPLACE FUNCTION eclusa.row_digest(covered eclusa.files)
 RETURNS bytea
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN sha256(convert_to((jsonb_strip_nulls(jsonb_build_object('user_id', (covered).user_id, 'id', (covered).id, 'product_id', (covered).product_id, 'type', (covered).type, 'state', (covered).state, 'file_name', (covered).file_name, 'folder_name', (covered).folder_name, 'file_date', (covered).file_date, 'failure_code', (covered).failure_code, 'content_type', (covered).content_type, 'size', (covered).size, 'sha256', (covered).sha256, 'object_key', (covered).object_key, 'upload_expires_at', EXTRACT(epoch FROM (covered).upload_expires_at), 'person_id', (covered).person_id, 'created_at', EXTRACT(epoch FROM (covered).created_at))))::text, 'UTF8'::name));
grant execute on function eclusa.row_digest(covered eclusa.files) to eclusa_api;
grant execute on function eclusa.row_digest(covered eclusa.files) to eclusa_backoffice;
grant execute on function eclusa.row_digest(covered eclusa.files) to eclusa_bootstrap;
grant execute on function eclusa.row_digest(covered eclusa.files) to eclusa_worker;
CREATE OR REPLACE FUNCTION eclusa.stored_digest_files(owner uuid, object uuid, of_version bigint, of_wallet uuid DEFAULT NULL::uuid)
 RETURNS bytea
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'eclusa', 'pg_temp'
AS $function$
    declare
      digest bytea;
      made_at timestamptz;
    begin
      
      select row_digest(stored) into digest from files stored
      where stored.user_id = owner and stored.id = object and stored.version = of_version  ;
      return digest;
    end $function$;
grant execute on function eclusa.stored_digest_files(owner uuid, object uuid, of_version bigint, of_wallet uuid) to eclusa_api;
grant execute on function eclusa.stored_digest_files(owner uuid, object uuid, of_version bigint, of_wallet uuid) to eclusa_backoffice;
grant execute on function eclusa.stored_digest_files(owner uuid, object uuid, of_version bigint, of_wallet uuid) to eclusa_worker;

create table eclusa.fraud_markers (
  id uuid default gen_random_uuid() not null,
  request_id uuid,
  marker_id uuid,
  fraud_type text,
  status text not null,
  made_by text,
  made_reason text,
  made_at timestamp(3) with time zone,
  cancelled_by text,
  cancelled_reason text,
  cancelled_at timestamp(3) with time zone,
  constraint fraud_markers_marker_id_key UNIQUE (marker_id),
  constraint fraud_markers_pkey PRIMARY KEY (id),
  constraint fraud_markers_request_id_key UNIQUE (request_id),
  constraint fraud_markers_status_check CHECK ((status = ANY (ARRAY['ASKED'::text, 'REGISTERED'::text, 'REFUSED'::text, 'CANCELLED'::text])))
);
comment on table eclusa.fraud_markers is 'One row per fraud marker that a person of the institution created or removed at DICT, with the reason.';
CREATE TRIGGER refuses_removal BEFORE TRUNCATE ON eclusa.fraud_markers FOR EACH STATEMENT EXECUTE FUNCTION eclusa.refuse_removal();
CREATE CONSTRAINT TRIGGER requires_audit_entry AFTER INSERT OR DELETE OR UPDATE ON eclusa.fraud_markers DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION eclusa.require_audit_entry();
grant insert, select, update (cancelled_at, cancelled_by, cancelled_reason, marker_id, request_id, status) on eclusa.fraud_markers to eclusa_backoffice;
grant select on eclusa.fraud_markers to eclusa_auditor;
grant select on eclusa.fraud_markers to eclusa_worker;

create table eclusa.fund_recovery_requests (
  user_id uuid not null,
  wallet_id uuid not null,
  id uuid not null,
  transaction_id uuid not null,
  transaction_operation_id uuid,
  transaction_type text not null,
  transaction_amount bigint not null,
  transaction_third_part_name text,
  end_to_end_id text collate "C" not null,
  reason text not null,
  fraud_reason text,
  description text not null,
  contact_email text not null,
  contact_phone text not null,
  status text not null,
  refund_total_amount bigint default 0 not null,
  refunds jsonb default '[]'::jsonb not null,
  tracking_graph jsonb,
  analysis_limit_date timestamp(3) with time zone not null,
  analysed_at timestamp(3) with time zone,
  canceled_at timestamp(3) with time zone,
  failed_code text,
  submitted_at timestamp(3) with time zone,
  dict_id uuid,
  dict_status text,
  dict_modified_at timestamp(3) with time zone,
  next_action_at timestamp(3) with time zone,
  version bigint not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  files jsonb default '[]'::jsonb not null,
  refund_limit_date timestamp(3) with time zone,
  refund_warn_at timestamp(3) with time zone,
  lease uuid,
  leased_until timestamp(3) with time zone,
  unanswered_at timestamp(3) with time zone,
  exists_since timestamp(3) with time zone,
  graph_step smallint default 0 not null,
  credits_due_at timestamp(3) with time zone,
  waiting_code text,
  constraint fund_recovery_requests_files_check CHECK ((jsonb_array_length(files) <= 3)),
  constraint fund_recovery_requests_not_failed_at_dict CHECK (((status <> 'FAILED'::text) OR (dict_id IS NULL))),
  constraint fund_recovery_requests_pkey PRIMARY KEY (user_id, id),
  constraint fund_recovery_requests_refund_total_amount_check CHECK ((refund_total_amount >= 0))
);
comment on table eclusa.fund_recovery_requests is 'One row per Pix payment that a user contests: its public status, and its state at DICT.';
CREATE INDEX fund_recovery_requests_by_change ON eclusa.fund_recovery_requests USING btree (user_id, wallet_id, updated_at, id);
CREATE INDEX fund_recovery_requests_by_dict_id ON eclusa.fund_recovery_requests USING btree (dict_id) WHERE (next_action_at IS NOT NULL);
CREATE INDEX fund_recovery_requests_by_id ON eclusa.fund_recovery_requests USING btree (id, user_id);
CREATE INDEX fund_recovery_requests_by_limit ON eclusa.fund_recovery_requests USING btree (refund_limit_date) WHERE ((status = 'ANALYSED'::text) AND (failed_code IS NULL));
CREATE INDEX fund_recovery_requests_by_time ON eclusa.fund_recovery_requests USING btree (user_id, wallet_id, created_at, id);
CREATE INDEX fund_recovery_requests_credits_due ON eclusa.fund_recovery_requests USING btree (credits_due_at) WHERE (credits_due_at IS NOT NULL);
CREATE INDEX fund_recovery_requests_due ON eclusa.fund_recovery_requests USING btree (next_action_at) WHERE (next_action_at IS NOT NULL);
CREATE INDEX fund_recovery_requests_of_payment ON eclusa.fund_recovery_requests USING btree (end_to_end_id);
CREATE UNIQUE INDEX fund_recovery_requests_one_each ON eclusa.fund_recovery_requests USING btree (user_id, transaction_id) WHERE ((status <> 'FAILED'::text) AND (NOT ((status = 'CANCELED'::text) AND (dict_id IS NULL))));
CREATE TRIGGER refuses_removal BEFORE DELETE OR TRUNCATE ON eclusa.fund_recovery_requests FOR EACH STATEMENT EXECUTE FUNCTION eclusa.refuse_removal();
CREATE CONSTRAINT TRIGGER requires_event AFTER INSERT OR UPDATE ON eclusa.fund_recovery_requests DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION eclusa.require_event_fund_recovery_requests();
alter table eclusa.fund_recovery_requests enable row level security;
alter table eclusa.fund_recovery_requests force row level security;
create policy across_users on eclusa.fund_recovery_requests as permissive for all to eclusa_auditor, eclusa_backoffice, eclusa_bootstrap, eclusa_worker using (true);
create policy bound_to_product on eclusa.fund_recovery_requests as restrictive for all to eclusa_api using (((eclusa.scope_product_id() IS NULL) OR (wallet_id = eclusa.scope_wallet_id())));
create policy of_scope on eclusa.fund_recovery_requests as permissive for all to eclusa_api using ((user_id = eclusa.scope_user_id())) with check ((user_id = eclusa.scope_user_id()));
create policy read_by_owner on eclusa.fund_recovery_requests as permissive for select to current_user using (true);
grant insert, select, update on eclusa.fund_recovery_requests to eclusa_api;
grant select on eclusa.fund_recovery_requests to eclusa_auditor;
grant select on eclusa.fund_recovery_requests to eclusa_backoffice;
grant select on eclusa.fund_recovery_requests to eclusa_bootstrap;
grant select on eclusa.fund_recovery_requests to eclusa_worker;
CREATE OR REPLACE FUNCTION eclusa.require_event_fund_recovery_requests()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'eclusa', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
    declare
      written bytea;
      last record;
    begin
      if tg_op = 'UPDATE' and (old.user_id, old.id, old.wallet_id, old.transaction_id, old.transaction_operation_id, old.transaction_type, old.transaction_amount, old.transaction_third_part_name, old.end_to_end_id, old.reason, old.fraud_reason, old.description, old.contact_email, old.contact_phone, old.status, old.refund_total_amount, old.files, old.analysis_limit_date, old.analysed_at, old.canceled_at, old.failed_code, old.waiting_code, old.dict_id, old.created_at, old.version) is not distinct from (new.user_id, new.id, new.wallet_id, new.transaction_id, new.transaction_operation_id, new.transaction_type, new.transaction_amount, new.transaction_third_part_name, new.end_to_end_id, new.reason, new.fraud_reason, new.description, new.contact_email, new.contact_phone, new.status, new.refund_total_amount, new.files, new.analysis_limit_date, new.analysed_at, new.canceled_at, new.failed_code, new.waiting_code, new.dict_id, new.created_at, new.version) then return null; end if;
      if not has_audit_entry() then
        raise exception '% of fund_recovery_requests % is refused: the audit log has no entry of it', lower(tg_op), new.id
          using errcode = 'integrity_constraint_violation', table = 'fund_recovery_requests', constraint = tg_name;
      end if;
      written := row_digest(new);
      if tg_op = 'INSERT' or new.version > old.version then
        perform from events
        where user_id = new.user_id and object_id = new.id and sequence between new.version and new.version and digest = written
          and created_at between now() - interval '1 day' and now() + interval '1 day'
        order by sequence;
        if found then return null; end if;
      end if;
      
      -- A transaction may write a row more than once: then the event is about its last state.
      select stored.version, row_digest(stored) as digest into last from fund_recovery_requests stored where stored.user_id = new.user_id and stored.id = new.id;
      if found and (tg_op = 'INSERT' or last.version > old.version) then
        perform from events
        where user_id = new.user_id and object_id = new.id and sequence between last.version and last.version and digest = last.digest
        order by sequence;
        if found then return null; end if;
      end if;
      raise exception '% of fund_recovery_requests % is refused: it has no event', lower(tg_op), new.id
        using errcode = 'integrity_constraint_violation', table = 'fund_recovery_requests', constraint = tg_name;
    end $function$;
CREATE OR REPLACE FUNCTION eclusa.row_digest(covered eclusa.fund_recovery_requests)
 RETURNS bytea
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN sha256(convert_to((jsonb_strip_nulls(jsonb_build_object('user_id', (covered).user_id, 'id', (covered).id, 'wallet_id', (covered).wallet_id, 'transaction_id', (covered).transaction_id, 'transaction_operation_id', (covered).transaction_operation_id, 'transaction_type', (covered).transaction_type, 'transaction_amount', (covered).transaction_amount, 'transaction_third_part_name', (covered).transaction_third_part_name, 'end_to_end_id', (covered).end_to_end_id, 'reason', (covered).reason, 'fraud_reason', (covered).fraud_reason, 'description', (covered).description, 'contact_email', (covered).contact_email, 'contact_phone', (covered).contact_phone, 'status', (covered).status, 'refund_total_amount', (covered).refund_total_amount, 'files', (covered).files, 'analysis_limit_date', EXTRACT(epoch FROM (covered).analysis_limit_date), 'analysed_at', EXTRACT(epoch FROM (covered).analysed_at), 'canceled_at', EXTRACT(epoch FROM (covered).canceled_at), 'failed_code', (covered).failed_code, 'waiting_code', (covered).waiting_code, 'dict_id', (covered).dict_id, 'created_at', EXTRACT(epoch FROM (covered).created_at))))::text, 'UTF8'::name));
grant execute on function eclusa.row_digest(covered eclusa.fund_recovery_requests) to eclusa_api;
grant execute on function eclusa.row_digest(covered eclusa.fund_recovery_requests) to eclusa_backoffice;
grant execute on function eclusa.row_digest(covered eclusa.fund_recovery_requests) to eclusa_bootstrap;
grant execute on function eclusa.row_digest(covered eclusa.fund_recovery_requests) to eclusa_worker;
CREATE OR REPLACE FUNCTION eclusa.stored_digest_fund_recovery_requests(owner uuid, object uuid, of_version bigint, of_wallet uuid DEFAULT NULL::uuid)
 RETURNS bytea
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'eclusa', 'pg_temp'
AS $function$
    declare
      digest bytea;
      made_at timestamptz;
    begin
      
      select row_digest(stored) into digest from fund_recovery_requests stored
      where stored.user_id = owner and stored.id = object and stored.version = of_version and stored.wallet_id = of_wallet ;
      return digest;
    end $function$;
grant execute on function eclusa.stored_digest_fund_recovery_requests(owner uuid, object uuid, of_version bigint, of_wallet uuid) to eclusa_api;
grant execute on function eclusa.stored_digest_fund_recovery_requests(owner uuid, object uuid, of_version bigint, of_wallet uuid) to eclusa_backoffice;
grant execute on function eclusa.stored_digest_fund_recovery_requests(owner uuid, object uuid, of_version bigint, of_wallet uuid) to eclusa_worker;

create table eclusa.infraction_notifications (
  user_id uuid not null,
  wallet_id uuid not null,
  id uuid not null,
  transaction_id uuid not null,
  end_to_end_id text collate "C" not null,
  infraction_type text not null,
  situation_type text not null,
  funds_recovery_id uuid,
  description text,
  status text not null,
  amount bigint not null,
  blocked_amount_status text not null,
  counterparty_name text,
  bank_name text,
  company_name text,
  client_status text,
  client_analysis_details text,
  compliance_fraud_type text,
  analysis_result text,
  analysis_details text,
  due_date timestamp(3) with time zone not null,
  remind_at timestamp(3) with time zone,
  reported_at timestamp(3) with time zone not null,
  version bigint not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  file_ids uuid[] default '{}'::uuid[] not null,
  received_amount bigint,
  returned_amount bigint default 0 not null,
  reporter_participant text,
  contact_information jsonb,
  fraud_marker_id uuid,
  transaction_depth integer,
  question text,
  analysis_fraud_type text,
  decided_at timestamp(3) with time zone,
  decided_by text,
  decision_reason text,
  dict_status text,
  dict_retry_at timestamp(3) with time zone,
  hold_check_at timestamp(3) with time zone,
  participant text,
  constraint infraction_notifications_amount_check CHECK ((amount >= 0)),
  constraint infraction_notifications_file_ids_check CHECK ((cardinality(file_ids) <= 3)),
  constraint infraction_notifications_pkey PRIMARY KEY (user_id, id),
  constraint infraction_notifications_received_amount_check CHECK ((received_amount >= 0)),
  constraint infraction_notifications_returned_amount_check CHECK ((returned_amount >= 0))
);
comment on table eclusa.infraction_notifications is 'One row per infraction that another bank reported about a payment a user received: the report, the answer, the decision and the block.';
CREATE INDEX infraction_notifications_by_change ON eclusa.infraction_notifications USING btree (user_id, wallet_id, updated_at, id);
CREATE INDEX infraction_notifications_by_id ON eclusa.infraction_notifications USING btree (id, user_id);
CREATE INDEX infraction_notifications_by_time ON eclusa.infraction_notifications USING btree (user_id, wallet_id, created_at, id);
CREATE INDEX infraction_notifications_held_for ON eclusa.infraction_notifications USING btree (funds_recovery_id) WHERE (hold_check_at IS NOT NULL);
CREATE INDEX infraction_notifications_of_payment ON eclusa.infraction_notifications USING btree (end_to_end_id);
CREATE INDEX infraction_notifications_to_acknowledge ON eclusa.infraction_notifications USING btree (due_date) WHERE (dict_status = 'OPEN'::text);
CREATE INDEX infraction_notifications_to_release ON eclusa.infraction_notifications USING btree (hold_check_at) WHERE (hold_check_at IS NOT NULL);
CREATE INDEX infraction_notifications_to_remind ON eclusa.infraction_notifications USING btree (remind_at) WHERE (remind_at IS NOT NULL);
CREATE INDEX infraction_notifications_to_tell ON eclusa.infraction_notifications USING btree (due_date) WHERE (status = ANY (ARRAY['OPEN'::text, 'IN_ANALYSIS'::text]));
CREATE TRIGGER refuses_removal BEFORE DELETE OR TRUNCATE ON eclusa.infraction_notifications FOR EACH STATEMENT EXECUTE FUNCTION eclusa.refuse_removal();
CREATE CONSTRAINT TRIGGER requires_event AFTER INSERT OR UPDATE ON eclusa.infraction_notifications DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION eclusa.require_event_infraction_notifications();
alter table eclusa.infraction_notifications enable row level security;
alter table eclusa.infraction_notifications force row level security;
create policy across_users on eclusa.infraction_notifications as permissive for all to eclusa_auditor, eclusa_backoffice, eclusa_bootstrap, eclusa_worker using (true);
create policy bound_to_product on eclusa.infraction_notifications as restrictive for all to eclusa_api using (((eclusa.scope_product_id() IS NULL) OR (wallet_id = eclusa.scope_wallet_id())));
create policy of_scope on eclusa.infraction_notifications as permissive for all to eclusa_api using ((user_id = eclusa.scope_user_id())) with check ((user_id = eclusa.scope_user_id()));
create policy read_by_owner on eclusa.infraction_notifications as permissive for select to current_user using (true);
grant insert, select, update on eclusa.infraction_notifications to eclusa_api;
grant select on eclusa.infraction_notifications to eclusa_auditor;
grant select, update (analysis_details, analysis_fraud_type, analysis_result, decided_at, decided_by, decision_reason, question, remind_at, status, updated_at, version) on eclusa.infraction_notifications to eclusa_backoffice;
grant select, update (hold_check_at) on eclusa.infraction_notifications to eclusa_worker;
CREATE OR REPLACE FUNCTION eclusa.require_event_infraction_notifications()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'eclusa', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
    declare
      written bytea;
      last record;
    begin
      if tg_op = 'UPDATE' and (old.user_id, old.id, old.wallet_id, old.transaction_id, old.end_to_end_id, old.infraction_type, old.situation_type, old.funds_recovery_id, old.description, old.status, old.amount, old.received_amount, old.returned_amount, old.blocked_amount_status, old.counterparty_name, old.bank_name, old.company_name, old.client_status, old.client_analysis_details, old.compliance_fraud_type, old.file_ids, old.question, old.analysis_result, old.analysis_details, old.analysis_fraud_type, old.decided_at, old.decided_by, old.decision_reason, old.due_date, old.reporter_participant, old.participant, old.contact_information, old.fraud_marker_id, old.transaction_depth, old.created_at, old.version) is not distinct from (new.user_id, new.id, new.wallet_id, new.transaction_id, new.end_to_end_id, new.infraction_type, new.situation_type, new.funds_recovery_id, new.description, new.status, new.amount, new.received_amount, new.returned_amount, new.blocked_amount_status, new.counterparty_name, new.bank_name, new.company_name, new.client_status, new.client_analysis_details, new.compliance_fraud_type, new.file_ids, new.question, new.analysis_result, new.analysis_details, new.analysis_fraud_type, new.decided_at, new.decided_by, new.decision_reason, new.due_date, new.reporter_participant, new.participant, new.contact_information, new.fraud_marker_id, new.transaction_depth, new.created_at, new.version) then return null; end if;
      if not has_audit_entry() then
        raise exception '% of infraction_notifications % is refused: the audit log has no entry of it', lower(tg_op), new.id
          using errcode = 'integrity_constraint_violation', table = 'infraction_notifications', constraint = tg_name;
      end if;
      written := row_digest(new);
      if tg_op = 'INSERT' or new.version > old.version then
        perform from events
        where user_id = new.user_id and object_id = new.id and sequence between new.version and new.version and digest = written
          and created_at between now() - interval '1 day' and now() + interval '1 day'
        order by sequence;
        if found then return null; end if;
      end if;
      
      -- A transaction may write a row more than once: then the event is about its last state.
      select stored.version, row_digest(stored) as digest into last from infraction_notifications stored where stored.user_id = new.user_id and stored.id = new.id;
      if found and (tg_op = 'INSERT' or last.version > old.version) then
        perform from events
        where user_id = new.user_id and object_id = new.id and sequence between last.version and last.version and digest = last.digest
        order by sequence;
        if found then return null; end if;
      end if;
      raise exception '% of infraction_notifications % is refused: it has no event', lower(tg_op), new.id
        using errcode = 'integrity_constraint_violation', table = 'infraction_notifications', constraint = tg_name;
    end $function$;
CREATE OR REPLACE FUNCTION eclusa.row_digest(covered eclusa.infraction_notifications)
 RETURNS bytea
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN sha256(convert_to((jsonb_strip_nulls(jsonb_build_object('user_id', (covered).user_id, 'id', (covered).id, 'wallet_id', (covered).wallet_id, 'transaction_id', (covered).transaction_id, 'end_to_end_id', (covered).end_to_end_id, 'infraction_type', (covered).infraction_type, 'situation_type', (covered).situation_type, 'funds_recovery_id', (covered).funds_recovery_id, 'description', (covered).description, 'status', (covered).status, 'amount', (covered).amount, 'received_amount', (covered).received_amount, 'returned_amount', (covered).returned_amount, 'blocked_amount_status', (covered).blocked_amount_status, 'counterparty_name', (covered).counterparty_name, 'bank_name', (covered).bank_name, 'company_name', (covered).company_name, 'client_status', (covered).client_status, 'client_analysis_details', (covered).client_analysis_details, 'compliance_fraud_type', (covered).compliance_fraud_type, 'file_ids', (covered).file_ids, 'question', (covered).question, 'analysis_result', (covered).analysis_result, 'analysis_details', (covered).analysis_details, 'analysis_fraud_type', (covered).analysis_fraud_type, 'decided_at', EXTRACT(epoch FROM (covered).decided_at), 'decided_by', (covered).decided_by, 'decision_reason', (covered).decision_reason, 'due_date', EXTRACT(epoch FROM (covered).due_date), 'reporter_participant', (covered).reporter_participant, 'participant', (covered).participant, 'contact_information', (covered).contact_information, 'fraud_marker_id', (covered).fraud_marker_id, 'transaction_depth', (covered).transaction_depth, 'created_at', EXTRACT(epoch FROM (covered).created_at))))::text, 'UTF8'::name));
grant execute on function eclusa.row_digest(covered eclusa.infraction_notifications) to eclusa_api;
grant execute on function eclusa.row_digest(covered eclusa.infraction_notifications) to eclusa_backoffice;
grant execute on function eclusa.row_digest(covered eclusa.infraction_notifications) to eclusa_bootstrap;
grant execute on function eclusa.row_digest(covered eclusa.infraction_notifications) to eclusa_worker;
CREATE OR REPLACE FUNCTION eclusa.stored_digest_infraction_notifications(owner uuid, object uuid, of_version bigint, of_wallet uuid DEFAULT NULL::uuid)
 RETURNS bytea
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'eclusa', 'pg_temp'
AS $function$
    declare
      digest bytea;
      made_at timestamptz;
    begin
      
      select row_digest(stored) into digest from infraction_notifications stored
      where stored.user_id = owner and stored.id = object and stored.version = of_version and stored.wallet_id = of_wallet ;
      return digest;
    end $function$;
grant execute on function eclusa.stored_digest_infraction_notifications(owner uuid, object uuid, of_version bigint, of_wallet uuid) to eclusa_api;
grant execute on function eclusa.stored_digest_infraction_notifications(owner uuid, object uuid, of_version bigint, of_wallet uuid) to eclusa_backoffice;
grant execute on function eclusa.stored_digest_infraction_notifications(owner uuid, object uuid, of_version bigint, of_wallet uuid) to eclusa_worker;

create table eclusa.key_rotations (
  setting text not null,
  name text not null,
  newest_at timestamp(3) with time zone not null,
  constraint key_rotations_pkey PRIMARY KEY (setting, name)
);
comment on table eclusa.key_rotations is 'One row per key of a setting, with the time since when it is the newest one; it shows when an older key can be removed.';
grant insert, select, update (newest_at) on eclusa.key_rotations to eclusa_backoffice;
grant insert, select, update (newest_at) on eclusa.key_rotations to eclusa_worker;

create table eclusa.legal_representatives (
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
  participation_basis_points integer,
  relationship_start_date date not null,
  relationship_end_date date,
  registration_update_date date not null,
  address jsonb not null,
  active boolean default true not null,
  version bigint not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  withdrawn_at timestamp(3) with time zone,
  constraint legal_representatives_participation_basis_points_check CHECK (((participation_basis_points >= 0) AND (participation_basis_points <= 10000))),
  constraint legal_representatives_pkey PRIMARY KEY (user_id, id),
  constraint legal_representatives_user_id_onboarding_id_fkey FOREIGN KEY (user_id, onboarding_id) REFERENCES eclusa.onboardings(user_id, id),
  constraint legal_representatives_user_id_shareholder_id_fkey FOREIGN KEY (user_id, shareholder_id) REFERENCES eclusa.shareholders(user_id, id)
);
comment on table eclusa.legal_representatives is 'One row per legal representative of a company that is being onboarded.';
CREATE INDEX legal_representatives_by_onboarding ON eclusa.legal_representatives USING btree (user_id, onboarding_id, created_at, id);
CREATE INDEX legal_representatives_by_time ON eclusa.legal_representatives USING btree (user_id, created_at, id);
CREATE INDEX legal_representatives_of_product ON eclusa.legal_representatives USING btree (user_id, product_id, created_at, id);
CREATE UNIQUE INDEX legal_representatives_one_each ON eclusa.legal_representatives USING btree (user_id, onboarding_id, document) WHERE (withdrawn_at IS NULL);
CREATE TRIGGER refuses_removal BEFORE DELETE OR TRUNCATE ON eclusa.legal_representatives FOR EACH STATEMENT EXECUTE FUNCTION eclusa.refuse_removal();
CREATE CONSTRAINT TRIGGER requires_event AFTER INSERT OR UPDATE ON eclusa.legal_representatives DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION eclusa.require_event_legal_representatives();
alter table eclusa.legal_representatives enable row level security;
alter table eclusa.legal_representatives force row level security;
create policy across_users on eclusa.legal_representatives as permissive for select to eclusa_auditor, eclusa_backoffice, eclusa_bootstrap, eclusa_worker using (true);
create policy bound_to_product on eclusa.legal_representatives as restrictive for all to eclusa_api using (((eclusa.scope_product_id() IS NULL) OR (product_id = eclusa.scope_product_id())));
create policy of_scope on eclusa.legal_representatives as permissive for all to current_user, eclusa_api using ((user_id = eclusa.scope_user_id())) with check ((user_id = eclusa.scope_user_id()));
create policy read_by_owner on eclusa.legal_representatives as permissive for select to current_user using (true);
grant insert, select, update (active, address, birth_date, document, document_country, email, income, is_public_server, mother_name, name, participation_basis_points, patrimony, pep, phone_number, registration_update_date, relationship_end_date, relationship_start_date, representor_type, shareholder_id, updated_at, version, withdrawn_at) on eclusa.legal_representatives to eclusa_api;
grant select on eclusa.legal_representatives to eclusa_auditor;
grant select on eclusa.legal_representatives to eclusa_backoffice;
grant select on eclusa.legal_representatives to eclusa_bootstrap;
grant select on eclusa.legal_representatives to eclusa_worker;
CREATE OR REPLACE FUNCTION eclusa.require_event_legal_representatives()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'eclusa', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
    declare
      written bytea;
      last record;
    begin
      if tg_op = 'UPDATE' and (old.user_id, old.id, old.product_id, old.onboarding_id, old.shareholder_id, old.document, old.document_country, old.name, old.mother_name, old.birth_date, old.representor_type, old.pep, old.is_public_server, old.phone_number, old.email, old.income, old.patrimony, old.participation_basis_points, old.relationship_start_date, old.relationship_end_date, old.registration_update_date, old.address, old.active, old.withdrawn_at, old.created_at, old.version) is not distinct from (new.user_id, new.id, new.product_id, new.onboarding_id, new.shareholder_id, new.document, new.document_country, new.name, new.mother_name, new.birth_date, new.representor_type, new.pep, new.is_public_server, new.phone_number, new.email, new.income, new.patrimony, new.participation_basis_points, new.relationship_start_date, new.relationship_end_date, new.registration_update_date, new.address, new.active, new.withdrawn_at, new.created_at, new.version) then return null; end if;
      if not has_audit_entry() then
        raise exception '% of legal_representatives % is refused: the audit log has no entry of it', lower(tg_op), new.id
          using errcode = 'integrity_constraint_violation', table = 'legal_representatives', constraint = tg_name;
      end if;
      written := row_digest(new);
      if tg_op = 'INSERT' or new.version > old.version then
        perform from events
        where user_id = new.user_id and object_id = new.id and sequence between new.version and new.version and digest = written
          and created_at between now() - interval '1 day' and now() + interval '1 day'
        order by sequence;
        if found then return null; end if;
      end if;
      
      -- A transaction may write a row more than once: then the event is about its last state.
      select stored.version, row_digest(stored) as digest into last from legal_representatives stored where stored.user_id = new.user_id and stored.id = new.id;
      if found and (tg_op = 'INSERT' or last.version > old.version) then
        perform from events
        where user_id = new.user_id and object_id = new.id and sequence between last.version and last.version and digest = last.digest
        order by sequence;
        if found then return null; end if;
      end if;
      raise exception '% of legal_representatives % is refused: it has no event', lower(tg_op), new.id
        using errcode = 'integrity_constraint_violation', table = 'legal_representatives', constraint = tg_name;
    end $function$;
CREATE OR REPLACE FUNCTION eclusa.row_digest(covered eclusa.legal_representatives)
 RETURNS bytea
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN sha256(convert_to((jsonb_strip_nulls(jsonb_build_object('user_id', (covered).user_id, 'id', (covered).id, 'product_id', (covered).product_id, 'onboarding_id', (covered).onboarding_id, 'shareholder_id', (covered).shareholder_id, 'document', (covered).document, 'document_country', (covered).document_country, 'name', (covered).name, 'mother_name', (covered).mother_name, 'birth_date', (covered).birth_date, 'representor_type', (covered).representor_type, 'pep', (covered).pep, 'is_public_server', (covered).is_public_server, 'phone_number', (covered).phone_number, 'email', (covered).email, 'income', (covered).income, 'patrimony', (covered).patrimony, 'participation_basis_points', (covered).participation_basis_points, 'relationship_start_date', (covered).relationship_start_date, 'relationship_end_date', (covered).relationship_end_date, 'registration_update_date', (covered).registration_update_date, 'address', (covered).address, 'active', (covered).active, 'withdrawn_at', EXTRACT(epoch FROM (covered).withdrawn_at), 'created_at', EXTRACT(epoch FROM (covered).created_at))))::text, 'UTF8'::name));
grant execute on function eclusa.row_digest(covered eclusa.legal_representatives) to eclusa_api;
grant execute on function eclusa.row_digest(covered eclusa.legal_representatives) to eclusa_backoffice;
grant execute on function eclusa.row_digest(covered eclusa.legal_representatives) to eclusa_bootstrap;
grant execute on function eclusa.row_digest(covered eclusa.legal_representatives) to eclusa_worker;
CREATE OR REPLACE FUNCTION eclusa.stored_digest_legal_representatives(owner uuid, object uuid, of_version bigint, of_wallet uuid DEFAULT NULL::uuid)
 RETURNS bytea
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'eclusa', 'pg_temp'
AS $function$
    declare
      digest bytea;
      made_at timestamptz;
    begin
      
      select row_digest(stored) into digest from legal_representatives stored
      where stored.user_id = owner and stored.id = object and stored.version = of_version  ;
      return digest;
    end $function$;
grant execute on function eclusa.stored_digest_legal_representatives(owner uuid, object uuid, of_version bigint, of_wallet uuid) to eclusa_api;
grant execute on function eclusa.stored_digest_legal_representatives(owner uuid, object uuid, of_version bigint, of_wallet uuid) to eclusa_backoffice;
grant execute on function eclusa.stored_digest_legal_representatives(owner uuid, object uuid, of_version bigint, of_wallet uuid) to eclusa_worker;

create table eclusa.liveness_checks (
  user_id uuid not null,
  product_id uuid,
  onboarding_id uuid not null,
  id uuid not null,
  legal_representative_id uuid,
  status text not null,
  method text not null,
  generation integer default 1 not null,
  revoked_at timestamp(3) with time zone,
  attempts integer default 0 not null,
  submitted_at timestamp(3) with time zone,
  version bigint not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint liveness_checks_method_check CHECK ((method = ANY (ARRAY['LINK'::text, 'VIDEO_UPLOAD'::text]))),
  constraint liveness_checks_pkey PRIMARY KEY (user_id, onboarding_id, id),
  constraint liveness_checks_status_check CHECK ((status = ANY (ARRAY['PENDING'::text, 'WAITING_SUBMISSION'::text, 'IN_ANALYSIS'::text, 'APPROVED'::text, 'REJECTED'::text]))),
  constraint liveness_checks_user_id_onboarding_id_fkey FOREIGN KEY (user_id, onboarding_id) REFERENCES eclusa.onboardings(user_id, id)
);
comment on table eclusa.liveness_checks is 'One row per person of an onboarding who has to pass a liveness check.';
CREATE INDEX liveness_checks_in_analysis ON eclusa.liveness_checks USING btree (updated_at) WHERE ((status = 'IN_ANALYSIS'::text) AND (revoked_at IS NULL));
CREATE UNIQUE INDEX liveness_checks_one_each ON eclusa.liveness_checks USING btree (user_id, onboarding_id, legal_representative_id) NULLS NOT DISTINCT;
CREATE CONSTRAINT TRIGGER requires_history_entry AFTER UPDATE OF status ON eclusa.liveness_checks DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((new.status = ANY (ARRAY['APPROVED'::text, 'REJECTED'::text]))) EXECUTE FUNCTION eclusa.require_history_entry('onboarding_activity');
alter table eclusa.liveness_checks enable row level security;
alter table eclusa.liveness_checks force row level security;
create policy across_users on eclusa.liveness_checks as permissive for select to eclusa_auditor, eclusa_backoffice, eclusa_bootstrap, eclusa_worker using (true);
create policy bound_to_product on eclusa.liveness_checks as restrictive for all to eclusa_api using (((eclusa.scope_product_id() IS NULL) OR (product_id = eclusa.scope_product_id())));
create policy decided_in_scope on eclusa.liveness_checks as permissive for update to eclusa_backoffice, eclusa_bootstrap, eclusa_worker using ((user_id = eclusa.scope_user_id()));
create policy of_scope on eclusa.liveness_checks as permissive for all to current_user, eclusa_api using ((user_id = eclusa.scope_user_id())) with check ((user_id = eclusa.scope_user_id()));
grant insert, select, update on eclusa.liveness_checks to eclusa_api;
grant select on eclusa.liveness_checks to eclusa_auditor;
grant select on eclusa.liveness_checks to eclusa_worker;
grant select, update (attempts, generation, method, revoked_at, status, submitted_at, updated_at, version) on eclusa.liveness_checks to eclusa_backoffice;

create table eclusa.liveness_upload_parts (
  user_id uuid not null,
  liveness_id uuid not null,
  upload_id uuid not null,
  number integer not null,
  size integer not null,
  sha256 text not null,
  object_key text not null,
  created_at timestamp(3) with time zone not null,
  constraint liveness_upload_parts_number_check CHECK (((number >= 1) AND (number <= 100))),
  constraint liveness_upload_parts_pkey PRIMARY KEY (user_id, liveness_id, upload_id, number)
);
comment on table eclusa.liveness_upload_parts is 'One row per part of a video on its way from the page, so that a dropped connection costs one part. Each part is an object.';
CREATE INDEX liveness_upload_parts_by_age ON eclusa.liveness_upload_parts USING btree (created_at);
alter table eclusa.liveness_upload_parts enable row level security;
alter table eclusa.liveness_upload_parts force row level security;
create policy across_users on eclusa.liveness_upload_parts as permissive for select to eclusa_auditor, eclusa_backoffice, eclusa_bootstrap, eclusa_worker using (true);
create policy bound_to_product on eclusa.liveness_upload_parts as restrictive for all to eclusa_api using (((eclusa.scope_product_id() IS NULL) OR false));
create policy of_scope on eclusa.liveness_upload_parts as permissive for all to current_user, eclusa_api using ((user_id = eclusa.scope_user_id())) with check ((user_id = eclusa.scope_user_id()));
grant delete, insert, select on eclusa.liveness_upload_parts to eclusa_api;
grant select on eclusa.liveness_upload_parts to eclusa_backoffice;
grant select on eclusa.liveness_upload_parts to eclusa_bootstrap;
grant select on eclusa.liveness_upload_parts to eclusa_worker;

create table eclusa.liveness_videos (
  user_id uuid not null,
  product_id uuid,
  onboarding_id uuid not null,
  id uuid not null,
  liveness_id uuid not null,
  legal_representative_id uuid,
  file_id uuid not null,
  sha256 text not null,
  state text not null,
  liveness_provider text,
  liveness_provider_transaction_id text,
  captured_at timestamp(3) with time zone not null,
  duration_ms integer,
  codec text,
  width integer,
  height integer,
  version bigint not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint liveness_videos_pkey PRIMARY KEY (user_id, onboarding_id, id),
  constraint liveness_videos_state_check CHECK ((state = ANY (ARRAY['UPLOADED'::text, 'PROCESSING'::text, 'COMPLETED'::text, 'FAILED'::text, 'DISCARDED'::text]))),
  constraint liveness_videos_user_id_onboarding_id_liveness_id_fkey FOREIGN KEY (user_id, onboarding_id, liveness_id) REFERENCES eclusa.liveness_checks(user_id, onboarding_id, id)
);
comment on table eclusa.liveness_videos is 'One row per video of a face in an onboarding.';
CREATE INDEX liveness_videos_by_liveness ON eclusa.liveness_videos USING btree (user_id, onboarding_id, liveness_id, created_at);
alter table eclusa.liveness_videos enable row level security;
alter table eclusa.liveness_videos force row level security;
create policy across_users on eclusa.liveness_videos as permissive for select to eclusa_auditor, eclusa_backoffice, eclusa_bootstrap, eclusa_worker using (true);
create policy bound_to_product on eclusa.liveness_videos as restrictive for all to eclusa_api using (((eclusa.scope_product_id() IS NULL) OR (product_id = eclusa.scope_product_id())));
create policy decided_in_scope on eclusa.liveness_videos as permissive for update to eclusa_backoffice, eclusa_bootstrap, eclusa_worker using ((user_id = eclusa.scope_user_id()));
create policy of_scope on eclusa.liveness_videos as permissive for all to current_user, eclusa_api using ((user_id = eclusa.scope_user_id())) with check ((user_id = eclusa.scope_user_id()));
grant insert, select, update on eclusa.liveness_videos to eclusa_api;
grant select on eclusa.liveness_videos to eclusa_worker;
grant select, update (state, updated_at, version) on eclusa.liveness_videos to eclusa_backoffice;

create table eclusa.migrations (
  name text not null,
  checksum text not null,
  applied_at timestamp(3) with time zone default now() not null,
  constraint migrations_pkey PRIMARY KEY (name)
);
comment on table eclusa.migrations is 'One row per applied migration file, with the checksum of its content.';
grant select on eclusa.migrations to eclusa_api;
grant select on eclusa.migrations to eclusa_backoffice;
grant select on eclusa.migrations to eclusa_bootstrap;
grant select on eclusa.migrations to eclusa_worker;

create table eclusa.month_partitioned_tables (
  name text not null,
  months_ahead integer default 6 not null,
  constraint month_partitioned_tables_pkey PRIMARY KEY (name)
);
comment on table eclusa.month_partitioned_tables is 'One row per table that is partitioned by month, because it only grows and expired rows are dropped by the month.';
grant select on eclusa.month_partitioned_tables to eclusa_backoffice;
grant select on eclusa.month_partitioned_tables to eclusa_bootstrap;
grant select on eclusa.month_partitioned_tables to eclusa_worker;

create table eclusa.onboarding_activity (
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
  created_at timestamp(3) with time zone not null,
  constraint onboarding_activity_pkey PRIMARY KEY (user_id, onboarding_id, id)
);
comment on table eclusa.onboarding_activity is 'One row per act on an onboarding: who did it and why. Never changed.';
CREATE INDEX onboarding_activity_by_age ON eclusa.onboarding_activity USING brin (created_at) WITH (autosummarize='on');
CREATE TRIGGER refuses_change BEFORE DELETE OR UPDATE OR TRUNCATE ON eclusa.onboarding_activity FOR EACH STATEMENT EXECUTE FUNCTION eclusa.refuse_removal();
alter table eclusa.onboarding_activity enable row level security;
alter table eclusa.onboarding_activity force row level security;
create policy across_users on eclusa.onboarding_activity as permissive for select to eclusa_auditor, eclusa_backoffice, eclusa_bootstrap, eclusa_worker using (true);
create policy added_in_scope on eclusa.onboarding_activity as permissive for insert to eclusa_backoffice, eclusa_bootstrap, eclusa_worker with check ((user_id = eclusa.scope_user_id()));
create policy bound_to_product on eclusa.onboarding_activity as restrictive for all to eclusa_api using (((eclusa.scope_product_id() IS NULL) OR (product_id = eclusa.scope_product_id())));
create policy of_scope on eclusa.onboarding_activity as permissive for all to current_user, eclusa_api using ((user_id = eclusa.scope_user_id())) with check ((user_id = eclusa.scope_user_id()));
create policy read_by_owner on eclusa.onboarding_activity as permissive for select to current_user using (true);
grant insert, select on eclusa.onboarding_activity to eclusa_api;
grant insert, select on eclusa.onboarding_activity to eclusa_backoffice;
grant select on eclusa.onboarding_activity to eclusa_auditor;
grant select on eclusa.onboarding_activity to eclusa_worker;

create table eclusa.onboarding_consents (
  user_id uuid not null,
  product_id uuid,
  onboarding_id uuid not null,
  id uuid not null,
  kind text not null,
  liveness_id uuid,
  generation integer,
  legal_representative_id uuid,
  version text,
  language text,
  text_sha256 text,
  text text,
  accepted_at timestamp(3) with time zone,
  ip_address inet,
  authenticated_user_id uuid,
  request_id text not null,
  recorded_at timestamp(3) with time zone not null,
  constraint onboarding_consents_check CHECK ((text_sha256 = encode(sha256(convert_to(text, 'UTF8'::name)), 'hex'::text))),
  constraint onboarding_consents_check1 CHECK (
CASE kind
    WHEN 'TERMS'::text THEN ((liveness_id IS NULL) AND (generation IS NULL) AND (text IS NULL) AND (authenticated_user_id IS NOT NULL))
    ELSE (num_nulls(liveness_id, generation, version, language, text_sha256, text, accepted_at) = 0)
END),
  constraint onboarding_consents_kind_check CHECK ((kind = ANY (ARRAY['TERMS'::text, 'LIVENESS'::text]))),
  constraint onboarding_consents_pkey PRIMARY KEY (user_id, onboarding_id, id)
);
comment on table eclusa.onboarding_consents is 'One row per consent of a person in an onboarding of a user: which text, in which language, when.';
CREATE UNIQUE INDEX onboarding_consents_one_each ON eclusa.onboarding_consents USING btree (user_id, onboarding_id, liveness_id, generation, text_sha256) WHERE (kind = 'LIVENESS'::text);
CREATE TRIGGER row_stays BEFORE DELETE OR UPDATE ON eclusa.onboarding_consents FOR EACH ROW EXECUTE FUNCTION eclusa.refuse_removal();
CREATE TRIGGER rows_stay BEFORE TRUNCATE ON eclusa.onboarding_consents FOR EACH STATEMENT EXECUTE FUNCTION eclusa.refuse_removal();
alter table eclusa.onboarding_consents enable row level security;
alter table eclusa.onboarding_consents force row level security;
create policy across_users on eclusa.onboarding_consents as permissive for select to eclusa_auditor, eclusa_backoffice, eclusa_bootstrap, eclusa_worker using (true);
create policy bound_to_product on eclusa.onboarding_consents as restrictive for all to eclusa_api using (((eclusa.scope_product_id() IS NULL) OR (product_id = eclusa.scope_product_id())));
create policy of_scope on eclusa.onboarding_consents as permissive for all to eclusa_api using ((user_id = eclusa.scope_user_id())) with check ((user_id = eclusa.scope_user_id()));
grant insert, select on eclusa.onboarding_consents to eclusa_api;
grant select on eclusa.onboarding_consents to eclusa_backoffice;

create table eclusa.onboarding_documents (
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
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint onboarding_documents_pkey PRIMARY KEY (user_id, onboarding_id, id)
);
comment on table eclusa.onboarding_documents is 'One row per document of an onboarding: of the person, of the company (no representative) or of a representative, one of each type.';
CREATE UNIQUE INDEX onboarding_documents_one_each ON eclusa.onboarding_documents USING btree (user_id, onboarding_id, legal_representative_id, type) NULLS NOT DISTINCT;
alter table eclusa.onboarding_documents enable row level security;
alter table eclusa.onboarding_documents force row level security;
create policy across_users on eclusa.onboarding_documents as permissive for select to eclusa_auditor, eclusa_backoffice, eclusa_bootstrap, eclusa_worker using (true);
create policy bound_to_product on eclusa.onboarding_documents as restrictive for all to eclusa_api using (((eclusa.scope_product_id() IS NULL) OR (product_id = eclusa.scope_product_id())));
create policy of_scope on eclusa.onboarding_documents as permissive for all to current_user, eclusa_api using ((user_id = eclusa.scope_user_id())) with check ((user_id = eclusa.scope_user_id()));
grant insert, select, update on eclusa.onboarding_documents to eclusa_api;
grant select on eclusa.onboarding_documents to eclusa_backoffice;
grant select on eclusa.onboarding_documents to eclusa_bootstrap;
grant select on eclusa.onboarding_documents to eclusa_worker;

create table eclusa.onboarding_steps (
  user_id uuid not null,
  product_id uuid,
  onboarding_id uuid not null,
  id uuid not null,
  name text not null,
  status text not null,
  "order" integer not null,
  legal_representative_id uuid,
  attempts integer default 0 not null,
  reason text,
  finished_at timestamp(3) with time zone,
  version bigint not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  failures integer default 0 not null,
  next_action_at timestamp(3) with time zone,
  pending_since timestamp(3) with time zone,
  shareholder_id uuid,
  document text,
  constraint onboarding_steps_name_check CHECK ((name = ANY (ARRAY['BC_PROTEGE'::text, 'CAF'::text, 'LIVENESS'::text, 'DICT'::text, 'RUFRA'::text]))),
  constraint onboarding_steps_pkey PRIMARY KEY (user_id, onboarding_id, id),
  constraint onboarding_steps_status_check CHECK ((status = ANY (ARRAY['PENDING'::text, 'PROCESSING'::text, 'APPROVED'::text, 'REJECTED'::text, 'ERROR'::text, 'MANUAL_REVIEW'::text])))
);
comment on table eclusa.onboarding_steps is 'One row per check of an onboarding, in order, with its result.';
CREATE INDEX onboarding_steps_by_id ON eclusa.onboarding_steps USING btree (id, user_id);
CREATE INDEX onboarding_steps_due ON eclusa.onboarding_steps USING btree (next_action_at) WHERE (next_action_at IS NOT NULL);
CREATE UNIQUE INDEX onboarding_steps_one_of_subject ON eclusa.onboarding_steps USING btree (user_id, onboarding_id, name, legal_representative_id, shareholder_id) NULLS NOT DISTINCT;
CREATE CONSTRAINT TRIGGER requires_history_entry AFTER INSERT OR UPDATE OF status ON eclusa.onboarding_steps DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((new.status = ANY (ARRAY['APPROVED'::text, 'REJECTED'::text, 'ERROR'::text]))) EXECUTE FUNCTION eclusa.require_history_entry('onboarding_activity');
alter table eclusa.onboarding_steps enable row level security;
alter table eclusa.onboarding_steps force row level security;
create policy across_users on eclusa.onboarding_steps as permissive for select to eclusa_auditor, eclusa_backoffice, eclusa_bootstrap, eclusa_worker using (true);
create policy bound_to_product on eclusa.onboarding_steps as restrictive for all to eclusa_api using (((eclusa.scope_product_id() IS NULL) OR (product_id = eclusa.scope_product_id())));
create policy decided_in_scope on eclusa.onboarding_steps as permissive for update to eclusa_backoffice, eclusa_bootstrap, eclusa_worker using ((user_id = eclusa.scope_user_id()));
create policy of_scope on eclusa.onboarding_steps as permissive for all to current_user, eclusa_api using ((user_id = eclusa.scope_user_id())) with check ((user_id = eclusa.scope_user_id()));
grant delete, insert, select, update on eclusa.onboarding_steps to eclusa_api;
grant select on eclusa.onboarding_steps to eclusa_auditor;
grant select on eclusa.onboarding_steps to eclusa_worker;
grant select, update (attempts, failures, finished_at, next_action_at, pending_since, reason, status, updated_at, version) on eclusa.onboarding_steps to eclusa_backoffice;

create table eclusa.onboardings (
  user_id uuid not null,
  product_id uuid not null,
  id uuid not null,
  account_id uuid not null,
  person_type text not null,
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
  liveness_method text,
  submitted_at timestamp(3) with time zone,
  finished_at timestamp(3) with time zone,
  expires_at timestamp(3) with time zone,
  version bigint not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  name_key text collate "C",
  grant_id uuid,
  target_user_id uuid,
  default_wallet_id uuid,
  rejected_shareholder_id uuid,
  constraint onboardings_liveness_method_check CHECK ((liveness_method = ANY (ARRAY['LINK'::text, 'VIDEO_UPLOAD'::text]))),
  constraint onboardings_person_type_check CHECK ((person_type = ANY (ARRAY['NATURAL_PERSON'::text, 'LEGAL_PERSON'::text]))),
  constraint onboardings_pkey PRIMARY KEY (user_id, id),
  constraint onboardings_user_id_account_id_fkey FOREIGN KEY (user_id, account_id) REFERENCES eclusa.user_accounts(user_id, id)
);
comment on table eclusa.onboardings is 'One row per onboarding of a person, with its status; it belongs to the user who registered the person.';
CREATE INDEX onboardings_by_change ON eclusa.onboardings USING btree (user_id, updated_at, id);
CREATE INDEX onboardings_by_document ON eclusa.onboardings USING btree (user_id, document, created_at, id);
CREATE INDEX onboardings_by_name ON eclusa.onboardings USING btree (user_id, name_key, created_at, id);
CREATE INDEX onboardings_by_status ON eclusa.onboardings USING btree (user_id, status, created_at, id);
CREATE INDEX onboardings_by_status_change ON eclusa.onboardings USING btree (user_id, status, updated_at, id);
CREATE INDEX onboardings_by_time ON eclusa.onboardings USING btree (user_id, created_at, id);
CREATE INDEX onboardings_by_type ON eclusa.onboardings USING btree (user_id, person_type, created_at, id);
CREATE INDEX onboardings_by_type_change ON eclusa.onboardings USING btree (user_id, person_type, updated_at, id);
CREATE INDEX onboardings_by_type_status ON eclusa.onboardings USING btree (user_id, person_type, status, created_at, id);
CREATE INDEX onboardings_by_type_status_change ON eclusa.onboardings USING btree (user_id, person_type, status, updated_at, id);
CREATE INDEX onboardings_due ON eclusa.onboardings USING btree (expires_at) WHERE (expires_at IS NOT NULL);
CREATE UNIQUE INDEX onboardings_id ON eclusa.onboardings USING btree (id);
CREATE INDEX onboardings_of_document ON eclusa.onboardings USING btree (((document || ''::text)));
CREATE INDEX onboardings_of_product ON eclusa.onboardings USING btree (user_id, product_id, created_at, id);
CREATE INDEX onboardings_of_product_by_change ON eclusa.onboardings USING btree (user_id, product_id, updated_at, id);
CREATE UNIQUE INDEX onboardings_one_each ON eclusa.onboardings USING btree (user_id, account_id) WHERE (status <> ALL (ARRAY['rejected'::text, 'failed'::text, 'expired'::text, 'withdrawn'::text]));
CREATE TRIGGER refuses_removal BEFORE DELETE OR TRUNCATE ON eclusa.onboardings FOR EACH STATEMENT EXECUTE FUNCTION eclusa.refuse_removal();
CREATE CONSTRAINT TRIGGER requires_event AFTER INSERT OR UPDATE ON eclusa.onboardings DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION eclusa.require_event_onboardings();
CREATE CONSTRAINT TRIGGER requires_protege_clearance AFTER INSERT OR UPDATE OF status ON eclusa.onboardings DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((new.status = 'finished'::text)) EXECUTE FUNCTION eclusa.require_protege_clearance();
alter table eclusa.onboardings enable row level security;
alter table eclusa.onboardings force row level security;
create policy across_users on eclusa.onboardings as permissive for select to eclusa_auditor, eclusa_backoffice, eclusa_bootstrap, eclusa_worker using (true);
create policy bound_to_product on eclusa.onboardings as restrictive for all to eclusa_api using (((eclusa.scope_product_id() IS NULL) OR (product_id = eclusa.scope_product_id())));
create policy decided_in_scope on eclusa.onboardings as permissive for update to eclusa_backoffice, eclusa_bootstrap, eclusa_worker using ((user_id = eclusa.scope_user_id()));
create policy of_scope on eclusa.onboardings as permissive for all to current_user, eclusa_api using ((user_id = eclusa.scope_user_id())) with check ((user_id = eclusa.scope_user_id()));
create policy read_by_owner on eclusa.onboardings as permissive for select to current_user using (true);
grant insert, select, update on eclusa.onboardings to eclusa_api;
grant select on eclusa.onboardings to eclusa_auditor;
grant select on eclusa.onboardings to eclusa_worker;
grant select, update (default_wallet_id, expires_at, failed_code, failed_message, finished_at, liveness_method, rejected_legal_representative_id, rejected_shareholder_id, status, submitted_at, target_user_id, updated_at, version) on eclusa.onboardings to eclusa_backoffice;
CREATE OR REPLACE FUNCTION eclusa.require_event_onboardings()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'eclusa', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
    declare
      written bytea;
      last record;
    begin
      if tg_op = 'UPDATE' and (old.user_id, old.id, old.product_id, old.grant_id, old.account_id, old.person_type, old.status, old.document, old.full_name, old.address, old.nationality, old.pep, old.pep_since, old.occupation_cbo_code, old.occupation_income, old.patrimony, old.company_revenue, old.failed_code, old.failed_message, old.rejected_legal_representative_id, old.rejected_shareholder_id, old.target_user_id, old.default_wallet_id, old.submitted_at, old.finished_at, old.expires_at, old.created_at, old.version) is not distinct from (new.user_id, new.id, new.product_id, new.grant_id, new.account_id, new.person_type, new.status, new.document, new.full_name, new.address, new.nationality, new.pep, new.pep_since, new.occupation_cbo_code, new.occupation_income, new.patrimony, new.company_revenue, new.failed_code, new.failed_message, new.rejected_legal_representative_id, new.rejected_shareholder_id, new.target_user_id, new.default_wallet_id, new.submitted_at, new.finished_at, new.expires_at, new.created_at, new.version) then return null; end if;
      if not has_audit_entry() then
        raise exception '% of onboardings % is refused: the audit log has no entry of it', lower(tg_op), new.id
          using errcode = 'integrity_constraint_violation', table = 'onboardings', constraint = tg_name;
      end if;
      written := row_digest(new);
      if tg_op = 'INSERT' or new.version > old.version then
        perform from events
        where user_id = new.user_id and object_id = new.id and sequence between new.version and new.version and digest = written
          and created_at between now() - interval '1 day' and now() + interval '1 day'
        order by sequence;
        if found then return null; end if;
      end if;
      
      -- A transaction may write a row more than once: then the event is about its last state.
      select stored.version, row_digest(stored) as digest into last from onboardings stored where stored.user_id = new.user_id and stored.id = new.id;
      if found and (tg_op = 'INSERT' or last.version > old.version) then
        perform from events
        where user_id = new.user_id and object_id = new.id and sequence between last.version and last.version and digest = last.digest
        order by sequence;
        if found then return null; end if;
      end if;
      raise exception '% of onboardings % is refused: it has no event', lower(tg_op), new.id
        using errcode = 'integrity_constraint_violation', table = 'onboardings', constraint = tg_name;
    end $function$;
CREATE OR REPLACE FUNCTION eclusa.row_digest(covered eclusa.onboardings)
 RETURNS bytea
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN sha256(convert_to((jsonb_strip_nulls(jsonb_build_object('user_id', (covered).user_id, 'id', (covered).id, 'product_id', (covered).product_id, 'grant_id', (covered).grant_id, 'account_id', (covered).account_id, 'person_type', (covered).person_type, 'status', (covered).status, 'document', (covered).document, 'full_name', (covered).full_name, 'address', (covered).address, 'nationality', (covered).nationality, 'pep', (covered).pep, 'pep_since', (covered).pep_since, 'occupation_cbo_code', (covered).occupation_cbo_code, 'occupation_income', (covered).occupation_income, 'patrimony', (covered).patrimony, 'company_revenue', (covered).company_revenue, 'failed_code', (covered).failed_code, 'failed_message', (covered).failed_message, 'rejected_legal_representative_id', (covered).rejected_legal_representative_id, 'rejected_shareholder_id', (covered).rejected_shareholder_id, 'target_user_id', (covered).target_user_id, 'default_wallet_id', (covered).default_wallet_id, 'submitted_at', EXTRACT(epoch FROM (covered).submitted_at), 'finished_at', EXTRACT(epoch FROM (covered).finished_at), 'expires_at', EXTRACT(epoch FROM (covered).expires_at), 'created_at', EXTRACT(epoch FROM (covered).created_at))))::text, 'UTF8'::name));
grant execute on function eclusa.row_digest(covered eclusa.onboardings) to eclusa_api;
grant execute on function eclusa.row_digest(covered eclusa.onboardings) to eclusa_backoffice;
grant execute on function eclusa.row_digest(covered eclusa.onboardings) to eclusa_bootstrap;
grant execute on function eclusa.row_digest(covered eclusa.onboardings) to eclusa_worker;
CREATE OR REPLACE FUNCTION eclusa.stored_digest_onboardings(owner uuid, object uuid, of_version bigint, of_wallet uuid DEFAULT NULL::uuid)
 RETURNS bytea
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'eclusa', 'pg_temp'
AS $function$
    declare
      digest bytea;
      made_at timestamptz;
    begin
      
      select row_digest(stored) into digest from onboardings stored
      where stored.user_id = owner and stored.id = object and stored.version = of_version  ;
      return digest;
    end $function$;
grant execute on function eclusa.stored_digest_onboardings(owner uuid, object uuid, of_version bigint, of_wallet uuid) to eclusa_api;
grant execute on function eclusa.stored_digest_onboardings(owner uuid, object uuid, of_version bigint, of_wallet uuid) to eclusa_backoffice;
grant execute on function eclusa.stored_digest_onboardings(owner uuid, object uuid, of_version bigint, of_wallet uuid) to eclusa_worker;

create view eclusa.own_api_keys with (security_barrier=true) as
 SELECT user_id,
    id,
    name,
    prefix,
    created_at,
    last_used_at,
    revoked_at
   FROM eclusa.api_keys
  WHERE ((user_id = eclusa.scope_user_id()) AND (eclusa.scope_product_id() IS NULL));
comment on table eclusa.own_api_keys is 'The API keys of the user in scope, as that user may see them.';
grant select on eclusa.own_api_keys to eclusa_api;

create table eclusa.pix_payments (
  end_to_end_id text collate "C" not null,
  amount bigint not null,
  outgoing uuid[],
  incoming uuid[],
  refund uuid[],
  created_at timestamp(3) with time zone default now() not null,
  constraint pix_payments_amount_check CHECK ((amount > 0)),
  constraint pix_payments_pkey PRIMARY KEY (end_to_end_id)
);
comment on table eclusa.pix_payments is 'One row per Pix payment by its end-to-end id, of no single user. Only triggers write it.';
CREATE INDEX pix_payments_of_refund ON eclusa.pix_payments USING btree (refund) WHERE (refund IS NOT NULL);
grant select on eclusa.pix_payments to eclusa_worker;

create table eclusa.product_users (
  user_id uuid not null,
  product_id uuid not null,
  role text not null,
  is_default boolean default false not null,
  created_at timestamp(3) with time zone default now() not null,
  grant_id uuid default gen_random_uuid() not null,
  constraint product_users_pkey PRIMARY KEY (user_id, product_id),
  constraint product_users_product_id_fkey FOREIGN KEY (product_id) REFERENCES eclusa.products(id),
  constraint product_users_role_check CHECK ((role = ANY (ARRAY['OWNER'::text, 'TARGET'::text]))),
  constraint product_users_user_id_fkey FOREIGN KEY (user_id) REFERENCES eclusa.users(id)
);
comment on table eclusa.product_users is 'One row per membership of a user in a product. An OWNER may act for the TARGET users of the same product.';
CREATE UNIQUE INDEX product_users_by_grant ON eclusa.product_users USING btree (grant_id);
CREATE INDEX product_users_by_product ON eclusa.product_users USING btree (product_id, user_id);
CREATE INDEX product_users_by_time ON eclusa.product_users USING btree (product_id, created_at, user_id);
CREATE UNIQUE INDEX product_users_default ON eclusa.product_users USING btree (user_id) WHERE is_default;
CREATE INDEX product_users_owners ON eclusa.product_users USING btree (product_id, user_id) WHERE (role = 'OWNER'::text);
CREATE TRIGGER change_all_scope_versions AFTER TRUNCATE ON eclusa.product_users FOR EACH STATEMENT EXECUTE FUNCTION eclusa.change_all_scope_versions();
alter table eclusa.product_users enable always trigger change_all_scope_versions;
CREATE CONSTRAINT TRIGGER change_scope_version AFTER INSERT OR DELETE OR UPDATE ON eclusa.product_users DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION eclusa.change_scope_version('user_id');
alter table eclusa.product_users enable always trigger change_scope_version;
CREATE TRIGGER refuses_removal BEFORE TRUNCATE ON eclusa.product_users FOR EACH STATEMENT EXECUTE FUNCTION eclusa.refuse_removal();
CREATE CONSTRAINT TRIGGER requires_audit_entry AFTER INSERT OR DELETE OR UPDATE ON eclusa.product_users DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION eclusa.require_audit_entry();
grant delete, insert, select, update (grant_id) on eclusa.product_users to eclusa_backoffice;
grant insert, select on eclusa.product_users to eclusa_bootstrap;
grant select on eclusa.product_users to eclusa_auditor;
grant select on eclusa.product_users to eclusa_worker;

create table eclusa.products (
  id uuid not null,
  name text not null,
  status text default 'ACTIVE'::text not null,
  created_at timestamp(3) with time zone default now() not null,
  updated_at timestamp(3) with time zone default now() not null,
  constraint products_name_check CHECK (((length(name) >= 1) AND (length(name) <= 80))),
  constraint products_pkey PRIMARY KEY (id),
  constraint products_status_check CHECK ((status = ANY (ARRAY['ACTIVE'::text, 'INACTIVE'::text])))
);
comment on table eclusa.products is 'One row per product of the institution, under which owners act for target users.';
CREATE INDEX products_by_status ON eclusa.products USING btree (status, created_at, id);
CREATE INDEX products_by_time ON eclusa.products USING btree (created_at, id);
CREATE TRIGGER change_all_scope_versions AFTER TRUNCATE ON eclusa.products FOR EACH STATEMENT EXECUTE FUNCTION eclusa.change_all_scope_versions();
alter table eclusa.products enable always trigger change_all_scope_versions;
CREATE CONSTRAINT TRIGGER change_scope_version AFTER INSERT OR DELETE OR UPDATE OF id, status ON eclusa.products DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION eclusa.change_scope_version('id');
alter table eclusa.products enable always trigger change_scope_version;
CREATE TRIGGER refuses_removal BEFORE TRUNCATE ON eclusa.products FOR EACH STATEMENT EXECUTE FUNCTION eclusa.refuse_removal();
CREATE CONSTRAINT TRIGGER requires_audit_entry AFTER INSERT OR DELETE OR UPDATE ON eclusa.products DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION eclusa.require_audit_entry();
grant insert, select on eclusa.products to eclusa_bootstrap;
grant insert, select, update (name, status, updated_at) on eclusa.products to eclusa_backoffice;
grant select on eclusa.products to eclusa_auditor;
grant select on eclusa.products to eclusa_worker;

create table eclusa.proposals (
  id uuid not null,
  operation text not null,
  decision text not null,
  params jsonb not null,
  sealed bytea not null,
  subject_type text not null,
  subject_id text not null,
  user_id uuid,
  amount bigint,
  reason text,
  changes jsonb not null,
  proposed_by text not null,
  proposed_by_name text not null,
  status text default 'PENDING'::text not null,
  created_at timestamp(3) with time zone not null,
  lapses_at timestamp(3) with time zone not null,
  ended_at timestamp(3) with time zone,
  ended_by text,
  ended_by_name text,
  ended_reason text,
  refusal text,
  ended_by_kind text,
  constraint nobody_approves_their_own CHECK (((status <> 'APPROVED'::text) OR (ended_by <> proposed_by))),
  constraint only_a_person_approves_or_declines CHECK (((status = ANY (ARRAY['PENDING'::text, 'WITHDRAWN'::text])) OR (NOT (ended_by_kind IS DISTINCT FROM 'person'::text)))),
  constraint only_who_proposed_withdraws CHECK (((status <> 'WITHDRAWN'::text) OR (ended_by = proposed_by))),
  constraint proposals_check CHECK (((status = 'PENDING'::text) = (ended_at IS NULL))),
  constraint proposals_pkey PRIMARY KEY (id),
  constraint proposals_status_check CHECK ((status = ANY (ARRAY['PENDING'::text, 'APPROVED'::text, 'DECLINED'::text, 'WITHDRAWN'::text, 'STALE'::text])))
);
comment on table eclusa.proposals is 'One row per decision of a person that waits for the approval of a second person, or had it.';
CREATE INDEX proposals_by_decision ON eclusa.proposals USING btree (status, decision, lapses_at, id);
CREATE INDEX proposals_by_lapse ON eclusa.proposals USING btree (status, lapses_at, id);
CREATE INDEX proposals_by_subject ON eclusa.proposals USING btree (subject_id, status, lapses_at, id);
CREATE INDEX proposals_in_time ON eclusa.proposals USING btree (created_at, status, lapses_at);
CREATE TRIGGER ends_once BEFORE UPDATE ON eclusa.proposals FOR EACH ROW EXECUTE FUNCTION eclusa.end_proposal_once();
CREATE TRIGGER refuses_removal BEFORE TRUNCATE ON eclusa.proposals FOR EACH STATEMENT EXECUTE FUNCTION eclusa.refuse_removal();
CREATE CONSTRAINT TRIGGER requires_audit_entry AFTER INSERT OR DELETE OR UPDATE ON eclusa.proposals DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION eclusa.require_audit_entry();
grant insert, select, update (ended_at, ended_by, ended_by_kind, ended_by_name, ended_reason, refusal, status) on eclusa.proposals to eclusa_backoffice;
grant select on eclusa.proposals to eclusa_auditor;

create table eclusa.refund_requests (
  user_id uuid not null,
  wallet_id uuid not null,
  id uuid not null,
  transaction_id uuid not null,
  end_to_end_id text collate "C" not null,
  infraction_notification_id uuid,
  funds_recovery_id uuid,
  reason text not null,
  description text,
  amount bigint not null,
  status text not null,
  paid_amount bigint default 0 not null,
  payments jsonb default '[]'::jsonb not null,
  analysis_result text,
  rejection_reason text,
  analysis_details text,
  due_date timestamp(3) with time zone not null,
  monitor_account boolean not null,
  monitored_until timestamp(3) with time zone,
  requesting_participant text not null,
  refund_account jsonb,
  dict_status text not null,
  dict_refusal text,
  dict_retry_at timestamp(3) with time zone,
  reported_at timestamp(3) with time zone not null,
  version bigint not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  overdue_at timestamp(3) with time zone,
  contested_participant text,
  replaced_ids text[] default '{}'::text[] not null,
  constraint refund_requests_amount_check CHECK ((amount > 0)),
  constraint refund_requests_check CHECK (((paid_amount >= 0) AND (paid_amount <= amount))),
  constraint refund_requests_pkey PRIMARY KEY (user_id, id)
);
comment on table eclusa.refund_requests is 'One row per refund that another institution requests from a user''s wallet: read from DICT, paid by the core, and answered at DICT once.';
CREATE INDEX refund_requests_after_notification ON eclusa.refund_requests USING btree (user_id, infraction_notification_id) WHERE (infraction_notification_id IS NOT NULL);
CREATE INDEX refund_requests_by_change ON eclusa.refund_requests USING btree (user_id, wallet_id, updated_at, id);
CREATE INDEX refund_requests_by_id ON eclusa.refund_requests USING btree (id, user_id);
CREATE INDEX refund_requests_by_time ON eclusa.refund_requests USING btree (user_id, wallet_id, created_at, id);
CREATE INDEX refund_requests_of_notification ON eclusa.refund_requests USING btree (user_id, infraction_notification_id) WHERE (status = ANY (ARRAY['OPEN'::text, 'ANSWERED'::text]));
CREATE INDEX refund_requests_of_payment ON eclusa.refund_requests USING btree (end_to_end_id);
CREATE INDEX refund_requests_overdue ON eclusa.refund_requests USING btree (overdue_at) WHERE (overdue_at IS NOT NULL);
CREATE INDEX refund_requests_to_pay ON eclusa.refund_requests USING btree (due_date, id) WHERE (status = 'OPEN'::text);
CREATE INDEX refund_requests_to_tell ON eclusa.refund_requests USING btree (due_date) WHERE (status = 'ANSWERED'::text);
CREATE TRIGGER refuses_removal BEFORE DELETE OR TRUNCATE ON eclusa.refund_requests FOR EACH STATEMENT EXECUTE FUNCTION eclusa.refuse_removal();
CREATE TRIGGER registers_payments AFTER INSERT OR UPDATE OF payments, paid_amount ON eclusa.refund_requests FOR EACH ROW EXECUTE FUNCTION eclusa.register_refund_payments();
CREATE CONSTRAINT TRIGGER requires_event AFTER INSERT OR UPDATE ON eclusa.refund_requests DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION eclusa.require_event_refund_requests();
alter table eclusa.refund_requests enable row level security;
alter table eclusa.refund_requests force row level security;
create policy across_users on eclusa.refund_requests as permissive for all to eclusa_auditor, eclusa_backoffice, eclusa_bootstrap, eclusa_worker using (true);
create policy bound_to_product on eclusa.refund_requests as restrictive for all to eclusa_api using (((eclusa.scope_product_id() IS NULL) OR (wallet_id = eclusa.scope_wallet_id())));
create policy of_scope on eclusa.refund_requests as permissive for all to eclusa_api using ((user_id = eclusa.scope_user_id())) with check ((user_id = eclusa.scope_user_id()));
create policy read_by_owner on eclusa.refund_requests as permissive for select to current_user using (true);
grant insert, select, update (analysis_details, analysis_result, dict_refusal, dict_retry_at, dict_status, monitored_until, overdue_at, paid_amount, payments, rejection_reason, replaced_ids, reported_at, status, updated_at, version) on eclusa.refund_requests to eclusa_api;
grant select on eclusa.refund_requests to eclusa_auditor;
grant select on eclusa.refund_requests to eclusa_backoffice;
grant select on eclusa.refund_requests to eclusa_bootstrap;
grant select on eclusa.refund_requests to eclusa_worker;
CREATE OR REPLACE FUNCTION eclusa.require_event_refund_requests()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'eclusa', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
    declare
      written bytea;
      last record;
    begin
      if tg_op = 'UPDATE' and (old.user_id, old.id, old.wallet_id, old.transaction_id, old.end_to_end_id, old.infraction_notification_id, old.funds_recovery_id, old.reason, old.description, old.amount, old.status, old.paid_amount, old.payments, old.analysis_result, old.rejection_reason, old.analysis_details, old.due_date, old.monitor_account, old.monitored_until, old.requesting_participant, old.contested_participant, old.refund_account, old.created_at, old.version) is not distinct from (new.user_id, new.id, new.wallet_id, new.transaction_id, new.end_to_end_id, new.infraction_notification_id, new.funds_recovery_id, new.reason, new.description, new.amount, new.status, new.paid_amount, new.payments, new.analysis_result, new.rejection_reason, new.analysis_details, new.due_date, new.monitor_account, new.monitored_until, new.requesting_participant, new.contested_participant, new.refund_account, new.created_at, new.version) then return null; end if;
      if not has_audit_entry() then
        raise exception '% of refund_requests % is refused: the audit log has no entry of it', lower(tg_op), new.id
          using errcode = 'integrity_constraint_violation', table = 'refund_requests', constraint = tg_name;
      end if;
      written := row_digest(new);
      if tg_op = 'INSERT' or new.version > old.version then
        perform from events
        where user_id = new.user_id and object_id = new.id and sequence between new.version and new.version and digest = written
          and created_at between now() - interval '1 day' and now() + interval '1 day'
        order by sequence;
        if found then return null; end if;
      end if;
      
      -- A transaction may write a row more than once: then the event is about its last state.
      select stored.version, row_digest(stored) as digest into last from refund_requests stored where stored.user_id = new.user_id and stored.id = new.id;
      if found and (tg_op = 'INSERT' or last.version > old.version) then
        perform from events
        where user_id = new.user_id and object_id = new.id and sequence between last.version and last.version and digest = last.digest
        order by sequence;
        if found then return null; end if;
      end if;
      raise exception '% of refund_requests % is refused: it has no event', lower(tg_op), new.id
        using errcode = 'integrity_constraint_violation', table = 'refund_requests', constraint = tg_name;
    end $function$;
CREATE OR REPLACE FUNCTION eclusa.row_digest(covered eclusa.refund_requests)
 RETURNS bytea
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN sha256(convert_to((jsonb_strip_nulls(jsonb_build_object('user_id', (covered).user_id, 'id', (covered).id, 'wallet_id', (covered).wallet_id, 'transaction_id', (covered).transaction_id, 'end_to_end_id', (covered).end_to_end_id, 'infraction_notification_id', (covered).infraction_notification_id, 'funds_recovery_id', (covered).funds_recovery_id, 'reason', (covered).reason, 'description', (covered).description, 'amount', (covered).amount, 'status', (covered).status, 'paid_amount', (covered).paid_amount, 'payments', (covered).payments, 'analysis_result', (covered).analysis_result, 'rejection_reason', (covered).rejection_reason, 'analysis_details', (covered).analysis_details, 'due_date', EXTRACT(epoch FROM (covered).due_date), 'monitor_account', (covered).monitor_account, 'monitored_until', EXTRACT(epoch FROM (covered).monitored_until), 'requesting_participant', (covered).requesting_participant, 'contested_participant', (covered).contested_participant, 'refund_account', (covered).refund_account, 'created_at', EXTRACT(epoch FROM (covered).created_at))))::text, 'UTF8'::name));
grant execute on function eclusa.row_digest(covered eclusa.refund_requests) to eclusa_api;
grant execute on function eclusa.row_digest(covered eclusa.refund_requests) to eclusa_backoffice;
grant execute on function eclusa.row_digest(covered eclusa.refund_requests) to eclusa_bootstrap;
grant execute on function eclusa.row_digest(covered eclusa.refund_requests) to eclusa_worker;
CREATE OR REPLACE FUNCTION eclusa.stored_digest_refund_requests(owner uuid, object uuid, of_version bigint, of_wallet uuid DEFAULT NULL::uuid)
 RETURNS bytea
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'eclusa', 'pg_temp'
AS $function$
    declare
      digest bytea;
      made_at timestamptz;
    begin
      
      select row_digest(stored) into digest from refund_requests stored
      where stored.user_id = owner and stored.id = object and stored.version = of_version and stored.wallet_id = of_wallet ;
      return digest;
    end $function$;
grant execute on function eclusa.stored_digest_refund_requests(owner uuid, object uuid, of_version bigint, of_wallet uuid) to eclusa_api;
grant execute on function eclusa.stored_digest_refund_requests(owner uuid, object uuid, of_version bigint, of_wallet uuid) to eclusa_backoffice;
grant execute on function eclusa.stored_digest_refund_requests(owner uuid, object uuid, of_version bigint, of_wallet uuid) to eclusa_worker;

create table eclusa.replay_claims (
  user_id uuid not null,
  product_id uuid default eclusa.scope_product_id(),
  fingerprint bytea not null,
  nonce uuid not null,
  transaction_uuid uuid,
  slot smallint not null,
  attempt_id uuid not null,
  request_id text not null,
  status smallint not null,
  resource_id uuid,
  first_seen_at timestamp(3) with time zone default now() not null,
  last_seen_at timestamp(3) with time zone default now() not null,
  repeats integer default 0 not null,
  constraint replay_claims_fingerprint_check CHECK ((length(fingerprint) = 32))
) partition by LIST (slot);
comment on table eclusa.replay_claims is 'One row per committed write of a user: what the schemas of replay protection compare, and its outcome.';
CREATE INDEX replay_claims_by_age ON eclusa.replay_claims USING brin (first_seen_at) WITH (autosummarize='on');
CREATE INDEX replay_claims_by_transaction ON eclusa.replay_claims USING btree (user_id, fingerprint, transaction_uuid) WHERE (transaction_uuid IS NOT NULL);
CREATE UNIQUE INDEX replay_claims_once ON eclusa.replay_claims USING btree (user_id, fingerprint, nonce, transaction_uuid, slot) NULLS NOT DISTINCT;
alter table eclusa.replay_claims enable row level security;
alter table eclusa.replay_claims force row level security;
create policy of_scope on eclusa.replay_claims as permissive for all to eclusa_api using ((user_id = eclusa.scope_user_id())) with check ((user_id = eclusa.scope_user_id()));
grant insert, select, update on eclusa.replay_claims to eclusa_api;

create table eclusa.replay_claims_0 partition of eclusa.replay_claims FOR VALUES IN ('0');

create table eclusa.replay_claims_1 partition of eclusa.replay_claims FOR VALUES IN ('1');

create table eclusa.replay_claims_2 partition of eclusa.replay_claims FOR VALUES IN ('2');

create table eclusa.replay_claims_3 partition of eclusa.replay_claims FOR VALUES IN ('3');

create unlogged table eclusa.request_leases (
  user_id uuid not null,
  ends_at timestamp with time zone not null,
  leased integer not null,
  constraint request_leases_pkey PRIMARY KEY (user_id)
) with (fillfactor=50);
comment on table eclusa.request_leases is 'One row per user with the minute in which its requests are counted, and how much of its limit processes have leased.';

create table eclusa.request_log (
  user_id uuid not null,
  product_id uuid,
  id uuid not null,
  method text not null,
  operation text not null,
  path text not null,
  status smallint not null,
  code text,
  duration_ms integer not null,
  credential text not null,
  credential_id text,
  first_request_id uuid,
  created_at timestamp(3) with time zone not null,
  errors json,
  constraint request_log_pkey PRIMARY KEY (user_id, created_at, id)
) partition by RANGE (created_at);
comment on table eclusa.request_log is 'One row per request that was resolved to a user. Rows go with their whole day.';
CREATE INDEX request_log_by_operation ON eclusa.request_log USING btree (user_id, operation, created_at, id);
CREATE INDEX request_log_by_product ON eclusa.request_log USING btree (user_id, product_id, created_at, id);
CREATE INDEX request_log_of_failures ON eclusa.request_log USING btree (user_id, created_at, id) WHERE (status >= 400);
alter table eclusa.request_log enable row level security;
alter table eclusa.request_log force row level security;
create policy bound_to_product on eclusa.request_log as restrictive for all to eclusa_api using (((eclusa.scope_product_id() IS NULL) OR (product_id = eclusa.scope_product_id())));
create policy of_scope on eclusa.request_log as permissive for select to eclusa_api using ((user_id = eclusa.scope_user_id()));
create policy written_by_owner on eclusa.request_log as permissive for insert to current_user with check (true);
grant select on eclusa.request_log to eclusa_api;

create table eclusa.retired_keys (
  purpose text not null,
  name text not null,
  sealed bytea not null,
  constraint retired_keys_pkey PRIMARY KEY (purpose, name)
);
comment on table eclusa.retired_keys is 'One row per key of the audit log that its setting no longer has, encrypted under the newest: chained entries are never re-encrypted.';
grant delete, insert, select, update (sealed) on eclusa.retired_keys to eclusa_backoffice;

create table eclusa.scope_versions (
  id uuid not null,
  version uuid default gen_random_uuid() not null,
  constraint scope_versions_pkey PRIMARY KEY (id)
);
comment on table eclusa.scope_versions is 'One row per user and product. It changes with everything that a scope depends on.';

create table eclusa.shareholders (
  user_id uuid not null,
  product_id uuid,
  id uuid not null,
  onboarding_id uuid not null,
  document text collate "C" not null,
  person_type text not null,
  name text not null,
  type text not null,
  participation_basis_points integer,
  zip_code text,
  version bigint not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  withdrawn_at timestamp(3) with time zone,
  constraint shareholders_participation_basis_points_check CHECK (((participation_basis_points >= 0) AND (participation_basis_points <= 10000))),
  constraint shareholders_pkey PRIMARY KEY (user_id, id),
  constraint shareholders_user_id_onboarding_id_fkey FOREIGN KEY (user_id, onboarding_id) REFERENCES eclusa.onboardings(user_id, id)
);
comment on table eclusa.shareholders is 'One row per owner of a company that is being onboarded.';
CREATE INDEX shareholders_by_onboarding ON eclusa.shareholders USING btree (user_id, onboarding_id, created_at, id);
CREATE INDEX shareholders_by_time ON eclusa.shareholders USING btree (user_id, created_at, id);
CREATE INDEX shareholders_of_product ON eclusa.shareholders USING btree (user_id, product_id, created_at, id);
CREATE UNIQUE INDEX shareholders_one_each ON eclusa.shareholders USING btree (user_id, onboarding_id, document) WHERE (withdrawn_at IS NULL);
CREATE TRIGGER refuses_removal BEFORE DELETE OR TRUNCATE ON eclusa.shareholders FOR EACH STATEMENT EXECUTE FUNCTION eclusa.refuse_removal();
CREATE CONSTRAINT TRIGGER requires_event AFTER INSERT OR UPDATE ON eclusa.shareholders DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION eclusa.require_event_shareholders();
alter table eclusa.shareholders enable row level security;
alter table eclusa.shareholders force row level security;
create policy across_users on eclusa.shareholders as permissive for select to eclusa_auditor, eclusa_backoffice, eclusa_bootstrap, eclusa_worker using (true);
create policy bound_to_product on eclusa.shareholders as restrictive for all to eclusa_api using (((eclusa.scope_product_id() IS NULL) OR (product_id = eclusa.scope_product_id())));
create policy of_scope on eclusa.shareholders as permissive for all to current_user, eclusa_api using ((user_id = eclusa.scope_user_id())) with check ((user_id = eclusa.scope_user_id()));
create policy read_by_owner on eclusa.shareholders as permissive for select to current_user using (true);
grant insert, select, update (document, name, participation_basis_points, person_type, type, updated_at, version, withdrawn_at, zip_code) on eclusa.shareholders to eclusa_api;
grant select on eclusa.shareholders to eclusa_auditor;
grant select on eclusa.shareholders to eclusa_backoffice;
grant select on eclusa.shareholders to eclusa_bootstrap;
grant select on eclusa.shareholders to eclusa_worker;
CREATE OR REPLACE FUNCTION eclusa.require_event_shareholders()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'eclusa', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
    declare
      written bytea;
      last record;
    begin
      if tg_op = 'UPDATE' and (old.user_id, old.id, old.product_id, old.onboarding_id, old.document, old.person_type, old.name, old.type, old.participation_basis_points, old.zip_code, old.withdrawn_at, old.created_at, old.version) is not distinct from (new.user_id, new.id, new.product_id, new.onboarding_id, new.document, new.person_type, new.name, new.type, new.participation_basis_points, new.zip_code, new.withdrawn_at, new.created_at, new.version) then return null; end if;
      if not has_audit_entry() then
        raise exception '% of shareholders % is refused: the audit log has no entry of it', lower(tg_op), new.id
          using errcode = 'integrity_constraint_violation', table = 'shareholders', constraint = tg_name;
      end if;
      written := row_digest(new);
      if tg_op = 'INSERT' or new.version > old.version then
        perform from events
        where user_id = new.user_id and object_id = new.id and sequence between new.version and new.version and digest = written
          and created_at between now() - interval '1 day' and now() + interval '1 day'
        order by sequence;
        if found then return null; end if;
      end if;
      
      -- A transaction may write a row more than once: then the event is about its last state.
      select stored.version, row_digest(stored) as digest into last from shareholders stored where stored.user_id = new.user_id and stored.id = new.id;
      if found and (tg_op = 'INSERT' or last.version > old.version) then
        perform from events
        where user_id = new.user_id and object_id = new.id and sequence between last.version and last.version and digest = last.digest
        order by sequence;
        if found then return null; end if;
      end if;
      raise exception '% of shareholders % is refused: it has no event', lower(tg_op), new.id
        using errcode = 'integrity_constraint_violation', table = 'shareholders', constraint = tg_name;
    end $function$;
CREATE OR REPLACE FUNCTION eclusa.row_digest(covered eclusa.shareholders)
 RETURNS bytea
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN sha256(convert_to((jsonb_strip_nulls(jsonb_build_object('user_id', (covered).user_id, 'id', (covered).id, 'product_id', (covered).product_id, 'onboarding_id', (covered).onboarding_id, 'document', (covered).document, 'person_type', (covered).person_type, 'name', (covered).name, 'type', (covered).type, 'participation_basis_points', (covered).participation_basis_points, 'zip_code', (covered).zip_code, 'withdrawn_at', EXTRACT(epoch FROM (covered).withdrawn_at), 'created_at', EXTRACT(epoch FROM (covered).created_at))))::text, 'UTF8'::name));
grant execute on function eclusa.row_digest(covered eclusa.shareholders) to eclusa_api;
grant execute on function eclusa.row_digest(covered eclusa.shareholders) to eclusa_backoffice;
grant execute on function eclusa.row_digest(covered eclusa.shareholders) to eclusa_bootstrap;
grant execute on function eclusa.row_digest(covered eclusa.shareholders) to eclusa_worker;
CREATE OR REPLACE FUNCTION eclusa.stored_digest_shareholders(owner uuid, object uuid, of_version bigint, of_wallet uuid DEFAULT NULL::uuid)
 RETURNS bytea
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'eclusa', 'pg_temp'
AS $function$
    declare
      digest bytea;
      made_at timestamptz;
    begin
      
      select row_digest(stored) into digest from shareholders stored
      where stored.user_id = owner and stored.id = object and stored.version = of_version  ;
      return digest;
    end $function$;
grant execute on function eclusa.stored_digest_shareholders(owner uuid, object uuid, of_version bigint, of_wallet uuid) to eclusa_api;
grant execute on function eclusa.stored_digest_shareholders(owner uuid, object uuid, of_version bigint, of_wallet uuid) to eclusa_backoffice;
grant execute on function eclusa.stored_digest_shareholders(owner uuid, object uuid, of_version bigint, of_wallet uuid) to eclusa_worker;

create table eclusa.storage_usage (
  user_id uuid not null,
  bytes bigint not null,
  constraint storage_usage_pkey PRIMARY KEY (user_id)
) with (fillfactor=70);
comment on table eclusa.storage_usage is 'One row per user with the bytes of its files, uploaded or still to come.';
alter table eclusa.storage_usage enable row level security;
alter table eclusa.storage_usage force row level security;
create policy of_scope on eclusa.storage_usage as permissive for all to eclusa_api using ((user_id = eclusa.scope_user_id())) with check ((user_id = eclusa.scope_user_id()));
grant insert, select, update on eclusa.storage_usage to eclusa_api;

create table eclusa.transaction_keys (
  user_id uuid not null,
  wallet_id uuid not null,
  id uuid not null,
  created_at timestamp(3) with time zone not null,
  constraint transaction_keys_pkey PRIMARY KEY (user_id, wallet_id, id)
);
comment on table eclusa.transaction_keys is 'One row per transaction of a user, to find its time, and with it its month, by its id.';
alter table eclusa.transaction_keys enable row level security;
alter table eclusa.transaction_keys force row level security;
create policy across_users on eclusa.transaction_keys as permissive for all to eclusa_worker using (true);
grant insert, select on eclusa.transaction_keys to eclusa_worker;

create table eclusa.transactions (
  user_id uuid not null,
  wallet_id uuid not null,
  id uuid not null,
  type text not null,
  status text not null,
  amount bigint not null,
  available_amount bigint,
  operation_id uuid,
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
  payment_date timestamp(3) with time zone,
  failed_code text,
  version bigint not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  purpose text,
  constraint transactions_amount_check CHECK ((amount > 0)),
  constraint transactions_check CHECK (((available_amount >= 0) AND (available_amount <= amount))),
  constraint transactions_check1 CHECK ((updated_at >= created_at)),
  constraint transactions_pkey PRIMARY KEY (user_id, wallet_id, id, created_at)
) partition by RANGE (created_at);
comment on table eclusa.transactions is 'One row per Pix payment, deposit or devolution in a wallet of a user. Its product is the wallet''s.';
CREATE INDEX transactions_by_end_to_end_id ON eclusa.transactions USING btree (user_id, wallet_id, end_to_end_id, created_at, id) WHERE (end_to_end_id IS NOT NULL);
CREATE INDEX transactions_by_operation ON eclusa.transactions USING btree (user_id, wallet_id, operation_id) WHERE (operation_id IS NOT NULL);
CREATE INDEX transactions_by_payment ON eclusa.transactions USING btree (end_to_end_id) WHERE (end_to_end_id IS NOT NULL);
CREATE INDEX transactions_by_status ON eclusa.transactions USING btree (user_id, wallet_id, status, created_at, id);
CREATE INDEX transactions_by_time ON eclusa.transactions USING btree (user_id, wallet_id, created_at, id);
CREATE INDEX transactions_by_type ON eclusa.transactions USING btree (user_id, wallet_id, type, created_at, id);
CREATE INDEX transactions_by_type_and_status ON eclusa.transactions USING btree (user_id, wallet_id, type, status, created_at, id);
CREATE TRIGGER adds_keys AFTER INSERT ON eclusa.transactions REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION eclusa.add_transaction_keys();
alter table eclusa.transactions enable always trigger adds_keys;
CREATE TRIGGER refuses_delete BEFORE DELETE ON eclusa.transactions FOR EACH ROW EXECUTE FUNCTION eclusa.refuse_removal();
CREATE TRIGGER refuses_removal BEFORE TRUNCATE ON eclusa.transactions FOR EACH STATEMENT EXECUTE FUNCTION eclusa.refuse_removal();
CREATE TRIGGER registers_payment AFTER INSERT OR UPDATE OF end_to_end_id ON eclusa.transactions FOR EACH ROW WHEN ((new.end_to_end_id IS NOT NULL)) EXECUTE FUNCTION eclusa.register_transaction();
CREATE CONSTRAINT TRIGGER requires_event AFTER INSERT OR UPDATE ON eclusa.transactions DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION eclusa.require_event_transactions();
alter table eclusa.transactions enable row level security;
alter table eclusa.transactions force row level security;
create policy across_users on eclusa.transactions as permissive for all to eclusa_auditor, eclusa_backoffice, eclusa_bootstrap, eclusa_worker using (true);
create policy bound_to_product on eclusa.transactions as restrictive for all to eclusa_api using (((eclusa.scope_product_id() IS NULL) OR (wallet_id = eclusa.scope_wallet_id())));
create policy of_scope on eclusa.transactions as permissive for all to eclusa_api using ((user_id = eclusa.scope_user_id())) with check ((user_id = eclusa.scope_user_id()));
create policy read_by_owner on eclusa.transactions as permissive for select to current_user using (true);
grant insert, select, update on eclusa.transactions to eclusa_worker;
grant select on eclusa.transactions to eclusa_api;
grant select on eclusa.transactions to eclusa_auditor;
grant select on eclusa.transactions to eclusa_backoffice;
CREATE OR REPLACE FUNCTION eclusa.require_event_transactions()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'eclusa', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
    declare
      written bytea;
      last record;
    begin
      if tg_op = 'UPDATE' and (old.user_id, old.id, old.wallet_id, old.type, old.status, old.amount, old.available_amount, old.operation_id, old.end_to_end_id, old.txid, old.original_id, old.original_end_to_end_id, old.devolution_code, old.owner_name, old.owner_document, old.owner_person_type, old.owner_bank_name, old.owner_bank_ispb, old.beneficiary_name, old.beneficiary_document, old.beneficiary_person_type, old.beneficiary_bank_name, old.beneficiary_bank_ispb, old.description, old.merchant_id, old.payment_date, old.failed_code, old.purpose, old.created_at, old.updated_at, old.version) is not distinct from (new.user_id, new.id, new.wallet_id, new.type, new.status, new.amount, new.available_amount, new.operation_id, new.end_to_end_id, new.txid, new.original_id, new.original_end_to_end_id, new.devolution_code, new.owner_name, new.owner_document, new.owner_person_type, new.owner_bank_name, new.owner_bank_ispb, new.beneficiary_name, new.beneficiary_document, new.beneficiary_person_type, new.beneficiary_bank_name, new.beneficiary_bank_ispb, new.description, new.merchant_id, new.payment_date, new.failed_code, new.purpose, new.created_at, new.updated_at, new.version) then return null; end if;
      if not has_audit_entry() then
        raise exception '% of transactions % is refused: the audit log has no entry of it', lower(tg_op), new.id
          using errcode = 'integrity_constraint_violation', table = 'transactions', constraint = tg_name;
      end if;
      written := row_digest(new);
      if tg_op = 'INSERT' or new.version > old.version then
        perform from events
        where user_id = new.user_id and object_id = new.id and sequence between new.version and new.version and digest = written
          and created_at between now() - interval '1 day' and now() + interval '1 day'
        order by sequence;
        if found then return null; end if;
      end if;
      
      -- A transaction may write a row more than once: then the event is about its last state.
      select stored.version, row_digest(stored) as digest into last from transactions stored where stored.user_id = new.user_id and stored.wallet_id = new.wallet_id and stored.id = new.id and stored.created_at = new.created_at;
      if found and (tg_op = 'INSERT' or last.version > old.version) then
        perform from events
        where user_id = new.user_id and object_id = new.id and sequence between last.version and last.version and digest = last.digest
        order by sequence;
        if found then return null; end if;
      end if;
      raise exception '% of transactions % is refused: it has no event', lower(tg_op), new.id
        using errcode = 'integrity_constraint_violation', table = 'transactions', constraint = tg_name;
    end $function$;
CREATE OR REPLACE FUNCTION eclusa.row_digest(covered eclusa.transactions)
 RETURNS bytea
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN sha256(convert_to((jsonb_strip_nulls(jsonb_build_object('user_id', (covered).user_id, 'id', (covered).id, 'wallet_id', (covered).wallet_id, 'type', (covered).type, 'status', (covered).status, 'amount', (covered).amount, 'available_amount', (covered).available_amount, 'operation_id', (covered).operation_id, 'end_to_end_id', (covered).end_to_end_id, 'txid', (covered).txid, 'original_id', (covered).original_id, 'original_end_to_end_id', (covered).original_end_to_end_id, 'devolution_code', (covered).devolution_code, 'owner_name', (covered).owner_name, 'owner_document', (covered).owner_document, 'owner_person_type', (covered).owner_person_type, 'owner_bank_name', (covered).owner_bank_name, 'owner_bank_ispb', (covered).owner_bank_ispb, 'beneficiary_name', (covered).beneficiary_name, 'beneficiary_document', (covered).beneficiary_document, 'beneficiary_person_type', (covered).beneficiary_person_type, 'beneficiary_bank_name', (covered).beneficiary_bank_name, 'beneficiary_bank_ispb', (covered).beneficiary_bank_ispb, 'description', (covered).description, 'merchant_id', (covered).merchant_id, 'payment_date', EXTRACT(epoch FROM (covered).payment_date), 'failed_code', (covered).failed_code, 'purpose', (covered).purpose, 'created_at', EXTRACT(epoch FROM (covered).created_at), 'updated_at', EXTRACT(epoch FROM (covered).updated_at))))::text, 'UTF8'::name));
grant execute on function eclusa.row_digest(covered eclusa.transactions) to eclusa_api;
grant execute on function eclusa.row_digest(covered eclusa.transactions) to eclusa_backoffice;
grant execute on function eclusa.row_digest(covered eclusa.transactions) to eclusa_bootstrap;
grant execute on function eclusa.row_digest(covered eclusa.transactions) to eclusa_worker;
CREATE OR REPLACE FUNCTION eclusa.stored_digest_transactions(owner uuid, object uuid, of_version bigint, of_wallet uuid DEFAULT NULL::uuid)
 RETURNS bytea
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'eclusa', 'pg_temp'
AS $function$
    declare
      digest bytea;
      made_at timestamptz;
    begin
      select created_at into made_at from transaction_keys known
        where known.user_id = owner and known.wallet_id = of_wallet and known.id = object;
      select row_digest(stored) into digest from transactions stored
      where stored.user_id = owner and stored.id = object and stored.version = of_version and stored.wallet_id = of_wallet and stored.created_at = made_at;
      return digest;
    end $function$;
grant execute on function eclusa.stored_digest_transactions(owner uuid, object uuid, of_version bigint, of_wallet uuid) to eclusa_api;
grant execute on function eclusa.stored_digest_transactions(owner uuid, object uuid, of_version bigint, of_wallet uuid) to eclusa_backoffice;
grant execute on function eclusa.stored_digest_transactions(owner uuid, object uuid, of_version bigint, of_wallet uuid) to eclusa_worker;

create table eclusa.unmatched_infraction_reports (
  id uuid not null,
  end_to_end_id text collate "C" not null,
  status text not null,
  report jsonb not null,
  reported_at timestamp(3) with time zone not null,
  first_seen_at timestamp(3) with time zone default now() not null,
  dict_retry_at timestamp(3) with time zone,
  due_date timestamp(3) with time zone not null,
  constraint unmatched_infraction_reports_pkey PRIMARY KEY (id)
);
comment on table eclusa.unmatched_infraction_reports is 'One row per infraction report about a payment that no ledger has reported, without a user so far. It waits for the ledger or for a person.';
CREATE INDEX unmatched_infraction_reports_of_payment ON eclusa.unmatched_infraction_reports USING btree (end_to_end_id);
CREATE INDEX unmatched_infraction_reports_open ON eclusa.unmatched_infraction_reports USING btree (first_seen_at) WHERE (status = 'OPEN'::text);
grant delete, insert, select, update on eclusa.unmatched_infraction_reports to eclusa_worker;
grant select (due_date, first_seen_at, id, status) on eclusa.unmatched_infraction_reports to eclusa_auditor;
grant select on eclusa.unmatched_infraction_reports to eclusa_backoffice;

create table eclusa.unmatched_refunds (
  id uuid not null,
  end_to_end_id text collate "C" not null,
  status text not null,
  refund jsonb not null,
  reported_at timestamp(3) with time zone not null,
  first_seen_at timestamp(3) with time zone default now() not null,
  due_date timestamp(3) with time zone not null,
  constraint unmatched_refunds_pkey PRIMARY KEY (id)
);
comment on table eclusa.unmatched_refunds is 'One row per refund request for a payment that no ledger has reported, without a user so far. It waits for the ledger or for a person.';
CREATE INDEX unmatched_refunds_by_payment ON eclusa.unmatched_refunds USING btree (first_seen_at);
CREATE INDEX unmatched_refunds_of_payment ON eclusa.unmatched_refunds USING btree (end_to_end_id);
grant delete, insert, select, update on eclusa.unmatched_refunds to eclusa_worker;
grant select (due_date, first_seen_at, id, status) on eclusa.unmatched_refunds to eclusa_auditor;
grant select on eclusa.unmatched_refunds to eclusa_backoffice;

create table eclusa.user_accounts (
  user_id uuid not null,
  product_id uuid not null,
  id uuid not null,
  person_type text not null,
  state text not null,
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
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  target_user_id uuid,
  withdrawn_at timestamp(3) with time zone,
  default_wallet_id uuid,
  constraint user_accounts_check CHECK (((email IS NOT NULL) OR (phone_number IS NOT NULL))),
  constraint user_accounts_person_type_check CHECK ((person_type = ANY (ARRAY['NATURAL_PERSON'::text, 'LEGAL_PERSON'::text]))),
  constraint user_accounts_pkey PRIMARY KEY (user_id, id),
  constraint user_accounts_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'active'::text, 'expired'::text, 'deactivated'::text, 'deleting'::text]))),
  constraint user_accounts_target_user_id_fkey FOREIGN KEY (target_user_id) REFERENCES eclusa.users(id)
);
comment on table eclusa.user_accounts is 'One row per person that a user registers for a product, and the target user it became.';
CREATE INDEX user_accounts_by_document ON eclusa.user_accounts USING btree (user_id, product_id, document, created_at, id);
CREATE INDEX user_accounts_by_time ON eclusa.user_accounts USING btree (user_id, product_id, created_at, id);
CREATE UNIQUE INDEX user_accounts_document ON eclusa.user_accounts USING btree (product_id, document) WHERE (withdrawn_at IS NULL);
CREATE UNIQUE INDEX user_accounts_email ON eclusa.user_accounts USING btree (product_id, email) WHERE ((email IS NOT NULL) AND (withdrawn_at IS NULL));
CREATE UNIQUE INDEX user_accounts_id ON eclusa.user_accounts USING btree (id);
CREATE UNIQUE INDEX user_accounts_phone ON eclusa.user_accounts USING btree (product_id, phone_number) WHERE ((phone_number IS NOT NULL) AND (withdrawn_at IS NULL));
CREATE UNIQUE INDEX user_accounts_target_user ON eclusa.user_accounts USING btree (target_user_id);
CREATE TRIGGER refuses_removal BEFORE DELETE OR TRUNCATE ON eclusa.user_accounts FOR EACH STATEMENT EXECUTE FUNCTION eclusa.refuse_removal();
CREATE TRIGGER refuses_self_admission BEFORE INSERT OR UPDATE ON eclusa.user_accounts FOR EACH ROW EXECUTE FUNCTION eclusa.refuse_self_admission();
CREATE CONSTRAINT TRIGGER requires_event AFTER INSERT OR UPDATE ON eclusa.user_accounts DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION eclusa.require_event_user_accounts();
alter table eclusa.user_accounts enable row level security;
alter table eclusa.user_accounts force row level security;
create policy across_users on eclusa.user_accounts as permissive for select to eclusa_auditor, eclusa_backoffice, eclusa_bootstrap, eclusa_worker using (true);
create policy bound_to_product on eclusa.user_accounts as restrictive for all to eclusa_api using (((eclusa.scope_product_id() IS NULL) OR (product_id = eclusa.scope_product_id())));
create policy decided_in_scope on eclusa.user_accounts as permissive for update to eclusa_backoffice, eclusa_bootstrap, eclusa_worker using ((user_id = eclusa.scope_user_id()));
create policy of_scope on eclusa.user_accounts as permissive for all to current_user, eclusa_api using ((user_id = eclusa.scope_user_id())) with check ((user_id = eclusa.scope_user_id()));
create policy read_by_owner on eclusa.user_accounts as permissive for select to current_user using (true);
grant insert, select, update (active, birth_date, document, email, full_name, genre, issue_date, legal_person_type, mother_name, name, phone_number, state, updated_at, version, withdrawn_at) on eclusa.user_accounts to eclusa_api;
grant select on eclusa.user_accounts to eclusa_auditor;
grant select on eclusa.user_accounts to eclusa_worker;
grant select, update (updated_at) on eclusa.user_accounts to eclusa_backoffice;
CREATE OR REPLACE FUNCTION eclusa.require_event_user_accounts()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'eclusa', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
    declare
      written bytea;
      last record;
    begin
      if tg_op = 'UPDATE' and (old.user_id, old.id, old.product_id, old.person_type, old.name, old.full_name, old.document, old.email, old.phone_number, old.active, old.genre, old.mother_name, old.birth_date, old.issue_date, old.legal_person_type, old.withdrawn_at, old.created_at) is not distinct from (new.user_id, new.id, new.product_id, new.person_type, new.name, new.full_name, new.document, new.email, new.phone_number, new.active, new.genre, new.mother_name, new.birth_date, new.issue_date, new.legal_person_type, new.withdrawn_at, new.created_at) then return null; end if;
      if not has_audit_entry() then
        raise exception '% of user_accounts % is refused: the audit log has no entry of it', lower(tg_op), new.id
          using errcode = 'integrity_constraint_violation', table = 'user_accounts', constraint = tg_name;
      end if;
      written := row_digest(new);
      if tg_op = 'INSERT' or new.version > old.version then
        perform from events
        where user_id = new.user_id and object_id = new.id and sequence between new.version and new.version and digest = written
          and created_at between now() - interval '1 day' and now() + interval '1 day'
        order by sequence;
        if found then return null; end if;
      end if;
      
      -- A transaction may write a row more than once: then the event is about its last state.
      select stored.version, row_digest(stored) as digest into last from user_accounts stored where stored.user_id = new.user_id and stored.id = new.id;
      if found and (tg_op = 'INSERT' or last.version > old.version) then
        perform from events
        where user_id = new.user_id and object_id = new.id and sequence between last.version and last.version and digest = last.digest
        order by sequence;
        if found then return null; end if;
      end if;
      raise exception '% of user_accounts % is refused: it has no event', lower(tg_op), new.id
        using errcode = 'integrity_constraint_violation', table = 'user_accounts', constraint = tg_name;
    end $function$;
CREATE OR REPLACE FUNCTION eclusa.row_digest(covered eclusa.user_accounts)
 RETURNS bytea
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN sha256(convert_to((jsonb_strip_nulls(jsonb_build_object('user_id', (covered).user_id, 'id', (covered).id, 'product_id', (covered).product_id, 'person_type', (covered).person_type, 'name', (covered).name, 'full_name', (covered).full_name, 'document', (covered).document, 'email', (covered).email, 'phone_number', (covered).phone_number, 'active', (covered).active, 'genre', (covered).genre, 'mother_name', (covered).mother_name, 'birth_date', (covered).birth_date, 'issue_date', (covered).issue_date, 'legal_person_type', (covered).legal_person_type, 'withdrawn_at', EXTRACT(epoch FROM (covered).withdrawn_at), 'created_at', EXTRACT(epoch FROM (covered).created_at))))::text, 'UTF8'::name));
grant execute on function eclusa.row_digest(covered eclusa.user_accounts) to eclusa_api;
grant execute on function eclusa.row_digest(covered eclusa.user_accounts) to eclusa_backoffice;
grant execute on function eclusa.row_digest(covered eclusa.user_accounts) to eclusa_bootstrap;
grant execute on function eclusa.row_digest(covered eclusa.user_accounts) to eclusa_worker;
CREATE OR REPLACE FUNCTION eclusa.stored_digest_user_accounts(owner uuid, object uuid, of_version bigint, of_wallet uuid DEFAULT NULL::uuid)
 RETURNS bytea
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'eclusa', 'pg_temp'
AS $function$
    declare
      digest bytea;
      made_at timestamptz;
    begin
      
      select row_digest(stored) into digest from user_accounts stored
      where stored.user_id = owner and stored.id = object and stored.version = of_version  ;
      return digest;
    end $function$;
grant execute on function eclusa.stored_digest_user_accounts(owner uuid, object uuid, of_version bigint, of_wallet uuid) to eclusa_api;
grant execute on function eclusa.stored_digest_user_accounts(owner uuid, object uuid, of_version bigint, of_wallet uuid) to eclusa_backoffice;
grant execute on function eclusa.stored_digest_user_accounts(owner uuid, object uuid, of_version bigint, of_wallet uuid) to eclusa_worker;

create table eclusa.users (
  id uuid not null,
  name text not null,
  status text default 'ACTIVE'::text not null,
  created_at timestamp(3) with time zone default now() not null,
  updated_at timestamp(3) with time zone default now() not null,
  requests_per_minute integer,
  constraint users_name_check CHECK (((length(name) >= 1) AND (length(name) <= 80))),
  constraint users_pkey PRIMARY KEY (id),
  constraint users_requests_per_minute_check CHECK (((requests_per_minute >= 1) AND (requests_per_minute <= 1000000))),
  constraint users_status_check CHECK ((status = ANY (ARRAY['ACTIVE'::text, 'INACTIVE'::text])))
);
comment on table eclusa.users is 'One row per user: a caller of the API, or a user that others act for. Its id is the subject of its tokens.';
CREATE INDEX users_by_status ON eclusa.users USING btree (status, created_at, id);
CREATE INDEX users_by_time ON eclusa.users USING btree (created_at, id);
CREATE TRIGGER change_all_scope_versions AFTER TRUNCATE ON eclusa.users FOR EACH STATEMENT EXECUTE FUNCTION eclusa.change_all_scope_versions();
alter table eclusa.users enable always trigger change_all_scope_versions;
CREATE CONSTRAINT TRIGGER change_scope_version AFTER INSERT OR DELETE OR UPDATE OF id, status ON eclusa.users DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION eclusa.change_scope_version('id');
alter table eclusa.users enable always trigger change_scope_version;
CREATE TRIGGER refuses_removal BEFORE TRUNCATE ON eclusa.users FOR EACH STATEMENT EXECUTE FUNCTION eclusa.refuse_removal();
CREATE CONSTRAINT TRIGGER requires_audit_entry AFTER INSERT OR DELETE OR UPDATE ON eclusa.users DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION eclusa.require_audit_entry();
grant insert, select, update (name, requests_per_minute, status, updated_at) on eclusa.users to eclusa_backoffice;
grant insert, select, update (updated_at) on eclusa.users to eclusa_bootstrap;
grant select on eclusa.users to eclusa_auditor;
grant select on eclusa.users to eclusa_worker;

create table eclusa.wallets (
  user_id uuid not null,
  product_id uuid,
  id uuid not null,
  name text not null,
  status text default 'ACTIVE'::text not null,
  is_default boolean default false not null,
  created_at timestamp(3) with time zone default now() not null,
  updated_at timestamp(3) with time zone default now() not null,
  constraint wallets_name_check CHECK (((length(name) >= 1) AND (length(name) <= 80))),
  constraint wallets_pkey PRIMARY KEY (user_id, id),
  constraint wallets_product_id_fkey FOREIGN KEY (product_id) REFERENCES eclusa.products(id),
  constraint wallets_status_check CHECK ((status = ANY (ARRAY['ACTIVE'::text, 'INACTIVE'::text]))),
  constraint wallets_user_id_fkey FOREIGN KEY (user_id) REFERENCES eclusa.users(id)
);
comment on table eclusa.wallets is 'One row per wallet of a user, in a product or outside of all; Pix transactions belong to one.';
CREATE INDEX wallets_by_time ON eclusa.wallets USING btree (user_id, created_at, id);
CREATE UNIQUE INDEX wallets_default_of_product ON eclusa.wallets USING btree (user_id, product_id) NULLS NOT DISTINCT WHERE is_default;
CREATE TRIGGER change_all_scope_versions AFTER TRUNCATE ON eclusa.wallets FOR EACH STATEMENT EXECUTE FUNCTION eclusa.change_all_scope_versions();
alter table eclusa.wallets enable always trigger change_all_scope_versions;
CREATE CONSTRAINT TRIGGER change_scope_version AFTER INSERT OR DELETE OR UPDATE ON eclusa.wallets DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION eclusa.change_scope_version('user_id');
alter table eclusa.wallets enable always trigger change_scope_version;
CREATE TRIGGER refuses_removal BEFORE TRUNCATE ON eclusa.wallets FOR EACH STATEMENT EXECUTE FUNCTION eclusa.refuse_removal();
CREATE CONSTRAINT TRIGGER requires_audit_entry AFTER INSERT OR DELETE OR UPDATE ON eclusa.wallets DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION eclusa.require_audit_entry();
grant insert, select on eclusa.wallets to eclusa_bootstrap;
grant insert, select, update (name, status, updated_at) on eclusa.wallets to eclusa_backoffice;
grant select on eclusa.wallets to eclusa_auditor;
grant select, update (updated_at) on eclusa.wallets to eclusa_worker;

create table eclusa.webhook_deliveries (
  user_id uuid not null,
  product_id uuid,
  id uuid not null,
  endpoint_id uuid not null,
  event_id uuid not null,
  event_type text not null,
  status text default 'PENDING'::text not null,
  due_at timestamp(3) with time zone default now() not null,
  lease uuid,
  attempt_count integer default 0 not null,
  attempts jsonb default '[]'::jsonb not null,
  delivered_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone default now() not null,
  event_user_id uuid,
  scheduled boolean default false not null,
  constraint webhook_deliveries_pkey PRIMARY KEY (user_id, created_at, id),
  constraint webhook_deliveries_status_check CHECK ((status = ANY (ARRAY['PENDING'::text, 'DELIVERED'::text, 'FAILED'::text, 'CANCELED'::text])))
) partition by RANGE (created_at);
comment on table eclusa.webhook_deliveries is 'One row per event and endpoint, belonging to the endpoint''s user and inserted in the transaction of the event.';
CREATE INDEX webhook_deliveries_due ON eclusa.webhook_deliveries USING btree (user_id, endpoint_id, due_at) WHERE (status = 'PENDING'::text);
CREATE INDEX webhook_deliveries_new ON eclusa.webhook_deliveries USING btree (endpoint_id, user_id, due_at) WHERE ((status = 'PENDING'::text) AND (NOT scheduled));
CREATE INDEX webhook_deliveries_of_endpoint ON eclusa.webhook_deliveries USING btree (endpoint_id, user_id, created_at, id);
CREATE INDEX webhook_deliveries_of_product ON eclusa.webhook_deliveries USING btree (user_id, product_id, created_at, id) WHERE (product_id IS NOT NULL);
CREATE TRIGGER unschedule_delivery BEFORE UPDATE ON eclusa.webhook_deliveries FOR EACH ROW WHEN ((new.scheduled AND (new.status = 'PENDING'::text) AND ((old.status <> 'PENDING'::text) OR (new.due_at < old.due_at)))) EXECUTE FUNCTION eclusa.unschedule_delivery();
alter table eclusa.webhook_deliveries enable always trigger unschedule_delivery;
alter table eclusa.webhook_deliveries enable row level security;
alter table eclusa.webhook_deliveries force row level security;
create policy across_users on eclusa.webhook_deliveries as permissive for all to eclusa_auditor, eclusa_backoffice, eclusa_bootstrap, eclusa_worker using (true);
create policy bound_to_product on eclusa.webhook_deliveries as restrictive for all to eclusa_api using (((eclusa.scope_product_id() IS NULL) OR (product_id = eclusa.scope_product_id())));
create policy of_scope on eclusa.webhook_deliveries as permissive for all to eclusa_api using ((user_id = eclusa.scope_user_id())) with check ((user_id = eclusa.scope_user_id()));
create policy queued_by_owner on eclusa.webhook_deliveries as permissive for insert to current_user with check (true);
grant insert, select, update on eclusa.webhook_deliveries to eclusa_api;
grant select, update (attempt_count, attempts, delivered_at, due_at, lease, scheduled, status, updated_at) on eclusa.webhook_deliveries to eclusa_worker;
grant select, update (attempt_count, due_at, status, updated_at) on eclusa.webhook_deliveries to eclusa_backoffice;

create table eclusa.webhook_endpoints (
  user_id uuid not null,
  product_id uuid,
  id uuid not null,
  url text not null,
  description text,
  event_types text[],
  enabled boolean default true not null,
  disabled_reason text,
  disabled_at timestamp(3) with time zone,
  secret bytea not null,
  previous_secret bytea,
  previous_secret_expires_at timestamp(3) with time zone,
  version bigint default 1 not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  deleted_at timestamp(3) with time zone,
  consecutive_failures integer default 0 not null,
  failing_since timestamp(3) with time zone,
  paused_until timestamp(3) with time zone,
  grant_id uuid,
  scope text default 'USER'::text not null,
  constraint webhook_endpoints_check CHECK ((enabled = (disabled_at IS NULL))),
  constraint webhook_endpoints_description_check CHECK (((length(description) >= 1) AND (length(description) <= 200))),
  constraint webhook_endpoints_disabled_reason_check CHECK ((disabled_reason = ANY (ARRAY['REQUESTED'::text, 'GONE'::text, 'FAILING'::text]))),
  constraint webhook_endpoints_event_types_check CHECK ((cardinality(event_types) > 0)),
  constraint webhook_endpoints_pkey PRIMARY KEY (user_id, id),
  constraint webhook_endpoints_scope_check CHECK ((scope = ANY (ARRAY['USER'::text, 'PRODUCT'::text]))),
  constraint webhook_endpoints_url_check CHECK (((length(url) >= 1) AND (length(url) <= 2048)))
) with (fillfactor=70);
comment on table eclusa.webhook_endpoints is 'One row per endpoint of a user: an address, the event types it receives, and its health.';
CREATE INDEX webhook_endpoints_by_key ON eclusa.webhook_endpoints USING btree (eclusa.encryption_key_name(secret)) WHERE ((deleted_at IS NULL) AND (eclusa.encryption_key_name(secret) IS NOT NULL));
CREATE INDEX webhook_endpoints_by_previous_key ON eclusa.webhook_endpoints USING btree (eclusa.encryption_key_name(previous_secret)) WHERE ((deleted_at IS NULL) AND (previous_secret IS NOT NULL));
CREATE INDEX webhook_endpoints_living ON eclusa.webhook_endpoints USING btree (user_id, created_at, id) WHERE (deleted_at IS NULL);
CREATE INDEX webhook_endpoints_of_product ON eclusa.webhook_endpoints USING btree (product_id, user_id) WHERE ((product_id IS NOT NULL) AND (deleted_at IS NULL));
CREATE TRIGGER refuses_removal BEFORE DELETE OR TRUNCATE ON eclusa.webhook_endpoints FOR EACH STATEMENT EXECUTE FUNCTION eclusa.refuse_removal();
CREATE CONSTRAINT TRIGGER requires_event AFTER INSERT OR UPDATE ON eclusa.webhook_endpoints DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION eclusa.require_event_webhook_endpoints();
CREATE TRIGGER schedules_endpoint AFTER UPDATE ON eclusa.webhook_endpoints FOR EACH ROW WHEN (((((old.enabled IS DISTINCT FROM new.enabled) OR (old.deleted_at IS DISTINCT FROM new.deleted_at)) OR (old.paused_until IS DISTINCT FROM new.paused_until)) OR (old.consecutive_failures IS DISTINCT FROM new.consecutive_failures))) EXECUTE FUNCTION eclusa.schedule_endpoint_now();
alter table eclusa.webhook_endpoints enable always trigger schedules_endpoint;
alter table eclusa.webhook_endpoints enable row level security;
alter table eclusa.webhook_endpoints force row level security;
create policy across_users on eclusa.webhook_endpoints as permissive for all to eclusa_auditor, eclusa_backoffice, eclusa_bootstrap, eclusa_worker using (true);
create policy bound_to_product on eclusa.webhook_endpoints as restrictive for all to eclusa_api using (((eclusa.scope_product_id() IS NULL) OR (product_id = eclusa.scope_product_id())));
create policy of_scope on eclusa.webhook_endpoints as permissive for all to eclusa_api using ((user_id = eclusa.scope_user_id())) with check ((user_id = eclusa.scope_user_id()));
create policy read_by_owner on eclusa.webhook_endpoints as permissive for select to current_user using (true);
grant insert, select, update on eclusa.webhook_endpoints to eclusa_api;
grant select on eclusa.webhook_endpoints to eclusa_auditor;
grant select, update (consecutive_failures, failing_since, paused_until, previous_secret, secret) on eclusa.webhook_endpoints to eclusa_worker;
grant select, update (deleted_at, disabled_at, disabled_reason, enabled, previous_secret, previous_secret_expires_at, secret, updated_at, version) on eclusa.webhook_endpoints to eclusa_backoffice;
CREATE OR REPLACE FUNCTION eclusa.require_event_webhook_endpoints()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'eclusa', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
    declare
      written bytea;
      last record;
    begin
      if tg_op = 'UPDATE' and (old.user_id, old.id, old.product_id, old.grant_id, old.scope, old.url, old.description, old.event_types, old.enabled, old.disabled_reason, old.disabled_at, old.secret, old.previous_secret, old.previous_secret_expires_at, old.deleted_at, old.created_at, old.version) is not distinct from (new.user_id, new.id, new.product_id, new.grant_id, new.scope, new.url, new.description, new.event_types, new.enabled, new.disabled_reason, new.disabled_at, new.secret, new.previous_secret, new.previous_secret_expires_at, new.deleted_at, new.created_at, new.version) then return null; end if;
      if not has_audit_entry() then
        raise exception '% of webhook_endpoints % is refused: the audit log has no entry of it', lower(tg_op), new.id
          using errcode = 'integrity_constraint_violation', table = 'webhook_endpoints', constraint = tg_name;
      end if;
      written := row_digest(new);
      if tg_op = 'INSERT' or new.version > old.version then
        perform from events
        where user_id = new.user_id and object_id = new.id and sequence between new.version and new.version and digest = written
          and created_at between now() - interval '1 day' and now() + interval '1 day'
        order by sequence;
        if found then return null; end if;
      end if;
      
      if tg_op = 'UPDATE' and old.user_id is not distinct from new.user_id and old.id is not distinct from new.id and old.product_id is not distinct from new.product_id and old.grant_id is not distinct from new.grant_id and old.scope is not distinct from new.scope and old.url is not distinct from new.url and old.description is not distinct from new.description and old.event_types is not distinct from new.event_types and old.enabled is not distinct from new.enabled and old.disabled_reason is not distinct from new.disabled_reason and old.disabled_at is not distinct from new.disabled_at and old.previous_secret_expires_at is not distinct from new.previous_secret_expires_at and old.deleted_at is not distinct from new.deleted_at and old.created_at is not distinct from new.created_at and old.version is not distinct from new.version and old.updated_at is not distinct from new.updated_at then
        select digest into last from audit_log_records
        where table_name = 'webhook_endpoints' and key = concat_ws('|', new.user_id, new.id, new.version) order by sequence desc limit 1;
        if found and last.digest = written then return null; end if;
      end if;
      -- A transaction may write a row more than once: then the event is about its last state.
      select stored.version, row_digest(stored) as digest into last from webhook_endpoints stored where stored.user_id = new.user_id and stored.id = new.id;
      if found and (tg_op = 'INSERT' or last.version > old.version) then
        perform from events
        where user_id = new.user_id and object_id = new.id and sequence between last.version and last.version and digest = last.digest
        order by sequence;
        if found then return null; end if;
      end if;
      raise exception '% of webhook_endpoints % is refused: it has no event', lower(tg_op), new.id
        using errcode = 'integrity_constraint_violation', table = 'webhook_endpoints', constraint = tg_name;
    end $function$;
CREATE OR REPLACE FUNCTION eclusa.row_digest(covered eclusa.webhook_endpoints)
 RETURNS bytea
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN sha256(convert_to((jsonb_strip_nulls(jsonb_build_object('user_id', (covered).user_id, 'id', (covered).id, 'product_id', (covered).product_id, 'grant_id', (covered).grant_id, 'scope', (covered).scope, 'url', (covered).url, 'description', (covered).description, 'event_types', (covered).event_types, 'enabled', (covered).enabled, 'disabled_reason', (covered).disabled_reason, 'disabled_at', EXTRACT(epoch FROM (covered).disabled_at), 'secret', encode((covered).secret, 'hex'::text), 'previous_secret', encode((covered).previous_secret, 'hex'::text), 'previous_secret_expires_at', EXTRACT(epoch FROM (covered).previous_secret_expires_at), 'deleted_at', EXTRACT(epoch FROM (covered).deleted_at), 'created_at', EXTRACT(epoch FROM (covered).created_at))))::text, 'UTF8'::name));
grant execute on function eclusa.row_digest(covered eclusa.webhook_endpoints) to eclusa_api;
grant execute on function eclusa.row_digest(covered eclusa.webhook_endpoints) to eclusa_backoffice;
grant execute on function eclusa.row_digest(covered eclusa.webhook_endpoints) to eclusa_bootstrap;
grant execute on function eclusa.row_digest(covered eclusa.webhook_endpoints) to eclusa_worker;
CREATE OR REPLACE FUNCTION eclusa.stored_digest_webhook_endpoints(owner uuid, object uuid, of_version bigint, of_wallet uuid DEFAULT NULL::uuid)
 RETURNS bytea
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'eclusa', 'pg_temp'
AS $function$
    declare
      digest bytea;
      made_at timestamptz;
    begin
      
      select row_digest(stored) into digest from webhook_endpoints stored
      where stored.user_id = owner and stored.id = object and stored.version = of_version  ;
      return digest;
    end $function$;
grant execute on function eclusa.stored_digest_webhook_endpoints(owner uuid, object uuid, of_version bigint, of_wallet uuid) to eclusa_api;
grant execute on function eclusa.stored_digest_webhook_endpoints(owner uuid, object uuid, of_version bigint, of_wallet uuid) to eclusa_backoffice;
grant execute on function eclusa.stored_digest_webhook_endpoints(owner uuid, object uuid, of_version bigint, of_wallet uuid) to eclusa_worker;

create table eclusa.webhook_networks (
  user_id uuid not null,
  network cidr not null,
  first_port integer not null,
  last_port integer not null,
  created_at timestamp(3) with time zone default now() not null,
  constraint webhook_networks_check CHECK ((((first_port >= 1) AND (first_port <= last_port)) AND (last_port <= 65535))),
  constraint webhook_networks_network_check CHECK ((masklen((network)::inet) >=
CASE family((network)::inet)
    WHEN 4 THEN 8
    ELSE 32
END)),
  constraint webhook_networks_network_check1 CHECK (((NOT ((network)::inet && '169.254.0.0/16'::inet)) AND (NOT ((network)::inet && 'fe80::/10'::inet)))),
  constraint webhook_networks_pkey PRIMARY KEY (user_id, network, first_port),
  constraint webhook_networks_user_id_fkey FOREIGN KEY (user_id) REFERENCES eclusa.users(id)
);
comment on table eclusa.webhook_networks is 'One row per private network that the institution allows for webhooks of a user.';
CREATE TRIGGER refuses_removal BEFORE TRUNCATE ON eclusa.webhook_networks FOR EACH STATEMENT EXECUTE FUNCTION eclusa.refuse_removal();
CREATE CONSTRAINT TRIGGER requires_audit_entry AFTER INSERT OR DELETE OR UPDATE ON eclusa.webhook_networks DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION eclusa.require_audit_entry();
alter table eclusa.webhook_networks enable row level security;
alter table eclusa.webhook_networks force row level security;
create policy across_users on eclusa.webhook_networks as permissive for all to eclusa_auditor, eclusa_backoffice, eclusa_bootstrap, eclusa_worker using (true);
create policy of_scope on eclusa.webhook_networks as permissive for all to eclusa_api using ((user_id = eclusa.scope_user_id())) with check ((user_id = eclusa.scope_user_id()));
create policy read_by_owner on eclusa.webhook_networks as permissive for select to current_user using (true);
grant delete, insert, select, update (last_port) on eclusa.webhook_networks to eclusa_backoffice;
grant insert, select, update (last_port) on eclusa.webhook_networks to eclusa_bootstrap;
grant select on eclusa.webhook_networks to eclusa_api;
grant select on eclusa.webhook_networks to eclusa_auditor;
grant select on eclusa.webhook_networks to eclusa_worker;

create table eclusa.webhook_schedule (
  user_id uuid not null,
  endpoint_id uuid not null,
  look_at timestamp(3) with time zone not null,
  constraint webhook_schedule_pkey PRIMARY KEY (user_id, endpoint_id)
);
comment on table eclusa.webhook_schedule is 'One row per endpoint of a user with pending deliveries: when a worker has to check it next.';
CREATE INDEX webhook_schedule_look_at ON eclusa.webhook_schedule USING btree (look_at);
alter table eclusa.webhook_schedule enable row level security;
alter table eclusa.webhook_schedule force row level security;
create policy across_users on eclusa.webhook_schedule as permissive for all to current_user, eclusa_worker using (true);
grant delete, insert, select, update on eclusa.webhook_schedule to eclusa_worker;

CREATE OR REPLACE FUNCTION eclusa.add_client_activity(owner uuid, of_product uuid, client uuid, entry uuid, event uuid, of_source text, of_type text, of_status text, reference uuid, members jsonb, authenticated uuid, request text, at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'eclusa', 'pg_temp'
AS $function$
begin
  insert into client_activity (user_id, product_id, client_id, id, event_id, source, event_type, status, reference_id, metadata,
    authenticated_user_id, request_id, event_created_at)
  values (owner, of_product, client, entry, event, of_source, of_type, of_status, reference, members, authenticated, request, at);
end $function$;
grant execute on function eclusa.add_client_activity(owner uuid, of_product uuid, client uuid, entry uuid, event uuid, of_source text, of_type text, of_status text, reference uuid, members jsonb, authenticated uuid, request text, at timestamp with time zone) to eclusa_api;
grant execute on function eclusa.add_client_activity(owner uuid, of_product uuid, client uuid, entry uuid, event uuid, of_source text, of_type text, of_status text, reference uuid, members jsonb, authenticated uuid, request text, at timestamp with time zone) to eclusa_backoffice;
grant execute on function eclusa.add_client_activity(owner uuid, of_product uuid, client uuid, entry uuid, event uuid, of_source text, of_type text, of_status text, reference uuid, members jsonb, authenticated uuid, request text, at timestamp with time zone) to eclusa_worker;

CREATE OR REPLACE FUNCTION eclusa.add_transaction_keys()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'eclusa', 'pg_temp'
AS $function$
begin
  insert into transaction_keys (user_id, wallet_id, id, created_at) select user_id, wallet_id, id, created_at from added;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION eclusa.admit_person(account uuid)
 RETURNS eclusa.user_accounts
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'eclusa', 'pg_temp'
AS $function$
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
end $function$;
grant execute on function eclusa.admit_person(account uuid) to eclusa_api;
grant execute on function eclusa.admit_person(account uuid) to eclusa_backoffice;
grant execute on function eclusa.admit_person(account uuid) to eclusa_bootstrap;

CREATE OR REPLACE FUNCTION eclusa.assert_scope(caller uuid, asked_product uuid, product uuid, on_behalf uuid, known text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'eclusa', 'pg_temp'
AS $function$
begin
  perform pg_advisory_xact_lock_shared(5271441, scope_lock(caller));
  if on_behalf <> caller then
    perform pg_advisory_xact_lock_shared(5271441, scope_lock(on_behalf));
  end if;
  if product is not null then
    perform pg_advisory_xact_lock_shared(5271441, scope_lock(product));
  end if;
  -- A new statement of a volatile function: its snapshot is taken after the locks, and includes every committed revocation.
  if scope_version(caller, asked_product, on_behalf) is distinct from known then
    raise exception 'the scope has changed since it was resolved' using errcode = 'SC001';
  end if;
end $function$;
grant execute on function eclusa.assert_scope(caller uuid, asked_product uuid, product uuid, on_behalf uuid, known text) to eclusa_api;

CREATE OR REPLACE FUNCTION eclusa.assert_served(served uuid, under_product uuid, under_grant uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'eclusa', 'pg_temp'
AS $function$
begin
  perform pg_advisory_xact_lock_shared(5271441, scope_lock(id)) from (
    select served
    union select under_product where under_product is not null
    union select user_id from product_users where product_id = under_product and role = 'OWNER') ids (id);
  if not still_served(served, under_grant)
    or not exists (select from scope_of(served, under_product, null, null) scope where scope.product_id is not null) then
    raise exception 'what the link was made under has ended' using errcode = 'SC001';
  end if;
end $function$;
grant execute on function eclusa.assert_served(served uuid, under_product uuid, under_grant uuid) to eclusa_api;

CREATE OR REPLACE FUNCTION eclusa.audit_log_hash(entry eclusa.audit_log)
 RETURNS bytea
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN sha256(((entry).previous_hash || convert_to((jsonb_build_array((entry).sequence, EXTRACT(epoch FROM (entry).at), (entry).actor_id, (entry).actor_name, (entry).actor_kind, (entry).role, (entry).credential_id, (entry).network, (entry).operation, (entry).reason, (entry).user_id, (entry).subject_type, (entry).subject_id, (entry).proposal_id, (entry).request_id, (entry).changes, encode((entry).sealed, 'hex'::text), (entry).records))::text, 'UTF8'::name)));

CREATE OR REPLACE FUNCTION eclusa.audited_digest(table_name text, key text)
 RETURNS bytea
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'eclusa', 'pg_temp'
 SET "TimeZone" TO 'UTC'
 SET bytea_output TO 'hex'
AS $function$
declare
  kept audited_tables;
  digest bytea;
  condition text;
begin
  if table_name = 'webhook_endpoints' then
    select row_digest(endpoint) into digest from webhook_endpoints endpoint
    where user_id = split_part(key, '|', 1)::uuid and id = split_part(key, '|', 2)::uuid
      and version = split_part(key, '|', 3)::bigint;
    return digest;
  end if;
  select * into strict kept from audited_tables where name = table_name;
  select string_agg(format('%I = %L', key_column, split_part(key, '|', place::integer)), ' and ')
  into condition from unnest(kept.key_columns) with ordinality columns (key_column, place);
  execute format('select sha256(convert_to(jsonb_build_array(%s)::text, ''UTF8'')) from %I where %s',
    (select string_agg(quote_ident(name), ', ') from unnest(kept.columns) name), table_name, condition)
  into digest;
  return digest;
end $function$;

CREATE OR REPLACE FUNCTION eclusa.chain_client_activity()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'eclusa', 'pg_temp'
AS $function$
declare
  head record;
begin
  loop
    select sequence, hash into head from client_activity_heads
    where user_id = new.user_id and client_id = new.client_id for no key update;
    exit when found;
    insert into client_activity_heads (user_id, client_id, sequence, hash) values (new.user_id, new.client_id, 0, '')
    on conflict do nothing;
  end loop;

  new.sequence := head.sequence + 1;
  new.previous_hash := head.hash;
  new.hash := client_activity_hash(row(new.*)::client_activity);
  update client_activity_heads set sequence = new.sequence, hash = new.hash
  where user_id = new.user_id and client_id = new.client_id;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION eclusa.change_all_scope_versions()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'eclusa', 'pg_temp'
AS $function$
begin
  perform pg_advisory_xact_lock(5271441, name) from generate_series(0, 1023) name;
  update scope_versions set version = gen_random_uuid();
  return null;
end $function$;

CREATE OR REPLACE FUNCTION eclusa.change_scope_version()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'eclusa', 'pg_temp'
AS $function$
declare
  moved uuid[] := array(
    select distinct whose::uuid from unnest(array[to_jsonb(old) ->> tg_argv[0], to_jsonb(new) ->> tg_argv[0]]) whose
    where whose is not null);
begin
  if tg_op <> 'INSERT' then
    perform pg_advisory_xact_lock(5271441, scope_lock(id)) from unnest(moved) id;
  end if;
  insert into scope_versions (id) select unnest(moved) on conflict (id) do update set version = excluded.version;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION eclusa.check_actor_kind()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'eclusa', 'pg_temp'
AS $function$
declare
  allowed text[] := array[]::text[];
begin
  if pg_has_role(session_user, 'eclusa_backoffice', 'member') then allowed := allowed || array['person', 'machine']; end if;
  if pg_has_role(session_user, 'eclusa_worker', 'member') then allowed := allowed || array['gateway']; end if;
  if pg_has_role(session_user, 'eclusa_bootstrap', 'member') then allowed := allowed || array['bootstrap']; end if;
  if new.actor_kind = any (allowed) and (new.actor_kind <> 'bootstrap' or new.actor_id = session_user) then return new; end if;
  raise exception 'an entry of a % cannot be written by %', new.actor_kind, session_user
    using errcode = 'insufficient_privilege';
end $function$;

CREATE OR REPLACE FUNCTION eclusa.claim_replay(owner uuid, content bytea, sent_nonce uuid, sent_transaction uuid, window_seconds integer, attempt uuid, request text, outcome_status smallint, outcome_resource uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'eclusa', 'pg_temp'
AS $function$
begin
  insert into replay_claims as held
    (user_id, fingerprint, nonce, transaction_uuid, slot, attempt_id, request_id, status, resource_id)
  values (owner, content, sent_nonce, sent_transaction, replay_slot(now()), attempt, request, outcome_status, outcome_resource)
  on conflict (user_id, fingerprint, nonce, transaction_uuid, slot) do update
    set attempt_id = excluded.attempt_id, request_id = excluded.request_id, status = excluded.status,
        resource_id = excluded.resource_id, product_id = excluded.product_id, first_seen_at = now(), last_seen_at = now(), repeats = 0
    where held.first_seen_at <= now() - make_interval(secs => window_seconds);
  if not found then
    raise exception 'the request is claimed' using errcode = 'unique_violation', constraint = 'replay_claims_once';
  end if;
end $function$;
grant execute on function eclusa.claim_replay(owner uuid, content bytea, sent_nonce uuid, sent_transaction uuid, window_seconds integer, attempt uuid, request text, outcome_status smallint, outcome_resource uuid) to eclusa_api;

CREATE OR REPLACE FUNCTION eclusa.client_activity_hash(entry eclusa.client_activity)
 RETURNS bytea
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN sha256(((entry).previous_hash || convert_to((jsonb_build_array((entry).user_id, (entry).client_id, (entry).sequence, (entry).id, (entry).event_id, (entry).source, (entry).event_type, (entry).status, (entry).reference_id, (entry).metadata, (entry).authenticated_user_id, (entry).request_id, EXTRACT(epoch FROM (entry).event_created_at)))::text, 'UTF8'::name)));
grant execute on function eclusa.client_activity_hash(entry eclusa.client_activity) to eclusa_api;
grant execute on function eclusa.client_activity_hash(entry eclusa.client_activity) to eclusa_backoffice;
grant execute on function eclusa.client_activity_hash(entry eclusa.client_activity) to eclusa_bootstrap;
grant execute on function eclusa.client_activity_hash(entry eclusa.client_activity) to eclusa_worker;

CREATE OR REPLACE FUNCTION eclusa.count_storage()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'eclusa', 'pg_temp'
AS $function$
declare
  before bigint := case when tg_op = 'UPDATE' and occupies_storage(old.state) then old.size else 0 end;
  after bigint := case when occupies_storage(new.state) then new.size else 0 end;
  there bigint;
begin
  if before = after then
    return null;
  end if;
  update storage_usage set bytes = bytes - before + after where user_id = new.user_id;
  if not found then
    select coalesce(sum(size), 0) into there from files where user_id = new.user_id and occupies_storage(state);
    insert into storage_usage as used (user_id, bytes) values (new.user_id, there)
    on conflict (user_id) do update set bytes = used.bytes - before + after;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION eclusa.digest_expression(covered regclass, columns text[], of_row text)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO 'eclusa', 'pg_temp'
BEGIN ATOMIC
 SELECT format('jsonb_strip_nulls(jsonb_build_object(%s))::text'::text, string_agg((format('%L, '::text, pg_attribute.attname) ||
         CASE
             WHEN (pg_attribute.atttypid = ('timestamp with time zone'::regtype)::oid) THEN format('extract(epoch from %s.%I)'::text, digest_expression.of_row, pg_attribute.attname)
             WHEN (pg_attribute.atttypid = ('bytea'::regtype)::oid) THEN format('encode(%s.%I, ''hex'')'::text, digest_expression.of_row, pg_attribute.attname)
             ELSE format('%s.%I'::text, digest_expression.of_row, pg_attribute.attname)
         END), ', '::text ORDER BY listed.place)) AS format
    FROM (unnest(digest_expression.columns) WITH ORDINALITY listed(name, place)
      JOIN pg_attribute ON (((pg_attribute.attrelid = (digest_expression.covered)::oid) AND (pg_attribute.attname = listed.name) AND (pg_attribute.attnum > 0) AND (NOT pg_attribute.attisdropped))));
END;

CREATE OR REPLACE FUNCTION eclusa.drop_old_events(keep_months integer)
 RETURNS SETOF text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'eclusa', 'pg_temp'
 SET lock_timeout TO '3s'
AS $function$
declare
  old record;
begin
  if keep_months < 1 then
    raise exception 'events are kept for at least a month';
  end if;
  for old in
    select child.relname as name
    from pg_inherits
    join pg_class parent on parent.oid = pg_inherits.inhparent
    join pg_class child on child.oid = pg_inherits.inhrelid
    join pg_namespace on pg_namespace.oid = parent.relnamespace
    where pg_namespace.nspname = 'eclusa' and parent.relname in ('webhook_deliveries', 'events')
      and child.relname ~ ('^' || parent.relname || '_\d{4}_\d{2}$')
      and right(child.relname, 7)
        < to_char((now() at time zone 'UTC')::date - make_interval(months => keep_months), 'YYYY_MM')
    order by parent.relname desc, child.relname
  loop
    execute format('drop table %I', old.name);
    return next old.name;
  end loop;
end $function$;
grant execute on function eclusa.drop_old_events(keep_months integer) to eclusa_worker;

CREATE OR REPLACE FUNCTION eclusa.drop_old_request_log(keep_days integer)
 RETURNS SETOF text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'eclusa', 'pg_temp'
 SET lock_timeout TO '3s'
AS $function$
declare
  old text;
begin
  if keep_days < 0 then
    raise exception 'requests are kept for no fewer than 0 days';
  end if;
  for old in
    select child.relname from pg_inherits join pg_class child on child.oid = inhrelid
    where inhparent = 'request_log'::regclass
      and right(child.relname, 10) < to_char((now() at time zone 'UTC')::date - keep_days, 'YYYY_MM_DD')
    order by 1
  loop
    execute format('drop table %I', old);
    return next old;
  end loop;
end $function$;
grant execute on function eclusa.drop_old_request_log(keep_days integer) to eclusa_worker;

CREATE OR REPLACE FUNCTION eclusa.empty_next_replay_slot()
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'eclusa', 'pg_temp'
 SET lock_timeout TO '50ms'
AS $function$
declare
  slot_table text := format('replay_claims_%s', (replay_slot(now()) + 1) % 4);
  holds_claims boolean;
begin
  execute format('select exists (select from %I)', slot_table) into holds_claims;
  if not holds_claims then
    return false;
  end if;
  if replay_slot_is_over(slot_table) then
    -- Checked again once no request can write: the even hour may have begun in between, which would make this slot the
    -- current one.
    execute format('lock table %I in access exclusive mode', slot_table);
    if replay_slot_is_over(slot_table) then
      execute format('truncate %I', slot_table);
      return true;
    end if;
  end if;
  raise warning '% holds claims of the last four hours and is not emptied: was the clock set back?', slot_table;
  return false;
end $function$;
grant execute on function eclusa.empty_next_replay_slot() to eclusa_worker;

CREATE OR REPLACE FUNCTION eclusa.encryption_key_name(sealed bytea)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN CASE WHEN (SUBSTRING(sealed FROM 1 FOR 4) = '\x45434c01'::bytea) THEN encode(SUBSTRING(sealed FROM 5 FOR 4), 'hex'::text) ELSE NULL::text END;
grant execute on function eclusa.encryption_key_name(sealed bytea) to eclusa_api;
grant execute on function eclusa.encryption_key_name(sealed bytea) to eclusa_backoffice;
grant execute on function eclusa.encryption_key_name(sealed bytea) to eclusa_bootstrap;
grant execute on function eclusa.encryption_key_name(sealed bytea) to eclusa_worker;

CREATE OR REPLACE FUNCTION eclusa.end_proposal_once()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if old.status <> 'PENDING' then
    raise exception 'proposal % has ended', old.id using errcode = 'insufficient_privilege';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION eclusa.has_audit_entry()
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'eclusa', 'pg_temp'
AS $function$
begin
  if session_user = current_user
    or not (pg_has_role(session_user, 'eclusa_backoffice', 'member') or pg_has_role(session_user, 'eclusa_bootstrap', 'member'))
  then return true; end if;
  return coalesce((select xmin = pg_current_xact_id()::xid from audit_log order by sequence desc limit 1), false);
end $function$;
grant execute on function eclusa.has_audit_entry() to eclusa_api;
grant execute on function eclusa.has_audit_entry() to eclusa_backoffice;
grant execute on function eclusa.has_audit_entry() to eclusa_bootstrap;
grant execute on function eclusa.has_audit_entry() to eclusa_worker;

CREATE OR REPLACE FUNCTION eclusa.insert_event(owner uuid, of_product uuid, event uuid, of_type text, object uuid, of_sequence bigint, members jsonb, request text, at timestamp with time zone, of_digest bytea)
 RETURNS uuid
 LANGUAGE plpgsql
 SET search_path TO 'eclusa', 'pg_temp'
AS $function$
begin
  insert into events (user_id, product_id, id, type, object_id, sequence, data, request_id, created_at, digest)
  values (owner, of_product, event, of_type, object, of_sequence, members, request, at, of_digest)
  returning product_id into of_product;
  return of_product;
end $function$;
grant execute on function eclusa.insert_event(owner uuid, of_product uuid, event uuid, of_type text, object uuid, of_sequence bigint, members jsonb, request text, at timestamp with time zone, of_digest bytea) to eclusa_api;
grant execute on function eclusa.insert_event(owner uuid, of_product uuid, event uuid, of_type text, object uuid, of_sequence bigint, members jsonb, request text, at timestamp with time zone, of_digest bytea) to eclusa_backoffice;
grant execute on function eclusa.insert_event(owner uuid, of_product uuid, event uuid, of_type text, object uuid, of_sequence bigint, members jsonb, request text, at timestamp with time zone, of_digest bytea) to eclusa_worker;

CREATE OR REPLACE FUNCTION eclusa.isolate_table(isolated text, bound_by text DEFAULT 'product_id = scope_product_id()'::text, across text DEFAULT 'all'::text, owner boolean DEFAULT false)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'eclusa', 'pg_temp'
AS $function$
begin
  execute format('alter table %I enable row level security, force row level security', isolated);
  execute format('create policy of_scope on %I to eclusa_api %s using (user_id = scope_user_id()) with check (user_id = scope_user_id())',
    isolated, case when owner then ', current_user' end);
  if bound_by is not null then
    execute format('create policy bound_to_product on %I as restrictive to eclusa_api using (scope_product_id() is null or %s)',
      isolated, bound_by);
  end if;
  if across is not null then
    execute format('create policy across_users on %I for %s to eclusa_worker, eclusa_backoffice, eclusa_bootstrap, eclusa_auditor using (true)',
      isolated, across);
  end if;
end $function$;

CREATE OR REPLACE FUNCTION eclusa.lease_requests(users_in_order uuid[], default_limit integer, parts integer)
 RETURNS TABLE(user_id uuid, granted integer, leased integer, allowed integer, seconds double precision)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'eclusa', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  clock timestamptz;
  held request_leases;
begin
  foreach user_id in array users_in_order loop
    allowed := coalesce((select requests_per_minute from users where id = lease_requests.user_id), default_limit);
    insert into request_leases values (user_id, '-infinity', 0) on conflict do nothing;
    select * into held from request_leases one where one.user_id = lease_requests.user_id for update;
    clock := pg_catalog.clock_timestamp();
    -- A window that ends later than a minute from now was opened before the clock was set back.
    if held.ends_at <= clock or held.ends_at > clock + interval '1 minute' then
      held.ends_at := clock + interval '1 minute';
      held.leased := 0;
    end if;
    granted := least(greatest(1, allowed / parts), greatest(0, allowed - held.leased));
    leased := held.leased + granted;
    seconds := extract(epoch from held.ends_at - clock);
    update request_leases one set ends_at = held.ends_at, leased = lease_requests.leased where one.user_id = held.user_id;
    return next;
  end loop;
end $function$;
grant execute on function eclusa.lease_requests(users_in_order uuid[], default_limit integer, parts integer) to eclusa_api;

CREATE OR REPLACE FUNCTION eclusa.make_coming_month_partitions(only_table text DEFAULT NULL::text)
 RETURNS SETOF text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'eclusa', 'pg_temp'
 SET lock_timeout TO '3s'
AS $function$
declare
  parent record;
begin
  for parent in
    select * from month_partitioned_tables where only_table is null or name = only_table order by name
  loop
    return query select make_month_partitions(parent.name, array(
      select (date_trunc('month', now() at time zone 'UTC') + make_interval(months => ahead))::date
      from generate_series(-1, parent.months_ahead) as ahead));
  end loop;
end $function$;
grant execute on function eclusa.make_coming_month_partitions(only_table text) to eclusa_worker;

CREATE OR REPLACE FUNCTION eclusa.make_month_partitions(parent text, months date[])
 RETURNS SETOF text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'eclusa', 'pg_temp'
 SET lock_timeout TO '3s'
AS $function$
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
end $function$;
grant execute on function eclusa.make_month_partitions(parent text, months date[]) to eclusa_worker;

CREATE OR REPLACE FUNCTION eclusa.make_request_log_days()
 RETURNS SETOF text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'eclusa', 'pg_temp'
 SET lock_timeout TO '3s'
AS $function$
declare
  today date := (now() at time zone 'UTC')::date;
  day date;
  partition_name text;
begin
  perform pg_advisory_xact_lock(hashtextextended('make_request_log_days', 0));
  for ahead in -1..14 loop
    day := today + ahead;
    partition_name := 'request_log_' || to_char(day, 'YYYY_MM_DD');
    continue when to_regclass(format('eclusa.%I', partition_name)) is not null;
    execute format('create table %I (like request_log including defaults including constraints)', partition_name);
    execute format('alter table request_log attach partition %I for values from (%L) to (%L)', partition_name,
      day::timestamp at time zone 'UTC', (day + 1)::timestamp at time zone 'UTC');
    return next partition_name;
  end loop;
end $function$;
grant execute on function eclusa.make_request_log_days() to eclusa_worker;

CREATE OR REPLACE FUNCTION eclusa.note_case_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'eclusa', 'pg_temp'
AS $function$
declare
  changed cases := coalesce(new, old);
  change text := case when tg_op = 'INSERT' then 'appeared' when tg_op = 'DELETE' then 'left'
    when new.assigned_to is distinct from old.assigned_to then 'assigned' else 'changed' end;
begin
  insert into case_changes (kind, case_id, user_id, change)
  values (changed.kind, changed.id, nullif(changed.user_id, '00000000-0000-0000-0000-000000000000'), change);
  if change = 'appeared' then
    insert into case_transitions (kind, what, at) values (changed.kind, 'came', clock_timestamp());
  elsif change = 'left' then
    insert into case_transitions (kind, what, at, since, due_at) values (changed.kind,
      case when pg_has_role(session_user, 'eclusa_backoffice', 'member') then 'decided' else 'left' end, clock_timestamp(),
      changed.since, changed.due_at);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION eclusa.occupies_storage(state text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (state = ANY (ARRAY['PENDING'::text, 'WAITING_UPLOAD'::text, 'READY'::text]));
grant execute on function eclusa.occupies_storage(state text) to eclusa_api;

CREATE OR REPLACE FUNCTION eclusa.open_scope(of_user text, of_product text, of_wallet text, of_owned_product text)
 RETURNS text
 LANGUAGE sql
RETURN (((set_config('eclusa.user_id'::text, of_user, true) || set_config('eclusa.product_id'::text, of_product, true)) || set_config('eclusa.wallet_id'::text, of_wallet, true)) || set_config('eclusa.owned_product_id'::text, of_owned_product, true));
grant execute on function eclusa.open_scope(of_user text, of_product text, of_wallet text, of_owned_product text) to eclusa_api;
grant execute on function eclusa.open_scope(of_user text, of_product text, of_wallet text, of_owned_product text) to eclusa_backoffice;
grant execute on function eclusa.open_scope(of_user text, of_product text, of_wallet text, of_owned_product text) to eclusa_worker;

CREATE OR REPLACE FUNCTION eclusa.partitions_last_until()
 RETURNS TABLE(name text, until date)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'eclusa', 'pg_temp'
AS $function$
begin
  for name in select parent.name from month_partitioned_tables parent where months_ahead > 1 order by 1 loop
    until := date_trunc('month', now() at time zone 'UTC');
    while to_regclass(format('eclusa.%I', name || '_' || to_char(until, 'YYYY_MM'))) is not null loop
      until := until + interval '1 month';
    end loop;
    return next;
  end loop;
end $function$;
grant execute on function eclusa.partitions_last_until() to eclusa_api;
grant execute on function eclusa.partitions_last_until() to eclusa_backoffice;
grant execute on function eclusa.partitions_last_until() to eclusa_bootstrap;
grant execute on function eclusa.partitions_last_until() to eclusa_worker;

CREATE OR REPLACE FUNCTION eclusa.product_of_wallet(owner uuid, wallet uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'eclusa', 'pg_temp'
AS $function$
begin
  return (select product_id from wallets where user_id = owner and id = wallet);
end $function$;
grant execute on function eclusa.product_of_wallet(owner uuid, wallet uuid) to eclusa_api;
grant execute on function eclusa.product_of_wallet(owner uuid, wallet uuid) to eclusa_backoffice;
grant execute on function eclusa.product_of_wallet(owner uuid, wallet uuid) to eclusa_bootstrap;
grant execute on function eclusa.product_of_wallet(owner uuid, wallet uuid) to eclusa_worker;

CREATE OR REPLACE FUNCTION eclusa.queue_deliveries(users uuid[], products uuid[], ids uuid[], types text[], times timestamp with time zone[], only_endpoint uuid DEFAULT NULL::uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'eclusa', 'pg_temp'
AS $function$
#variable_conflict use_column
begin
  -- Most events have no endpoint, and the statement below costs more to start than these two look-ups.
  if not exists (select from webhook_endpoints where user_id = any (users) and deleted_at is null)
    and not exists (select from webhook_endpoints where product_id = any (products) and scope = 'PRODUCT' and deleted_at is null) then
    return;
  end if;
  insert into webhook_deliveries (user_id, id, endpoint_id, event_id, event_type, event_user_id, product_id, created_at)
  with queued as (
    select * from unnest(users, products, ids, types, times) queued (user_id, product_id, id, type, created_at)
    where pg_has_role(session_user, 'eclusa_worker', 'member') or pg_has_role(session_user, 'eclusa_backoffice', 'member')
      or pg_has_role(session_user, 'eclusa_bootstrap', 'member')
      or queued.user_id = nullif(current_setting('eclusa.user_id', true), '')::uuid
  ), wanted as (
    select endpoint.user_id, endpoint.id, endpoint.product_id, endpoint.event_types, queued.id as event_id, queued.type,
      queued.user_id as event_user_id, queued.created_at
    from queued cross join lateral (
      select user_id, id, product_id, event_types from webhook_endpoints
      where user_id = queued.user_id and (scope = 'USER' or id = only_endpoint) and enabled and deleted_at is null
        and (product_id is null or product_id = queued.product_id)
      -- An optimisation fence: without it this would be a join, which with few endpoints reads all of them.
      offset 0
    ) endpoint
    union all
    select endpoint.user_id, endpoint.id, endpoint.product_id, endpoint.event_types, queued.id, queued.type, queued.user_id,
      queued.created_at
    from queued cross join lateral (
      select user_id, id, product_id, event_types from webhook_endpoints
      where product_id = queued.product_id and scope = 'PRODUCT' and enabled and deleted_at is null
      offset 0
    ) endpoint
    where serves_target(endpoint.user_id, endpoint.product_id, queued.user_id)
  )
  select wanted.user_id, webhook_delivery_id(event_id, wanted.id), wanted.id, event_id, type, event_user_id, product_id, created_at
  from wanted
  where case when only_endpoint is null then event_types is null or type = any (event_types) else id = only_endpoint end;
end $function$;
grant execute on function eclusa.queue_deliveries(users uuid[], products uuid[], ids uuid[], types text[], times timestamp with time zone[], only_endpoint uuid) to eclusa_api;
grant execute on function eclusa.queue_deliveries(users uuid[], products uuid[], ids uuid[], types text[], times timestamp with time zone[], only_endpoint uuid) to eclusa_backoffice;
grant execute on function eclusa.queue_deliveries(users uuid[], products uuid[], ids uuid[], types text[], times timestamp with time zone[], only_endpoint uuid) to eclusa_bootstrap;
grant execute on function eclusa.queue_deliveries(users uuid[], products uuid[], ids uuid[], types text[], times timestamp with time zone[], only_endpoint uuid) to eclusa_worker;

CREATE OR REPLACE FUNCTION eclusa.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception '% is only ever added to', tg_table_name using errcode = 'insufficient_privilege';
end $function$;

CREATE OR REPLACE FUNCTION eclusa.refuse_removal()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception '% of % is refused: its rows are evidence', lower(tg_op), tg_table_name
    using errcode = 'restrict_violation', table = tg_table_name, constraint = tg_name;
end $function$;

CREATE OR REPLACE FUNCTION eclusa.refuse_self_admission()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' and (new.state, new.target_user_id, new.default_wallet_id) is not distinct from ('pending', null::uuid, null::uuid)
    or tg_op = 'UPDATE' and (old.state, old.target_user_id, old.default_wallet_id)
      is not distinct from (new.state, new.target_user_id, new.default_wallet_id)
    or current_user = (select pg_get_userbyid(relowner) from pg_class where oid = tg_relid)
  then return new; end if;
  raise exception '% of % is refused: an account is admitted by its onboarding', lower(tg_op), tg_table_name
    using errcode = 'restrict_violation', table = tg_table_name, constraint = tg_name;
end $function$;

CREATE OR REPLACE FUNCTION eclusa.register_payment(payment text, cents bigint, sent_by uuid[], received_by uuid[], pays uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'eclusa', 'pg_temp'
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION eclusa.register_refund_payments()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'eclusa', 'pg_temp'
AS $function$
declare
  request uuid[] := array[new.user_id, new.id];
begin
  if tg_op = 'INSERT' and new.paid_amount = 0 and new.payments = '[]' then return null; end if;
  if tg_op = 'UPDATE' and (old.payments, old.paid_amount) is not distinct from (new.payments, new.paid_amount) then return null; end if;
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
end $function$;

CREATE OR REPLACE FUNCTION eclusa.register_transaction()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'eclusa', 'pg_temp'
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION eclusa.replay_slot(at timestamp with time zone)
 RETURNS smallint
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (((floor((EXTRACT(epoch FROM at) / (7200)::numeric)))::bigint % (4)::bigint))::smallint;
grant execute on function eclusa.replay_slot(at timestamp with time zone) to eclusa_api;
grant execute on function eclusa.replay_slot(at timestamp with time zone) to eclusa_backoffice;
grant execute on function eclusa.replay_slot(at timestamp with time zone) to eclusa_bootstrap;
grant execute on function eclusa.replay_slot(at timestamp with time zone) to eclusa_worker;

CREATE OR REPLACE FUNCTION eclusa.replay_slot_is_over(slot_table text)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO 'eclusa', 'pg_temp'
 SET enable_seqscan TO 'off'
AS $function$
declare
  holds_living boolean;
begin
  execute format('select exists (select from %I where first_seen_at > now() - interval ''4 hours'')', slot_table)
    into holds_living;
  return not holds_living;
end $function$;

CREATE OR REPLACE FUNCTION eclusa.require_audit_entries(kept text, key_columns text[], columns text[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'eclusa', 'pg_temp'
AS $function$
begin
  insert into audited_tables (name, key_columns, columns) values (kept, key_columns, columns);
  execute format('create constraint trigger requires_audit_entry after insert or update or delete on %I
    deferrable initially deferred for each row execute function require_audit_entry()', kept);
  execute format('create trigger refuses_removal before truncate on %I execute function refuse_removal()', kept);
end $function$;

CREATE OR REPLACE FUNCTION eclusa.require_audit_entry()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'eclusa', 'pg_temp'
AS $function$
declare
  audited audited_tables;
  before jsonb := to_jsonb(old);
  after jsonb := to_jsonb(new);
  row_key text;
  newest record;
begin
  select * into strict audited from audited_tables where name = tg_table_name;
  if tg_op = 'UPDATE' and not exists (select from unnest(audited.columns) name where before -> name is distinct from after -> name)
  then return null; end if;

  row_key := (select string_agg(coalesce(after, before) ->> name, '|' order by place)
    from unnest(audited.key_columns) with ordinality keys (name, place));
  select digest into newest from audit_log_records where table_name = audited.name and key = row_key order by sequence desc limit 1;
  if found and newest.digest is not distinct from audited_digest(audited.name, row_key) and (tg_op <> 'UPDATE'
    or not exists (select from unnest(audited.key_columns) name where before -> name is distinct from after -> name))
  then return null; end if;

  if not found and tg_op = 'INSERT' and exists (
    select from user_accounts account
    where account.target_user_id = (case audited.name when 'users' then after ->> 'id' else after ->> 'user_id' end)::uuid
      and case audited.name
        when 'users' then true
        when 'product_users' then after ->> 'role' = 'TARGET' and account.product_id = (after ->> 'product_id')::uuid
        when 'wallets' then account.default_wallet_id = (after ->> 'id')::uuid
        else false end)
  then return null; end if;
  raise exception '% of % is refused: the audit log has no entry of it', lower(tg_op), tg_table_name
    using errcode = 'integrity_constraint_violation', table = tg_table_name, constraint = tg_name;
end $function$;

CREATE OR REPLACE FUNCTION eclusa.require_events(covered text, columns text[], covers_version boolean DEFAULT true, sealed text[] DEFAULT '{}'::text[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'eclusa', 'pg_temp'
AS $functionx$
declare
  listed text[] := array['user_id', 'id'] || columns;
  unknown text[] := array(select unnest(listed || sealed) except
    select attname from pg_attribute where attrelid = covered::regclass and not attisdropped);
  watched text[] := listed || case when covers_version then array['version'] else array[]::text[] end;
  same_row text := (select string_agg(format('stored.%1$I = new.%1$I', attname), ' and ') from pg_index
    join pg_attribute on attrelid = indrelid and attnum = any (indkey) where indrelid = covered::regclass and indisprimary);
  has_wallet boolean := exists (select from pg_attribute where attrelid = covered::regclass and attname = 'wallet_id');
  has_keys boolean := covered = 'transactions';
  is_partitioned boolean := (select relkind = 'p' from pg_class where oid = covered::regclass);
begin
  if cardinality(unknown) > 0 then raise exception '% has no columns %', covered, unknown; end if;
  insert into event_sourced_tables (name, columns) values (covered, listed) on conflict (name) do update set columns = excluded.columns;

  execute format($function$
    create or replace function row_digest(covered %1$I) returns bytea language sql stable parallel safe
    return sha256(convert_to(%2$s, 'UTF8'))$function$, covered, digest_expression(covered::regclass, listed, 'covered'));
  execute format('grant execute on function row_digest(%I) to eclusa_api, eclusa_worker, eclusa_backoffice, eclusa_bootstrap', covered);

  -- A transaction is read by its whole key. Its time, and with it the month, is looked up first.
  execute format($function$
    create or replace function stored_digest_%1$s(owner uuid, object uuid, of_version bigint, of_wallet uuid default null) returns bytea
      language plpgsql stable set search_path = eclusa, pg_temp
    as $body$
    declare
      digest bytea;
      made_at timestamptz;
    begin
      %2$s
      select row_digest(stored) into digest from %1$I stored
      where stored.user_id = owner and stored.id = object and stored.version = of_version %3$s %4$s;
      return digest;
    end $body$
    $function$, covered,
    case when has_keys then 'select created_at into made_at from transaction_keys known
        where known.user_id = owner and known.wallet_id = of_wallet and known.id = object;' end,
    case when has_wallet then 'and stored.wallet_id = of_wallet' end,
    case when has_keys then 'and stored.created_at = made_at' end);
  execute format('grant execute on function stored_digest_%1$s(uuid, uuid, bigint, uuid) to eclusa_api, eclusa_worker, eclusa_backoffice', covered);

  -- It runs as the writer, who sees its own rows. The event is searched within a day of now, and in an order that only the
  -- index by object has, so that neither the number of months nor an empty month's statistics change its cost. With a larger
  -- clock skew between gateway and database, the second look-up finds it in all months.
  execute format($function$
    create or replace function require_event_%1$s() returns trigger
      language plpgsql set search_path = eclusa, pg_temp set plan_cache_mode = force_generic_plan
    as $body$
    declare
      written bytea;
      last record;
    begin
      if tg_op = 'UPDATE' and (%2$s) is not distinct from (%3$s) then return null; end if;
      if not has_audit_entry() then
        raise exception '%% of %1$s %% is refused: the audit log has no entry of it', lower(tg_op), new.id
          using errcode = 'integrity_constraint_violation', table = '%1$s', constraint = tg_name;
      end if;
      written := row_digest(new);
      if tg_op = 'INSERT' or new.version > old.version then
        perform from events
        where user_id = new.user_id and object_id = new.id and sequence between new.version and new.version and digest = written
          and created_at between now() - interval '1 day' and now() + interval '1 day'
        order by sequence;
        if found then return null; end if;
      end if;
      %4$s
      -- A transaction may write a row more than once: then the event is about its last state.
      select stored.version, row_digest(stored) as digest into last from %1$I stored where %5$s;
      if found and (tg_op = 'INSERT' or last.version > old.version) then
        perform from events
        where user_id = new.user_id and object_id = new.id and sequence between last.version and last.version and digest = last.digest
        order by sequence;
        if found then return null; end if;
      end if;
      raise exception '%% of %1$s %% is refused: it has no event', lower(tg_op), new.id
        using errcode = 'integrity_constraint_violation', table = '%1$s', constraint = tg_name;
    end $body$
    $function$, covered,
    (select string_agg(format('old.%I', name), ', ') from unnest(watched) as name),
    (select string_agg(format('new.%I', name), ', ') from unnest(watched) as name),
    case when cardinality(sealed) > 0 then format($reseal$
      if tg_op = 'UPDATE' and %s then
        select digest into last from audit_log_records
        where table_name = %L and key = concat_ws('|', new.user_id, new.id, new.version) order by sequence desc limit 1;
        if found and last.digest = written then return null; end if;
      end if;$reseal$, (select string_agg(format('old.%1$I is not distinct from new.%1$I', name), ' and ')
        from unnest(listed || array['version', 'updated_at']) as name where name <> all (sealed)), covered) end,
    same_row);

  if exists (select from pg_trigger where tgrelid = covered::regclass and tgname = 'requires_event') then return; end if;
  execute format('create policy read_by_owner on %I for select to current_user using (true)', covered);
  execute format('create constraint trigger requires_event after insert or update on %1$I deferrable initially deferred
    for each row execute function require_event_%1$s()', covered);
  -- A statement trigger does not protect the partitions of a table, and TRUNCATE has no row triggers.
  if is_partitioned then
    execute format('create trigger refuses_delete before delete on %I for each row execute function refuse_removal()', covered);
    execute format('create trigger refuses_removal before truncate on %I execute function refuse_removal()', covered);
  else
    execute format('create trigger refuses_removal before delete or truncate on %I execute function refuse_removal()', covered);
  end if;
end $functionx$;

CREATE OR REPLACE FUNCTION eclusa.require_history_entry()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'eclusa', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  this_transaction xid := pg_current_xact_id()::xid;
  client uuid;
  onboarding uuid;
  noted boolean;
begin
  if tg_op = 'UPDATE' and old.status is not distinct from new.status then return null; end if;
  if tg_argv[0] = 'client_activity' then
    client := coalesce(to_jsonb(new)->>'client_id', new.id::text);
    -- A writer holds the end of a client's history until it commits: an entry of this transaction is the newest.
    select xmin = this_transaction into noted from client_activity
    where user_id = new.user_id and client_id = client order by sequence desc limit 1;
  else
    onboarding := to_jsonb(new)->>'onboarding_id';
    select true into noted from onboarding_activity
    where user_id = new.user_id and onboarding_id = onboarding and xmin = this_transaction limit 1;
  end if;
  if noted then return null; end if;
  raise exception 'a verdict on % % is refused: its history has no entry of it', tg_table_name, new.id
    using errcode = 'integrity_constraint_violation', table = tg_table_name, constraint = tg_name;
end $function$;

CREATE OR REPLACE FUNCTION eclusa.require_protege_clearance()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'eclusa', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION eclusa.schedule_endpoint_now()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'eclusa', 'pg_temp'
AS $function$
begin
  update webhook_schedule set look_at = now() where user_id = new.user_id and endpoint_id = new.id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION eclusa.scope_lock(id uuid)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (((('x'::text || "right"((id)::text, 3)))::bit(12))::integer & 1023);

CREATE OR REPLACE FUNCTION eclusa.scope_of(caller uuid, asked_product uuid, asked_target uuid, asked_wallet uuid)
 RETURNS TABLE(product_id uuid, product_role text, user_id uuid, grant_id uuid, wallet_id uuid, wallet_status text, wallet_product_id uuid)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 1
 SET search_path TO 'eclusa', 'pg_temp'
AS $function$
#variable_conflict use_column
declare
  state text;
begin
  select status into state from users where id = caller;
  if state is distinct from 'ACTIVE' then return; end if;

  if asked_product is null then
    select product_id, role into product_id, product_role from product_users where user_id = caller and is_default;
  else
    select product_id, role into product_id, product_role from product_users
    where user_id = caller and product_id = asked_product;
  end if;
  select status into state from products where id = scope_of.product_id;
  if state is distinct from 'ACTIVE' then
    product_id := null;
    product_role := null;
  end if;

  if asked_target is null or asked_target = caller then
    user_id := caller;
  elsif scope_of.product_role = 'OWNER' then
    select user_id, grant_id into user_id, grant_id from product_users
    where user_id = asked_target and product_id = scope_of.product_id and role = 'TARGET';
    select status into state from users where id = scope_of.user_id;
    if state is distinct from 'ACTIVE' then
      user_id := null;
      grant_id := null;
    end if;
  end if;

  select id, status, product_id into wallet_id, wallet_status, wallet_product_id from wallets
  where user_id = scope_of.user_id and case when asked_wallet is null then is_default else id = asked_wallet end
    and (scope_of.user_id = caller or product_id = scope_of.product_id)
  order by product_id is not distinct from scope_of.product_id desc, product_id nulls first
  limit 1;
  return next;
end $function$;
grant execute on function eclusa.scope_of(caller uuid, asked_product uuid, asked_target uuid, asked_wallet uuid) to eclusa_api;

CREATE OR REPLACE FUNCTION eclusa.scope_owned_product_id()
 RETURNS uuid
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (NULLIF(current_setting('eclusa.owned_product_id'::text, true), ''::text))::uuid;
grant execute on function eclusa.scope_owned_product_id() to eclusa_api;
grant execute on function eclusa.scope_owned_product_id() to eclusa_backoffice;
grant execute on function eclusa.scope_owned_product_id() to eclusa_bootstrap;
grant execute on function eclusa.scope_owned_product_id() to eclusa_worker;

CREATE OR REPLACE FUNCTION eclusa.scope_product_id()
 RETURNS uuid
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (NULLIF(current_setting('eclusa.product_id'::text, true), ''::text))::uuid;
grant execute on function eclusa.scope_product_id() to eclusa_api;
grant execute on function eclusa.scope_product_id() to eclusa_backoffice;
grant execute on function eclusa.scope_product_id() to eclusa_bootstrap;
grant execute on function eclusa.scope_product_id() to eclusa_worker;

CREATE OR REPLACE FUNCTION eclusa.scope_user_id()
 RETURNS uuid
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (current_setting('eclusa.user_id'::text))::uuid;
grant execute on function eclusa.scope_user_id() to eclusa_api;
grant execute on function eclusa.scope_user_id() to eclusa_backoffice;
grant execute on function eclusa.scope_user_id() to eclusa_bootstrap;
grant execute on function eclusa.scope_user_id() to eclusa_worker;

CREATE OR REPLACE FUNCTION eclusa.scope_version(caller uuid, asked_product uuid, on_behalf uuid)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'eclusa', 'pg_temp'
AS $function$
declare
  seen text := concat_ws(' ',
    (select version from scope_versions where id = caller),
    (select version from scope_versions where id = coalesce(asked_product,
      (select product_id from product_users where user_id = caller and is_default))));
begin
  if on_behalf <> caller then
    seen := concat_ws(' ', seen, (select version from scope_versions where id = on_behalf));
  end if;
  return seen;
end $function$;
grant execute on function eclusa.scope_version(caller uuid, asked_product uuid, on_behalf uuid) to eclusa_api;

CREATE OR REPLACE FUNCTION eclusa.scope_wallet_id()
 RETURNS uuid
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (NULLIF(current_setting('eclusa.wallet_id'::text, true), ''::text))::uuid;
grant execute on function eclusa.scope_wallet_id() to eclusa_api;
grant execute on function eclusa.scope_wallet_id() to eclusa_backoffice;
grant execute on function eclusa.scope_wallet_id() to eclusa_bootstrap;
grant execute on function eclusa.scope_wallet_id() to eclusa_worker;

CREATE OR REPLACE FUNCTION eclusa.serves_target(owner uuid, product uuid, target uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'eclusa', 'pg_temp'
AS $function$
begin
  return exists (select from (select product_id, role from product_users where user_id = owner offset 0) owning
      where product_id = product and role = 'OWNER')
    and exists (select from (select product_id, role from product_users where user_id = target offset 0) served
      where product_id = product and role = 'TARGET')
    and coalesce((select status from users where id = owner) = 'ACTIVE' and (select status from users where id = target) = 'ACTIVE'
      and (select status from products where id = product) = 'ACTIVE', false);
end $function$;
grant execute on function eclusa.serves_target(owner uuid, product uuid, target uuid) to eclusa_api;
grant execute on function eclusa.serves_target(owner uuid, product uuid, target uuid) to eclusa_backoffice;
grant execute on function eclusa.serves_target(owner uuid, product uuid, target uuid) to eclusa_bootstrap;
grant execute on function eclusa.serves_target(owner uuid, product uuid, target uuid) to eclusa_worker;

CREATE OR REPLACE FUNCTION eclusa.still_served(served uuid, under_grant uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'eclusa', 'pg_temp'
BEGIN ATOMIC
 SELECT ((EXISTS ( SELECT
            FROM eclusa.users
           WHERE ((users.id = still_served.served) AND (users.status = 'ACTIVE'::text)))) AND ((under_grant IS NULL) OR (EXISTS ( SELECT
            FROM (eclusa.product_users target
              JOIN eclusa.products ON ((products.id = target.product_id)))
           WHERE ((target.grant_id = still_served.under_grant) AND (target.user_id = still_served.served) AND (target.role = 'TARGET'::text) AND (products.status = 'ACTIVE'::text) AND (EXISTS ( SELECT
                    FROM (eclusa.product_users owning
                      JOIN eclusa.users ON ((users.id = owning.user_id)))
                   WHERE ((owning.product_id = target.product_id) AND (owning.role = 'OWNER'::text) AND (users.status = 'ACTIVE'::text)))))))));
END;
grant execute on function eclusa.still_served(served uuid, under_grant uuid) to eclusa_api;
grant execute on function eclusa.still_served(served uuid, under_grant uuid) to eclusa_backoffice;
grant execute on function eclusa.still_served(served uuid, under_grant uuid) to eclusa_bootstrap;
grant execute on function eclusa.still_served(served uuid, under_grant uuid) to eclusa_worker;

CREATE OR REPLACE FUNCTION eclusa.unschedule_delivery()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.scheduled := false;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION eclusa.use_api_key(key_id text, hashes bytea[], peppers text[])
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'eclusa', 'pg_temp'
AS $function$
declare
  held record;
  place integer;
begin
  select user_id, hash into held from api_keys where id = key_id and hash = any (hashes) and revoked_at is null;
  if not found then return null; end if;
  place := array_position(hashes, held.hash);
  if place > 1 and not exists (select from api_key_rehashes where id = key_id and pepper = peppers[1]) then
    insert into api_key_rehashes (id, hash, pepper) values (key_id, hashes[1], peppers[1])
    on conflict (id) do update set hash = excluded.hash, pepper = excluded.pepper;
  end if;
  update api_keys set last_used_at = now(), pepper = peppers[place]
  where id = key_id and hash = held.hash and (last_used_at is null or last_used_at < now() - interval '1 minute'
    or pepper is distinct from peppers[place]);
  return held.user_id;
end $function$;
grant execute on function eclusa.use_api_key(key_id text, hashes bytea[], peppers text[]) to eclusa_api;

CREATE OR REPLACE FUNCTION eclusa.webhook_delivery_id(event_id uuid, endpoint_id uuid)
 RETURNS uuid
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (SELECT (encode(set_byte(set_byte(hashed.marked, 6, (112 | (get_byte(hashed.marked, 6) & 15))), 8, (128 | (get_byte(hashed.marked, 8) & 63))), 'hex'::text))::uuid AS encode FROM (SELECT OVERLAY(decode(md5(((webhook_delivery_id.event_id)::text || (webhook_delivery_id.endpoint_id)::text)), 'hex'::text) PLACING SUBSTRING(uuid_send(webhook_delivery_id.event_id) FROM 1 FOR 6) FROM 1 FOR 6) AS marked) hashed);
grant execute on function eclusa.webhook_delivery_id(event_id uuid, endpoint_id uuid) to eclusa_api;
grant execute on function eclusa.webhook_delivery_id(event_id uuid, endpoint_id uuid) to eclusa_backoffice;
grant execute on function eclusa.webhook_delivery_id(event_id uuid, endpoint_id uuid) to eclusa_bootstrap;
grant execute on function eclusa.webhook_delivery_id(event_id uuid, endpoint_id uuid) to eclusa_worker;

CREATE OR REPLACE FUNCTION eclusa.write_audit_log(act jsonb, sealed_part bytea)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'eclusa', 'pg_temp'
AS $function$
declare
  head audit_log_head;
  entry audit_log;
begin
  select * into strict head from audit_log_head for update;
  entry := jsonb_populate_record(null::audit_log, act);
  entry.sequence := head.sequence + 1;
  entry.at := clock_timestamp();
  entry.sealed := sealed_part;
  entry.records := coalesce((
    select jsonb_agg(kept || jsonb_build_object('digest', encode(audited_digest(kept->>'table', kept->>'key'), 'hex')))
    from jsonb_array_elements(act->'records') kept), '[]');
  entry.previous_hash := head.hash;
  entry.hash := audit_log_hash(entry);
  insert into audit_log select entry.*;
  insert into audit_log_records (table_name, key, sequence, digest)
  select kept->>'table', kept->>'key', entry.sequence, decode(kept->>'digest', 'hex')
  from jsonb_array_elements(entry.records) kept;
  update audit_log_head set sequence = entry.sequence, hash = entry.hash;
  return entry.sequence;
end $function$;
grant execute on function eclusa.write_audit_log(act jsonb, sealed_part bytea) to eclusa_backoffice;
grant execute on function eclusa.write_audit_log(act jsonb, sealed_part bytea) to eclusa_bootstrap;
grant execute on function eclusa.write_audit_log(act jsonb, sealed_part bytea) to eclusa_worker;

CREATE OR REPLACE FUNCTION eclusa.write_request_log(user_ids uuid[], ids uuid[], product_ids uuid[], methods text[], operations text[], paths text[], statuses smallint[], codes text[], durations_ms integer[], credentials text[], credential_ids text[], first_request_ids uuid[], times timestamp with time zone[], errors json[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'eclusa', 'pg_temp'
BEGIN ATOMIC
 INSERT INTO eclusa.request_log (user_id, id, product_id, method, operation, path, status, code, duration_ms, credential, credential_id, first_request_id, created_at, errors)  SELECT unnest.unnest,
             unnest.unnest_1 AS unnest,
             unnest.unnest_2 AS unnest,
             unnest.unnest_3 AS unnest,
             unnest.unnest_4 AS unnest,
             unnest.unnest_5 AS unnest,
             unnest.unnest_6 AS unnest,
             unnest.unnest_7 AS unnest,
             unnest.unnest_8 AS unnest,
             unnest.unnest_9 AS unnest,
             unnest.unnest_10 AS unnest,
             unnest.unnest_11 AS unnest,
             unnest.unnest_12 AS unnest,
             unnest.unnest_13 AS unnest
            FROM UNNEST(write_request_log.user_ids, write_request_log.ids, write_request_log.product_ids, write_request_log.methods, write_request_log.operations, write_request_log.paths, write_request_log.statuses, write_request_log.codes, write_request_log.durations_ms, write_request_log.credentials, write_request_log.credential_ids, write_request_log.first_request_ids, write_request_log.times, write_request_log.errors) unnest(unnest, unnest_1, unnest_2, unnest_3, unnest_4, unnest_5, unnest_6, unnest_7, unnest_8, unnest_9, unnest_10, unnest_11, unnest_12, unnest_13);
END;
grant execute on function eclusa.write_request_log(user_ids uuid[], ids uuid[], product_ids uuid[], methods text[], operations text[], paths text[], statuses smallint[], codes text[], durations_ms integer[], credentials text[], credential_ids text[], first_request_ids uuid[], times timestamp with time zone[], errors json[]) to eclusa_api;

-- The queue, which pg-boss makes: the rights on it.
grant delete, insert, select, update on pgboss.bam to eclusa_worker;
grant delete, insert, select, update on pgboss.job to eclusa_worker;
grant delete, insert, select, update on pgboss.job_common to eclusa_worker;
grant delete, insert, select, update on pgboss.job_dependency to eclusa_worker;
grant delete, insert, select, update on pgboss.queue to eclusa_worker;
grant delete, insert, select, update on pgboss.queue_stats to eclusa_worker;
grant delete, insert, select, update on pgboss.schedule to eclusa_worker;
grant delete, insert, select, update on pgboss.subscription to eclusa_worker;
grant delete, insert, select, update on pgboss.version to eclusa_worker;
grant delete, insert, select, update on pgboss.warning to eclusa_worker;
grant execute on function pgboss.create_queue(queue_name text, options jsonb) to eclusa_api;
grant execute on function pgboss.create_queue(queue_name text, options jsonb) to eclusa_backoffice;
grant execute on function pgboss.create_queue(queue_name text, options jsonb) to eclusa_bootstrap;
grant execute on function pgboss.create_queue(queue_name text, options jsonb) to eclusa_worker;
grant execute on function pgboss.delete_queue(queue_name text) to eclusa_api;
grant execute on function pgboss.delete_queue(queue_name text) to eclusa_backoffice;
grant execute on function pgboss.delete_queue(queue_name text) to eclusa_bootstrap;
grant execute on function pgboss.delete_queue(queue_name text) to eclusa_worker;
grant execute on function pgboss.job_now() to eclusa_api;
grant execute on function pgboss.job_now() to eclusa_backoffice;
grant execute on function pgboss.job_now() to eclusa_bootstrap;
grant execute on function pgboss.job_now() to eclusa_worker;
grant execute on function pgboss.job_table_format(command text, table_name text) to eclusa_api;
grant execute on function pgboss.job_table_format(command text, table_name text) to eclusa_backoffice;
grant execute on function pgboss.job_table_format(command text, table_name text) to eclusa_bootstrap;
grant execute on function pgboss.job_table_format(command text, table_name text) to eclusa_worker;
grant execute on function pgboss.job_table_run(command text, tbl_name text, queue_name text) to eclusa_api;
grant execute on function pgboss.job_table_run(command text, tbl_name text, queue_name text) to eclusa_backoffice;
grant execute on function pgboss.job_table_run(command text, tbl_name text, queue_name text) to eclusa_bootstrap;
grant execute on function pgboss.job_table_run(command text, tbl_name text, queue_name text) to eclusa_worker;
grant execute on function pgboss.job_table_run_async(command_name text, version integer, command text, tbl_name text, queue_name text) to eclusa_api;
grant execute on function pgboss.job_table_run_async(command_name text, version integer, command text, tbl_name text, queue_name text) to eclusa_backoffice;
grant execute on function pgboss.job_table_run_async(command_name text, version integer, command text, tbl_name text, queue_name text) to eclusa_bootstrap;
grant execute on function pgboss.job_table_run_async(command_name text, version integer, command text, tbl_name text, queue_name text) to eclusa_worker;
grant insert, select (id) on pgboss.job_common to eclusa_api;
grant insert, select (id) on pgboss.job_common to eclusa_backoffice;
grant insert, select (id) on pgboss.job_common to eclusa_bootstrap;
grant select on pgboss.queue to eclusa_api;
grant select on pgboss.queue to eclusa_backoffice;
grant select on pgboss.queue to eclusa_bootstrap;
grant select on pgboss.version to eclusa_api;
grant select on pgboss.version to eclusa_backoffice;
grant select on pgboss.version to eclusa_bootstrap;
grant usage on schema pgboss to eclusa_api;
grant usage on schema pgboss to eclusa_backoffice;
grant usage on schema pgboss to eclusa_bootstrap;
grant usage on schema pgboss to eclusa_worker;
