import sql, { raw } from 'sql-template-tag'
import type { Tx } from '../../../http/transaction.ts'
import { holdClient } from '../clients/client-store.ts'
import { accountExists } from '../errors.ts'
import type { Account } from './account.ts'
import { type Coordinates, coordinates, coordinatesKey } from './bank-details.ts'

const columns = raw(['id', ...coordinates].map((name) => `account.${name}`).join(', '))

/**
 * Reserves the bank details for an account, unless another account of the client has them. The client's row is locked
 * first, so that two concurrent accounts with the same details are serialised. Entries are never removed: an entry
 * whose account was deleted or has changed its details is recognised as stale and reassigned.
 */
export async function takeCoordinates(tx: Tx, account: Account): Promise<void> {
  const { id, client_id } = account
  const key = coordinatesKey(account)
  const [, there] = await Promise.all([holdClient(tx, client_id), findAt(tx, client_id, key)])
  if (there && there.id !== id && coordinatesKey(there).equals(key))
    throw accountExists({ members: { account_id: there.id } })
  tx.write(sql`
    insert into crossborder_account_bank_details (user_id, client_id, coordinates, account_id)
    values (${tx.scope.user_id}, ${client_id}, ${key}, ${id})
    on conflict (user_id, client_id, coordinates) do update set account_id = excluded.account_id`)
}

/**
 * Finds the existing account that last reserved these bank details. It looks up one account by id, because a join may
 * read all of them.
 */
async function findAt(tx: Tx, client_id: string, key: Buffer): Promise<(Coordinates & { id: string }) | undefined> {
  const { user_id } = tx.scope
  const [account] = await tx.query<Coordinates & { id: string }>(sql`
    select ${columns} from crossborder_account_bank_details taken
    cross join lateral (
      select * from crossborder_accounts where user_id = ${user_id} and id = taken.account_id limit 1
    ) account
    where taken.user_id = ${user_id} and taken.client_id = ${client_id} and taken.coordinates = ${key}
      and account.deleted_at is null`)
  return account
}
