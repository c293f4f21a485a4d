-- The three roles. They are groups: logins are made by whoever runs the database, and joined to one of them.
--
--   eclusa_api       answers requests. Owns nothing, cannot bypass row-level security, sees one user at a time.
--   eclusa_operator  the worker and the operator's commands: work that crosses users, and nothing else.
--
-- The third is the owner of this schema, the login that runs the migrations.

do $$
begin
  create role eclusa_api nologin nobypassrls;
exception when duplicate_object or unique_violation then null;
end $$;

do $$
begin
  create role eclusa_operator nologin nobypassrls;
exception when duplicate_object or unique_violation then null;
end $$;

revoke all on schema eclusa from public;
-- A function that runs as its owner is a door; none of ours is open to whoever was not given its key.
alter default privileges revoke execute on functions from public;
do $$
begin
  -- A temporary table can carry a trigger, and so call a trigger function with rows of its maker's choice.
  execute format('revoke temporary on database %I from public', current_database());
exception when insufficient_privilege then
  raise notice 'the owner of the schema does not own the database: revoke TEMPORARY from public by hand';
end $$;
grant usage on schema eclusa to eclusa_api, eclusa_operator;
grant select on migrations to eclusa_api, eclusa_operator;

-- The user on whose behalf the transaction runs. It raises when the scope was not set, so that a forgotten scope is a
-- failure and never an empty or a foreign answer.
create function scope_user_id() returns uuid
  language sql stable parallel safe
  return current_setting('eclusa.user_id')::uuid;

grant execute on function scope_user_id() to eclusa_api, eclusa_operator;
