-- What is held for a refund that never comes is released, a refund that is not paid in time is told, and DICT's own
-- notifications say when to look.
--
-- `hold_check_at`: when to look next whether a refund can still come; only while the money is held for one. `overdue_at`:
-- when to tell that the time to pay is over; null once that was told, or there is nothing left to pay.
alter table infraction_notifications add column hold_check_at timestamptz(3);
alter table refund_requests add column overdue_at timestamptz(3);
grant update (overdue_at) on refund_requests to eclusa_api;

-- The owner of a table is held by its policies too, so they are lifted while what is there already is brought along.
alter table infraction_notifications no force row level security;
update infraction_notifications set hold_check_at = now() where blocked_amount_status = 'HELD_FOR_REFUND';
alter table infraction_notifications force row level security;
alter table refund_requests no force row level security;
update refund_requests set overdue_at = due_date where status in ('OPEN', 'ANSWERED');
alter table refund_requests force row level security;

-- For the worker, across users. Small, for what is over leaves them.
create index infraction_notifications_to_release on infraction_notifications (hold_check_at)
  where hold_check_at is not null;
create index infraction_notifications_held_for on infraction_notifications (funds_recovery_id)
  where hold_check_at is not null;
create index refund_requests_overdue on refund_requests (overdue_at) where overdue_at is not null;
create index fund_recovery_requests_by_dict_id on fund_recovery_requests (dict_id) where next_action_at is not null;
-- Whether one is asked for, of a notification.
create index refund_requests_of_notification on refund_requests (user_id, infraction_notification_id)
  where status in ('OPEN', 'ANSWERED');

-- How far each reader of DICT's event notifications has come: DICT's own cursor, and the last number that was handled.
create table dict_event_readers (
  name text primary key,
  cursor text,
  last_id bigint not null,
  updated_at timestamptz(3) not null default now()
);
grant select, insert, update on dict_event_readers to eclusa_operator;
