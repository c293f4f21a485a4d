-- in steps
-- Recoveries whose refunds can still be asked for, by until when: how many are about to be too late is counted each minute.
-- Small, for what was asked for, or is too late, leaves it.
create index concurrently fund_recovery_requests_by_limit on fund_recovery_requests (refund_limit_date)
  where status = 'ANALYSED' and failed_code is null;
