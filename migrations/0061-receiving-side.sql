-- The receiving side of MED: the institution's verdict beside the client's answer, the life of the block, and what the
-- reporter says of itself and may still change.
--
-- `received_amount` is what came in, above which nothing is blocked; `returned_amount` what the core said it sent back.
-- `dict_status` is DICT's own word. `dict_retry_at`: what DICT could not be told of one report is tried again after a
-- pause, so that the others have their turn meanwhile.
alter table infraction_notifications
  add column received_amount bigint check (received_amount >= 0),
  add column returned_amount bigint not null default 0 check (returned_amount >= 0),
  add column reporter_participant text,
  add column contact_information jsonb,
  add column fraud_marker_id uuid,
  add column transaction_depth integer,
  add column question text,
  add column analysis_fraud_type text,
  add column decided_at timestamptz(3),
  add column decided_by text,
  add column decision_reason text,
  add column dict_status text,
  add column dict_retry_at timestamptz(3);
alter table unclaimed_infraction_reports add column dict_retry_at timestamptz(3);

-- Until now the client's answer was the verdict, and what was agreed with was called returned though nobody had said that
-- money moved. The owner of a table is held by its policies too, so they are lifted while it is set right.
alter table infraction_notifications no force row level security;
update infraction_notifications set
  received_amount = amount,
  dict_status = case status when 'IN_ANALYSIS' then 'ACKNOWLEDGED' else status end,
  analysis_fraud_type = case when analysis_result = 'AGREED' then compliance_fraud_type end,
  decided_at = case when analysis_result is not null then updated_at end,
  decided_by = case when analysis_result is null then null when client_status is null then 'default' else 'client' end,
  blocked_amount_status = case blocked_amount_status when 'RETURNED' then 'HELD_FOR_REFUND' else blocked_amount_status end;
alter table infraction_notifications force row level security;

-- For the worker, across users. Small, for what is done leaves them.
create index infraction_notifications_to_acknowledge on infraction_notifications (due_date) where dict_status = 'OPEN';
create index infraction_notifications_undecided on infraction_notifications (due_date)
  where decided_at is null and status in ('OPEN', 'ACKNOWLEDGED', 'IN_ANALYSIS');
drop index infraction_notifications_unanswered;

-- An analyst decides by the operator's login.
grant update on infraction_notifications to eclusa_operator;
