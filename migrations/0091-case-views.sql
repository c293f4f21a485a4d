-- What a person of the desk looks for again and again, under a name of their own. By the `sub` of the issuer: a session ends,
-- and a person stays. Filters alone, which are ids and words of ours.
create table case_views (
  person_id text not null check (length(person_id) between 1 and 255),
  id uuid not null,
  name text not null check (length(name) between 1 and 60),
  filters jsonb not null check (octet_length(filters::text) <= 2000),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (person_id, id)
);
create unique index case_views_by_name on case_views (person_id, lower(name));
grant select, insert, delete, update (name, filters, updated_at) on case_views to eclusa_desk;
