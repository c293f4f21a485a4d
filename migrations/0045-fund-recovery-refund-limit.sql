-- Until when the refunds of an analysed recovery have to be asked for, and when the client is to be told that they could
-- not be asked for yet; null once it was told, or when there is nothing to tell.
alter table fund_recovery_requests
  add column refund_limit_date timestamptz(3),
  add column refund_warn_at timestamptz(3);
