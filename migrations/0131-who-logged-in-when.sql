-- A session keeps the issuer's own subject beside the person's id: by DESK_PERSON_CLAIM the two differ, and userinfo answers for
-- the subject. It keeps when and how the person proved who they are, for operations that need a recent or a strong login.
alter table desk_sessions
  add column subject text check (length(subject) between 1 and 255),
  add column auth_time timestamptz,
  add column acr text check (length(acr) between 1 and 255);
