import type pg from 'pg'
import sql from 'sql-template-tag'
import { runTransaction, type Transaction } from '../../platform/db/transaction.ts'
import { job } from '../../platform/jobs/job.ts'
import type { Log } from '../../platform/observability/log.ts'
import type { Metrics } from '../../platform/observability/metrics.ts'
import { kept } from '../audit-log/audit-subjects.ts'
import { writeGatewayAct } from '../audit-log/write-audit-log.ts'
import { apiKeys } from './metrics.ts'

const BATCH = 100

interface AdoptServices {
  operator: pg.Pool
  log: Log
  metrics: Metrics
}

/** Replaces hashes made with an older pepper by hashes with the newest, with a journal entry. */
export const adoptKeyHashes = job('adopt-key-hashes', {
  cron: '* * * * *',
  retryLimit: 0,
  async run({ operator, log, metrics }: AdoptServices, _data: object, job_id: string) {
    let adopted = 0
    for (let taken = BATCH; taken === BATCH; ) {
      const some = await runTransaction(operator, { work: (tx) => adoptSome(tx, job_id) })
      taken = some.taken
      adopted += some.adopted
    }
    if (adopted > 0) log.info('key_hashes_adopted', { count: adopted })
    const counted = await activeKeysByPepper(operator)
    const readings = counted.map(({ pepper, count }) => ({ labels: { pepper }, value: count }))
    metrics.replace(apiKeys, readings)
  },
})

async function adoptSome(tx: Transaction, job_id: string) {
  const waiting = await tx.query<{ id: string; hash: Buffer; pepper: string }>(sql`
    delete from api_key_rehashes where id in (select id from api_key_rehashes order by id limit ${BATCH})
    returning id, hash, pepper`)
  if (waiting.length === 0) return { taken: 0, adopted: 0 }
  const adopted = await tx.query<{ id: string }>(sql`
    update api_keys set hash = newer.hash, pepper = newer.pepper
    from unnest(${waiting.map(({ id }) => id)}::text[], ${waiting.map(({ hash }) => hash)}::bytea[],
      ${waiting.map(({ pepper }) => pepper)}::text[]) newer (id, hash, pepper)
    where api_keys.id = newer.id and revoked_at is null
    returning api_keys.id`)
  if (adopted.length > 0)
    writeGatewayAct(tx, {
      operation: adoptKeyHashes.name,
      subject_type: 'key',
      subject_id: waiting[0]!.pepper,
      request_id: job_id,
      changes: { hashed_anew: adopted.length },
      records: adopted.map(({ id }) => kept.apiKey(id)),
    })
  return { taken: waiting.length, adopted: adopted.length }
}

/** How many active keys use each pepper. */
export async function activeKeysByPepper(db: pg.Pool): Promise<{ pepper: string; count: number }[]> {
  const { rows } = await db.query<{ pepper: string; count: number }>(sql`
    select pepper, count(*)::integer as count from api_keys where revoked_at is null group by pepper order by pepper`)
  return rows
}
