-- in steps
-- What a write asks of the database beside the record itself, asked for less.

-- As before, and of a user's own events, which another policy shows it, nobody asks whom its product serves. PostgreSQL asks the
-- policies of a table in the reverse order of their names, so that this one came first: at each event that was written or read.
alter policy events_of_targets on events
  using (user_id <> scope_user_id() and product_id = scope_owned_product_id()
    and serves_target(scope_user_id(), product_id, user_id));
