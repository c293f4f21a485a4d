-- A list is searched by the beginning of a name, written in whatever case. Not by lower(full_name): what that does to an
-- accent depends on the locale of the database, and under row-level security no condition on it reaches an index, because
-- it might tell of rows that are not the reader's. So the gateway writes the key itself, and the condition is on a column.
alter table onboardings add column name_key text collate "C";
drop index onboardings_by_name;
create index onboardings_by_name on onboardings (user_id, name_key, created_at, id);

create index user_accounts_by_document on user_accounts (user_id, product_id, document, created_at, id);
create index shareholders_by_onboarding on shareholders (user_id, onboarding_id, created_at, id);
create index legal_representatives_by_onboarding on legal_representatives (user_id, onboarding_id, created_at, id);

-- The id of an account is chosen by the caller and becomes that of a user. Were it the id of somebody who is a user
-- already, finishing the onboarding would put that user, with all that is theirs, under the caller's product.
create function refuse_id_of_user() returns trigger
  language plpgsql security definer set search_path = eclusa, pg_temp
as $$
begin
  if exists (select 1 from users where id = new.id) then
    raise unique_violation using constraint = 'user_accounts_id', message = 'the id is that of a user';
  end if;
  return new;
end $$;
create trigger user_accounts_id_of_user before insert on user_accounts
  for each row execute function refuse_id_of_user();

-- The same as before, but for one thing: a user who is there already is never admitted. An account is admitted once.
create or replace function admit_target_user(account uuid) returns void
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
  insert into users (id, name) values (owned.id, left(owned.name, 80));
  insert into product_users (user_id, product_id, role) values (owned.id, owned.product_id, 'TARGET');
end $$;
