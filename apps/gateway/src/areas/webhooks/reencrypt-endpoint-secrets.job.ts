import type pg from 'pg'
import sql from 'sql-template-tag'
import { writeGatewayAct } from '../../backoffice/audit-log/write-audit-log.ts'
import { WEBHOOK_SECRETS } from '../../events/delivery/attempt.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { type Cipher, DecryptionError, sealedUnder } from '../../platform/encryption.ts'
import { job } from '../../platform/jobs/job.ts'
import type { KeyRing } from '../../platform/key-ring.ts'
import type { Log } from '../../platform/observability/log.ts'
import type { Metrics } from '../../platform/observability/metrics.ts'
import { type Portion, rowsUnder, type SealedColumn, sealAnew } from '../../platform/reencrypt-rows.ts'

/** The current and the previous secret of every endpoint. */
export const endpointSecrets: SealedColumn[] = [
  {
    purpose: WEBHOOK_SECRETS,
    table: 'webhook_endpoints',
    column: 'secret',
    where: 'deleted_at is null and encryption_key_name(secret) is not null',
  },
  {
    purpose: WEBHOOK_SECRETS,
    table: 'webhook_endpoints',
    column: 'previous_secret',
    where: 'deleted_at is null and previous_secret is not null',
  },
]

interface ResealServices {
  operator: pg.Pool
  webhookSeal: Cipher
  signingKeys: KeyRing
  log: Log
  metrics: Metrics
}

interface Secrets {
  user_id: string
  id: string
  version: number
  secret: Buffer
  previous_secret: Buffer | null
}

/**
 * Re-encrypts endpoint secrets after a key rotation. No user sees a change: the version stays the same, and no event
 * is emitted. The stored row then differs from the digest in its last event, so an audit log entry records the change.
 * The rows are locked, so that a concurrent secret rotation waits.
 */
export const reencryptEndpointSecrets = job('reencrypt-endpoint-secrets', {
  cron: '* * * * *',
  retryLimit: 0,
  async run(services: ResealServices, _data: object, job_id: string) {
    for (const column of endpointSecrets)
      await sealAnew(services, column, (tx, portion) => resealSome(tx, services, column, portion, job_id))
  },
})

async function resealSome(
  tx: Transaction,
  { webhookSeal, signingKeys: { newest } }: ResealServices,
  column: SealedColumn,
  portion: Portion,
  job_id: string,
) {
  const under = rowsUnder(column, 'user_id, id, version, secret, previous_secret', portion)
  const rows = await tx.query<Secrets>(sql`${under} for update skip locked`)
  const anew = (sealed: Buffer, id: string) =>
    sealedUnder(sealed) === newest.name ? sealed : webhookSeal.close(webhookSeal.open(sealed, id), id)
  const resealed = rows.flatMap(({ secret, previous_secret, ...row }): Secrets[] => {
    try {
      const previous = previous_secret && anew(previous_secret, row.id)
      return [{ ...row, secret: anew(secret, row.id), previous_secret: previous }]
    } catch (error) {
      if (error instanceof DecryptionError) return []
      throw error
    }
  })
  if (resealed.length > 0) {
    tx.write(sql`
      update webhook_endpoints endpoint set secret = anew.secret, previous_secret = anew.previous_secret
      from unnest(${resealed.map(({ user_id }) => user_id)}::uuid[], ${resealed.map(({ id }) => id)}::uuid[],
        ${resealed.map(({ secret }) => secret)}::bytea[],
        ${resealed.map(({ previous_secret }) => previous_secret)}::bytea[]) anew (user_id, id, secret, previous_secret)
      where endpoint.user_id = anew.user_id and endpoint.id = anew.id`)
    writeGatewayAct(tx, {
      operation: reencryptEndpointSecrets.name,
      subject_type: 'key',
      subject_id: newest.name,
      request_id: job_id,
      changes: { sealed_anew: resealed.length, column: column.column },
      records: resealed.map(({ user_id, id, version }) => ({
        table: column.table,
        key: `${user_id}|${id}|${version}`,
      })),
    })
  }
  return { had: rows.length, unreadable: rows.length - resealed.length }
}
