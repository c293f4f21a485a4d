import type pg from 'pg'
import sql from 'sql-template-tag'
import type { Transaction } from '../../platform/db/transaction.ts'
import { DecryptionError } from '../../platform/encryption.ts'
import { job } from '../../platform/jobs/job.ts'
import type { KeyRing } from '../../platform/key-ring.ts'
import type { Log } from '../../platform/observability/log.ts'
import type { Metrics } from '../../platform/observability/metrics.ts'
import { type Portion, rowsUnder, type SealedColumn, sealAnew } from '../../platform/reencrypt-rows.ts'
import { EARLIER_VALUES, type EarlierServices, ownerOf } from './revision-store.ts'

export const earlierValues: SealedColumn = {
  purpose: EARLIER_VALUES,
  table: 'crossborder_revisions',
  column: 'sealed',
}

interface ResealServices extends EarlierServices {
  operator: pg.Pool
  signingKeys: KeyRing
  log: Log
  metrics: Metrics
}

interface StoredRevision {
  user_id: string
  client_id: string
  object_id: string
  version: number
  sealed: Buffer
}

/** Re-encrypts earlier values under the newest key after a key rotation. */
export const reencryptRevisions = job('reencrypt-revisions', {
  cron: '* * * * *',
  retryLimit: 0,
  run: (services: ResealServices) =>
    sealAnew(services, earlierValues, (tx, portion) => resealSome(tx, services, portion)),
})

async function resealSome(tx: Transaction, { earlierSeal }: ResealServices, portion: Portion) {
  // Rows need no lock, because no other code updates them.
  const rows = await tx.query<StoredRevision>(
    rowsUnder(earlierValues, 'user_id, client_id, object_id, version, sealed', portion),
  )
  const resealed = rows.flatMap(({ sealed, ...row }): StoredRevision[] => {
    const owner = ownerOf(row.object_id, row.version)
    try {
      return [{ ...row, sealed: earlierSeal.close(earlierSeal.open(sealed, owner), owner) }]
    } catch (error) {
      if (error instanceof DecryptionError) return []
      throw error
    }
  })
  if (resealed.length > 0)
    tx.write(sql`
      update crossborder_revisions kept set sealed = anew.sealed
      from unnest(${resealed.map(({ user_id }) => user_id)}::uuid[], ${resealed.map(({ client_id }) => client_id)}::uuid[],
        ${resealed.map(({ object_id }) => object_id)}::uuid[], ${resealed.map(({ version }) => version)}::bigint[],
        ${resealed.map(({ sealed }) => sealed)}::bytea[]) anew (user_id, client_id, object_id, version, sealed)
      where kept.user_id = anew.user_id and kept.client_id = anew.client_id and kept.object_id = anew.object_id
        and kept.version = anew.version`)
  return { had: rows.length, unreadable: rows.length - resealed.length }
}
