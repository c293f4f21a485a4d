-- Files: what each is for, where its bytes are, and how far it has come. The bytes are in the object store. A row is
-- READY only after its bytes were read back and verified; an object without a READY row is nobody's, and is swept away.

create table files (
  user_id uuid not null,
  id uuid not null,
  type text not null,
  state text not null check (state in ('PENDING', 'WAITING_UPLOAD', 'READY', 'ERROR', 'ABORTED')),
  file_name text not null check (length(file_name) between 1 and 255),
  folder_name text,
  file_date date,
  failure_code text,
  content_type text not null,
  size bigint not null check (size >= 0),
  sha256 text not null check (length(sha256) = 64),
  object_key text,
  upload_expires_at timestamptz(3),
  version bigint not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (user_id, id),
  check (state <> 'READY' or object_key is not null)
);
create index files_by_creation on files (user_id, created_at, id);
create index files_by_bytes on files (user_id, sha256) where state = 'READY';
-- The worker asks this across users: which uploads ran out of time.
create index files_waiting on files (upload_expires_at) where state = 'WAITING_UPLOAD';

alter table files enable row level security;
alter table files force row level security;
create policy files_of_scope on files to eclusa_api
  using (user_id = scope_user_id()) with check (user_id = scope_user_id());
-- The sweeper and the expiry look across users. They only look: what they change, they change as the user it belongs to.
create policy files_for_operator on files for select to eclusa_operator using (true);
grant select, insert, update on files to eclusa_api;
grant select on files to eclusa_operator;
