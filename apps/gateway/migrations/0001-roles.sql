-- Roles, the scope of a transaction, and row-level security.
--
--   eclusa_api        answers requests. It sees the rows of one user at a time.
--   eclusa_worker     runs jobs and ingests what the core of the institution reports. It reads across users.
--   eclusa_backoffice       the backoffice: people of the institution, each under their own name. It reads across users.
--   eclusa_bootstrap  the commands that set up an installation before the backoffice can be used.
--   eclusa_auditor    verifies the audit log. It only reads.
--
-- These are groups without login: the operator of the database creates logins and joins each to one group. None of them owns
-- a table or bypasses row-level security. The owner of the schema is the login that runs the migrations.

do $$
declare
  task text;
begin
  foreach task in array array['eclusa_api', 'eclusa_worker', 'eclusa_backoffice', 'eclusa_bootstrap', 'eclusa_auditor'] loop
    begin
      execute format('create role %I nologin nobypassrls', task);
    exception when duplicate_object or unique_violation then null; -- Roles belong to the server: another database may have created it.
    end;
  end loop;
end $$;

revoke all on schema eclusa from public;
grant usage on schema eclusa to eclusa_api, eclusa_worker, eclusa_backoffice, eclusa_bootstrap, eclusa_auditor;
grant select on migrations to eclusa_api, eclusa_worker, eclusa_backoffice, eclusa_bootstrap;
comment on table migrations is 'One row per applied migration file, with the checksum of its content.';

-- A function that runs as its owner has the owner's rights, so every function is granted by name.
alter default privileges revoke execute on functions from public;

do $$
begin
  -- A temporary table can have a trigger, which could call a trigger function with rows of an attacker's choice.
  execute format('revoke temporary on database %I from public', current_database());
exception when insufficient_privilege then
  raise notice 'the owner of the schema does not own the database: revoke TEMPORARY from public by hand';
end $$;

-- The user for whom the transaction runs. It raises without an open scope, so that a forgotten scope fails instead of
-- returning no rows or another user's.
create function scope_user_id() returns uuid
  language sql stable parallel safe
  return current_setting('eclusa.user_id')::uuid;

-- The product and the wallet that the caller is bound to. Null when a user acts for itself.
create function scope_product_id() returns uuid
  language sql stable parallel safe
  return nullif(current_setting('eclusa.product_id', true), '')::uuid;
create function scope_wallet_id() returns uuid
  language sql stable parallel safe
  return nullif(current_setting('eclusa.wallet_id', true), '')::uuid;

-- The product that the caller owns while it acts for itself and requests the events of its target users.
create function scope_owned_product_id() returns uuid
  language sql stable parallel safe
  return nullif(current_setting('eclusa.owned_product_id', true), '')::uuid;

grant execute on function scope_user_id(), scope_product_id(), scope_wallet_id(), scope_owned_product_id()
  to eclusa_api, eclusa_worker, eclusa_backoffice, eclusa_bootstrap;

-- Opens the scope of a transaction. PostgreSQL inlines it into the statement that calls it.
create function open_scope(of_user text, of_product text, of_wallet text, of_owned_product text) returns text
  language sql volatile
  return set_config('eclusa.user_id', of_user, true) || set_config('eclusa.product_id', of_product, true)
    || set_config('eclusa.wallet_id', of_wallet, true) || set_config('eclusa.owned_product_id', of_owned_product, true);
grant execute on function open_scope(text, text, text, text) to eclusa_api, eclusa_worker, eclusa_backoffice;

-- Row-level security of a table with users' records, enabled and forced:
--
--   of_scope           eclusa_api reads and writes the rows of the user in scope. With `owner`, so does the schema's owner, for
--                      functions that run as it.
--   bound_to_product   a caller that is bound to a product sees only the rows that `bound_by` selects. It restricts `of_scope`.
--   across_users       the worker, the backoffice and the others see every row; `across` lists the commands.
--
-- The grants of the table limit what each role may do with the rows it sees.
create function isolate_table(isolated text, bound_by text default 'product_id = scope_product_id()', across text default 'all',
  owner boolean default false) returns void
  language plpgsql set search_path = eclusa, pg_temp
as $$
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
end $$;

-- For tables whose rows are evidence: an update or a deletion is refused for every login.
create function refuse_removal() returns trigger
  language plpgsql
as $$
begin
  raise exception '% of % is refused: its rows are evidence', lower(tg_op), tg_table_name
    using errcode = 'restrict_violation', table = tg_table_name, constraint = tg_name;
end $$;
