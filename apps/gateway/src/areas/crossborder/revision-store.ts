import sql from 'sql-template-tag'
import type { Tx } from '../../http/transaction.ts'
import type { Cipher } from '../../platform/encryption.ts'
import type { Log } from '../../platform/observability/log.ts'
import { earlierUnreadable } from './errors.ts'

/** The purpose (HKDF info string) of the key that encrypts previous values. */
export const EARLIER_VALUES = 'earlier values of clients'

export interface EarlierServices {
  earlierSeal: Cipher
  log: Log
}

/**
 * Stores the previous values of a client or an account, encrypted, in the transaction of the change. The API login
 * cannot read them back.
 */
export function keepEarlier(
  tx: Tx,
  seal: Cipher,
  { id, client_id, version }: { id: string; client_id: string; version: number },
  values: object,
): void {
  const { scope, request_id, now } = tx
  const sealed = seal.close(Buffer.from(JSON.stringify(values)), ownerOf(id, version))
  tx.write(sql`
    insert into crossborder_revisions (user_id, client_id, object_id, version, sealed, authenticated_user_id,
      request_id, replaced_at)
    values (${scope.user_id}, ${client_id}, ${id}, ${version}, ${sealed}, ${scope.authenticated_user_id},
      ${request_id}, ${now})`)
}

/** An encrypted earlier version of a record. */
export interface EncryptedRevision {
  object_id: string
  version: number
  replaced_at: string
  authenticated_user_id: string | null
  request_id: string
  sealed: Buffer
}

export interface Earlier extends Omit<EncryptedRevision, 'sealed'> {
  of: 'client' | 'account'
  /** Absent until it is decrypted. */
  values?: object
}

/** The maximum number of earlier versions shown for one client. */
const KEPT_MAX = 100

const keptBy = (user_id: string, client_id: string) => sql`
  select object_id, version, replaced_at, authenticated_user_id, request_id, sealed from crossborder_revisions
  where user_id = ${user_id} and client_id = ${client_id} order by replaced_at desc, object_id, version desc`

/** Earlier versions of a client and its accounts, newest first. They stay encrypted until a user gives a reason. */
export function keptOf(tx: Tx, client_id: string): Promise<EncryptedRevision[]> {
  return tx.query<EncryptedRevision>(sql`${keptBy(tx.scope.user_id, client_id)} limit ${KEPT_MAX}`)
}

/** An earlier version without its values: only that it existed and when it was replaced. */
export function closedEarlier(client_id: string, kept: EncryptedRevision): Earlier {
  const { object_id, version, replaced_at, authenticated_user_id, request_id } = kept
  const of = object_id === client_id ? 'client' : 'account'
  return { of, object_id, version, replaced_at, authenticated_user_id, request_id }
}

/**
 * Decrypts an earlier version. A value that cannot be decrypted was altered or not written by the gateway: it is
 * reported as unreadable, and no part of it is shown.
 */
export function createRevisionStore(
  { earlierSeal, log }: EarlierServices,
  client_id: string,
  kept: EncryptedRevision,
): Earlier {
  try {
    const opened = earlierSeal.open(kept.sealed, ownerOf(kept.object_id, kept.version)).toString()
    return { ...closedEarlier(client_id, kept), values: JSON.parse(opened) as object }
  } catch {
    const { object_id, version, request_id } = kept
    log.error('earlier_values_unreadable', { code: earlierUnreadable.code, request_id })
    throw earlierUnreadable({ members: { object_id, version } })
  }
}

/**
 * The additional data of the encryption. It binds a value to one version of one record, so that it cannot be decrypted
 * in the place of another.
 */
export const ownerOf = (id: string, version: number) => `${id} ${version}`
