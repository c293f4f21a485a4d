import sql from 'sql-template-tag'
import type { Log } from '../../base/observability/log.ts'
import type { Seal } from '../../base/sealed.ts'
import type { Tx } from '../../gate/transaction.ts'
import { earlierUnreadable } from './errors.ts'

/** What values that were replaced are sealed for. */
export const EARLIER_VALUES = 'earlier values of clients'

export interface EarlierServices {
  earlierSeal: Seal
  log: Log
}

/** Keeps what a client or an account said until now. It leaves with the change, and the API cannot read it back. */
export function keepEarlier(
  tx: Tx,
  seal: Seal,
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

/** A version that was replaced, sealed as it is kept. */
export interface Kept {
  object_id: string
  version: number
  replaced_at: string
  authenticated_user_id: string | null
  request_id: string
  sealed: Buffer
}

export interface Earlier extends Omit<Kept, 'sealed'> {
  of: 'client' | 'account'
  /** Absent until somebody opens it. */
  values?: object
}

/** More than anybody reads of one client. */
const KEPT_MAX = 100

const keptBy = (user_id: string, client_id: string) => sql`
  select object_id, version, replaced_at, authenticated_user_id, request_id, sealed from crossborder_revisions
  where user_id = ${user_id} and client_id = ${client_id} order by replaced_at desc, object_id, version desc`

/** What was kept of a client and its accounts, the newest first. It stays sealed until somebody has said why. */
export function keptOf(tx: Tx, client_id: string): Promise<Kept[]> {
  return tx.query<Kept>(sql`${keptBy(tx.scope.user_id, client_id)} limit ${KEPT_MAX}`)
}

/** That something stood there before, and since when it does not. */
export function closedEarlier(client_id: string, kept: Kept): Earlier {
  const { object_id, version, replaced_at, authenticated_user_id, request_id } = kept
  const of = object_id === client_id ? 'client' : 'account'
  return { of, object_id, version, replaced_at, authenticated_user_id, request_id }
}

/** What does not open was not written by us as it stands: that is said, and nothing is shown beside it as if it were whole. */
export function openEarlier({ earlierSeal, log }: EarlierServices, client_id: string, kept: Kept): Earlier {
  try {
    const opened = earlierSeal.open(kept.sealed, ownerOf(kept.object_id, kept.version)).toString()
    return { ...closedEarlier(client_id, kept), values: JSON.parse(opened) as object }
  } catch {
    const { object_id, version, request_id } = kept
    log.error('earlier_values_unreadable', { code: earlierUnreadable.code, request_id })
    throw earlierUnreadable({ members: { object_id, version } })
  }
}

/** Sealed for one version of one record: put beside another it does not open. */
export const ownerOf = (id: string, version: number) => `${id} ${version}`
