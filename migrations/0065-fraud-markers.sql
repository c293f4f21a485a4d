-- Marks that our analysts made at DICT or took back there, who did and why. The person is DICT's to know: no document is
-- kept here. `request_id` is DICT's key of a creation, kept before anything is sent, so that a lost answer can be asked for
-- again under it; a mark that our agreement with a report made has none.
create table fraud_markers (
  id uuid primary key default gen_random_uuid(),
  request_id uuid unique,
  marker_id uuid unique,
  fraud_type text,
  status text not null check (status in ('ASKED', 'REGISTERED', 'REFUSED', 'CANCELLED')),
  made_by text,
  made_reason text,
  made_at timestamptz(3),
  cancelled_by text,
  cancelled_reason text,
  cancelled_at timestamptz(3)
);
grant select, insert, update on fraud_markers to eclusa_operator;
