-- One hand at a time takes a request further. `lease` names that hand, and whatever another one hears changes nothing; a
-- hand that lives renews its lease, and what a dead one held is free once `leased_until` has passed. The database's
-- clock counts, because it is the one that every worker shares.
--
-- `unheard_at` is set, and durable, before anything is sent, and goes back to what it was once the answer was heard: a
-- sending whose answer nobody heard may still be done by DICT, minutes later. `exists_since` is when DICT first said that
-- it holds a recovery of the payment: from then on it is looked for, and not sent again.
alter table fund_recovery_requests
  add column lease uuid,
  add column leased_until timestamptz(3),
  add column unheard_at timestamptz(3),
  add column exists_since timestamptz(3);

-- What DICT holds has not failed, whatever was heard of it. Not valid: what was written before stays as it was told.
alter table fund_recovery_requests
  add constraint fund_recovery_requests_not_failed_at_dict check (status <> 'FAILED' or dict_id is null) not valid;

-- How far DICT is asked to follow the money: 0 is as far as it does by itself, each step further is less.
alter table fund_recovery_requests add column graph_step smallint not null default 0;

-- When the ledger is to be looked through again for the money that refunds brought; null once all of it was found.
alter table fund_recovery_requests add column credits_due_at timestamptz(3);
create index fund_recovery_requests_credits_due on fund_recovery_requests (credits_due_at)
  where credits_due_at is not null;

-- What a payment is for, in the codes of the Pix messages. IPRT: recovered money, on its way back by a payment.
alter table transactions add column purpose text;
