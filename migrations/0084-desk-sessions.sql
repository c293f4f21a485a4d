-- Who is logged in at the desk. Of the token that a browser holds only a hash is kept, and the issuer's refresh token is
-- sealed: whoever reads this table can neither come in as somebody nor ask the issuer in their name.
create table desk_sessions (
  id uuid primary key,
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  person_id text not null check (length(person_id) between 1 and 255),
  person_name text not null check (length(person_name) between 1 and 200),
  roles text[] not null check (cardinality(roles) between 1 and 5),
  refresh_token bytea,
  network text not null,
  created_at timestamptz not null,
  seen_at timestamptz not null,
  looked_at timestamptz not null,
  -- While one process asks the issuer about this person the others wait: a refresh token is often good for one use.
  looking_until timestamptz,
  ends_at timestamptz not null check (ends_at > created_at)
);

create index desk_sessions_by_creation on desk_sessions (created_at, id);
create index desk_sessions_by_end on desk_sessions (ends_at);

-- Whose it is, its token and its end are said once.
grant select, insert, delete on desk_sessions to eclusa_desk;
grant update (person_name, roles, refresh_token, seen_at, looked_at, looking_until) on desk_sessions to eclusa_desk;
