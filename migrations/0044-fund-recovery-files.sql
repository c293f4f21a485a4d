-- Evidence of a fund recovery request: at most three files, each `{pix_fund_recovery_request_id, file_id, name}`. The
-- files themselves are rows and bytes of storage.
alter table fund_recovery_requests
  add column files jsonb not null default '[]' check (jsonb_array_length(files) <= 3);
