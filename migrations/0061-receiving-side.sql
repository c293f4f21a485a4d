-- What DICT could not be told of one report is tried again after a pause, so that the others have their turn meanwhile.
alter table infraction_notifications add column dict_retry_at timestamptz(3);
alter table unclaimed_infraction_reports add column dict_retry_at timestamptz(3);
