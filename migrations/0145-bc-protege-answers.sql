-- in steps
-- Whom a register is asked about. An answer belongs to the number it was asked for, so the number is kept with the step.
alter table onboarding_steps add column if not exists shareholder_id uuid, add column if not exists document text;
-- then
create unique index concurrently onboarding_steps_one_of_subject on onboarding_steps (user_id, onboarding_id, name,
  legal_representative_id, shareholder_id) nulls not distinct;
-- then
drop index if exists onboarding_steps_one_each;
-- then
-- The owner for whom BC Protege+ is switched on.
alter table onboardings add column if not exists rejected_shareholder_id uuid;
grant update (rejected_shareholder_id) on onboardings to eclusa_desk;
-- then
select cover_table('onboardings', array[
  'product_id', 'grant_id', 'account_id', 'person_type', 'status', 'document', 'full_name', 'address', 'nationality',
  'pep', 'pep_since', 'occupation_cbo_code', 'occupation_income', 'patrimony', 'company_revenue', 'failed_code',
  'failed_message', 'rejected_legal_representative_id', 'rejected_shareholder_id', 'target_user_id', 'default_wallet_id',
  'submitted_at', 'finished_at', 'expires_at', 'created_at']);
-- then
-- Evidence: what BC Protege+ answered about each document. Rows are added by the gateway's job alone and never changed.
create table if not exists bc_protege_answers (
  user_id uuid not null,
  product_id uuid,
  onboarding_id uuid not null,
  id uuid not null,
  step_id uuid not null,
  legal_representative_id uuid,
  shareholder_id uuid,
  document text not null,
  check_id text not null,
  verdict text not null check (verdict in ('APPROVED', 'REJECTED')),
  asked_at timestamptz(3) not null,
  answered_at timestamptz(3) not null,
  -- As it was received.
  answer text not null,
  primary key (user_id, onboarding_id, id)
);
alter table bc_protege_answers enable row level security;
alter table bc_protege_answers force row level security;
drop policy if exists bc_protege_answers_of_scope on bc_protege_answers;
create policy bc_protege_answers_of_scope on bc_protege_answers to current_user, eclusa_api
  using (user_id = scope_user_id()) with check (user_id = scope_user_id());
drop policy if exists bound_to_product on bc_protege_answers;
create policy bound_to_product on bc_protege_answers as restrictive to eclusa_api
  using (scope_product_id() is null or product_id = scope_product_id());
drop policy if exists bc_protege_answers_for_operator on bc_protege_answers;
create policy bc_protege_answers_for_operator on bc_protege_answers for select to eclusa_worker, eclusa_desk using (true);
drop policy if exists read_by_auditor on bc_protege_answers;
create policy read_by_auditor on bc_protege_answers for select to eclusa_auditor using (true);
drop policy if exists looked_up_by_owner on bc_protege_answers;
create policy looked_up_by_owner on bc_protege_answers for select to current_user using (true);
grant select, insert on bc_protege_answers to eclusa_api;
grant select on bc_protege_answers to eclusa_worker, eclusa_desk, eclusa_auditor;
create or replace trigger row_stays before update or delete on bc_protege_answers for each row execute function refuse_removal();
create or replace trigger rows_stay before truncate on bc_protege_answers execute function refuse_removal();

-- No onboarding finishes before BC Protege+ has cleared the account holder, every active representative and every owner, by
-- its newest answer about the number that each has now, and at most 24 hours ago. Checked at COMMIT, whoever writes.
create or replace function finished_is_cleared() returns trigger
  language plpgsql security definer set search_path = eclusa, pg_temp set plan_cache_mode = force_generic_plan
as $$
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
end $$;
revoke execute on function finished_is_cleared() from public;
-- Triggers run in the order of their names: a login that may not finish an onboarding at all is refused for that first.
drop trigger if exists when_finished_is_cleared on onboardings;
create constraint trigger when_finished_is_cleared after insert or update of status on onboardings
  deferrable initially deferred for each row when (new.status = 'finished') execute function finished_is_cleared();
