-- What is there already. Of accounts that stand twice at the same coordinates the oldest has them: all of them stay as they
-- are and can be used, and a further one is refused. The rule is written out here as it is today; should it ever be another,
-- or an account have moved meanwhile, what this left is found out of date where it is read, and replaced.
insert into crossborder_account_coordinates (user_id, client_id, coordinates, account_id)
select user_id, client_id, coordinates, id
from crossborder_accounts
cross join lateral (
  select sha256(convert_to(string_agg(
    upper(regexp_replace(normalize(coalesce(part, ''), nfkc), '[[:space:]\u002d\u2010-\u2015\u2212]', '', 'g')),
    chr(31) order by place), 'UTF8')) as coordinates
  from unnest(array[country, currency_symbol, account_type, account_number, branch, bank_code,
    case when currency_symbol = 'USD' then 'ABA' else bank_code_type end, clearing_code])
    with ordinality as parts (part, place)
) spelled
where deleted_at is null
order by created_at, id
on conflict do nothing;
