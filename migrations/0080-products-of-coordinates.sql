-- The coordinates of an account belong where its client does, and a client of another product is not seen from here.
create policy bound_to_product on crossborder_account_coordinates as restrictive to eclusa_api
  using (scope_product_id() is null or exists (
    select from crossborder_clients client
    where client.user_id = crossborder_account_coordinates.user_id
      and client.id = crossborder_account_coordinates.client_id));
