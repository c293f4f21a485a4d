-- Evidence of the answer to an infraction notification: ids of files of storage, at most three.
alter table infraction_notifications
  add column file_ids uuid[] not null default '{}' check (cardinality(file_ids) <= 3);
