-- Storage: files of users. Their bytes are in the object store.

create table files (
  user_id uuid not null,
  product_id uuid,
  id uuid not null,
  type text not null,
  -- READY only after the bytes were read back and verified. An object without a READY row is removed by a job.
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
  -- The owner of a document or video: the onboarding of the account holder, or a legal representative. Two people who send
  -- the same bytes have a file each. Null for files of no person.
  person_id uuid,
  version bigint not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (user_id, id),
  check (state <> 'READY' or object_key is not null)
);
comment on table files is 'One row per file of a user: its purpose, the place of its bytes, and the state of its upload.';
create index files_by_bytes on files (user_id, sha256) where state = 'READY';
create index files_by_creation on files (user_id, created_at, id);
create index files_of_product on files (user_id, product_id, created_at, id);
-- For the worker, across users: expired uploads.
create index files_waiting on files (upload_expires_at) where state = 'WAITING_UPLOAD';
select isolate_table('files', across => 'select');
grant select, insert, update on files to eclusa_api;
grant select on files to eclusa_worker, eclusa_backoffice, eclusa_bootstrap, eclusa_auditor;
select require_events('files', array[
  'product_id', 'type', 'state', 'file_name', 'folder_name', 'file_date', 'failure_code', 'content_type', 'size',
  'sha256', 'object_key', 'upload_expires_at', 'person_id', 'created_at']);

-- Updated as files come and go, because a sum would read every file of the user.
create table storage_usage (
  user_id uuid primary key,
  bytes bigint not null
) with (fillfactor = 70);
comment on table storage_usage is 'One row per user with the bytes of its files, uploaded or still to come.';
select isolate_table('storage_usage', bound_by => null, across => null);
grant select, insert, update on storage_usage to eclusa_api;

create function occupies_storage(state text) returns boolean
  language sql immutable parallel safe
  return state in ('PENDING', 'WAITING_UPLOAD', 'READY');
grant execute on function occupies_storage(text) to eclusa_api;

-- The row of a user is locked from here to the commit: two concurrent files of one user are counted one by one.
create function count_storage() returns trigger
  language plpgsql set search_path = eclusa, pg_temp
as $$
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
end $$;
create trigger counts_storage after insert or update of state, size on files for each row execute function count_storage();
