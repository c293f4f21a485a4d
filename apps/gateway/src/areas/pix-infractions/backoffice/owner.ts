import sql from 'sql-template-tag'
import type { FraudMarker } from '../../../partners/dict/fraud-markers.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { found } from '../../../platform/errors/fault.ts'
import { infractionUnknown } from '../errors.ts'

type ReadOnlyWork = <T>(work: (tx: Transaction) => Promise<T>) => Promise<T>

/** The owner of the report that created a marker, if it is a user of ours. */
export async function ownerOfReport(tx: Transaction, { infraction_report }: FraudMarker): Promise<string | null> {
  if (!infraction_report) return null
  const [owner] = await tx.query<{ user_id: string }>(sql`
    select user_id from infraction_notifications where id = ${infraction_report.id}`)
  return owner?.user_id ?? null
}

/** The owner and the amount of a notification. DICT generates the ids, so they are unique across users. */
export async function ownerOf(look: ReadOnlyWork, id: string): Promise<{ user_id: string; amount: number }> {
  const [owner] = await look((tx) =>
    tx.query<{ user_id: string; amount: number }>(sql`
      select user_id, amount from infraction_notifications where id = ${id}`),
  )
  return found(owner, infractionUnknown)
}
