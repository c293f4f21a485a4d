-- in steps
-- Lists of users, of products and of who is of a product, page by page, for people of the institution.
create index concurrently users_by_time on users (created_at, id);
-- then
create index concurrently users_by_status on users (status, created_at, id);
-- then
create index concurrently products_by_time on products (created_at, id);
-- then
create index concurrently products_by_status on products (status, created_at, id);
-- then
create index concurrently product_users_by_time on product_users (product_id, created_at, user_id);
-- then
create index concurrently wallets_by_time on wallets (user_id, created_at, id);
-- then
-- All that keepers write, and no more: each of these is held to its entry in the journal, endpoints to their event as well.
grant select, insert on users, products, product_users, wallets, api_keys to eclusa_desk;
grant update (status, updated_at) on users, products, wallets to eclusa_desk;
grant update (grant_id), delete on product_users to eclusa_desk;
grant update (revoked_at) on api_keys to eclusa_desk;
grant select, insert, update (last_port), delete on webhook_networks to eclusa_desk;
grant select, update (enabled, disabled_reason, disabled_at, deleted_at, secret, previous_secret, previous_secret_expires_at,
  version, updated_at) on webhook_endpoints to eclusa_desk;
grant select, update (status, due_at, attempt_count, updated_at) on webhook_deliveries to eclusa_desk;
