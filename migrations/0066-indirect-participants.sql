-- Which of our participants a report or a refund is addressed to: ourselves, or an indirect participant that reaches DICT
-- through us. Null in records older than this, which are our own.
alter table infraction_notifications add column participant text;
alter table refund_requests add column contested_participant text;
