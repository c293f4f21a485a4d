-- Key rotation: which keys encrypt stored data, and since when.

-- The name of the key that encrypted a value, as apps/gateway/src/platform/encryption.ts writes it before the value.
create function encryption_key_name(sealed bytea) returns text
  language sql immutable parallel safe strict
  return case when substring(sealed from 1 for 4) = '\x45434c01' then encode(substring(sealed from 5 for 4), 'hex') end;
grant execute on function encryption_key_name(bytea) to eclusa_api, eclusa_worker, eclusa_backoffice, eclusa_bootstrap;

create table key_rotations (
  setting text not null,
  name text not null,
  newest_at timestamptz(3) not null,
  primary key (setting, name)
);
comment on table key_rotations is 'One row per key of a setting, with the time since when it is the newest one; it shows when an older key can be removed.';
grant select, insert, update (newest_at) on key_rotations to eclusa_worker, eclusa_backoffice;

create table retired_keys (
  purpose text not null,
  name text not null,
  sealed bytea not null,
  primary key (purpose, name)
);
comment on table retired_keys is
  'One row per key of the audit log that its setting no longer has, encrypted under the newest: chained entries are never re-encrypted.';
grant select, insert, update (sealed), delete on retired_keys to eclusa_backoffice;
