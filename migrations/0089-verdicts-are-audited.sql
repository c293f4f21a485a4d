-- Whoever verifies holds verdicts on steps and faces against their histories.
grant select on onboarding_steps, livenesses to eclusa_auditor;
create policy read_by_auditor on onboarding_steps for select to eclusa_auditor using (true);
create policy read_by_auditor on livenesses for select to eclusa_auditor using (true);
