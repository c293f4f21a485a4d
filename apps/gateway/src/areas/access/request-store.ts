import sql, { empty, raw, type Sql } from 'sql-template-tag'
import type { Page } from '../../http/page.ts'
import { type StoredRecord, scopeFilter, whereEquals } from '../../http/repository.ts'
import type { Tx } from '../../http/transaction.ts'
import { uuidv7Time } from '../../platform/ids.ts'
import type { RequestReply } from './request.ts'

type LoggedRequest = Omit<StoredRecord<typeof RequestReply>, 'version'>

const columns =
  raw(`id, user_id, product_id, method, operation, path, status, code, duration_ms, credential, credential_id,
  first_request_id, created_at, errors`)

/** The id of a request contains its time, so the lookup reads one partition (one day) by primary key. */
export async function findRequest(tx: Tx, id: string): Promise<LoggedRequest | undefined> {
  const created_at = uuidv7Time(id)
  if (!created_at) return undefined
  const [request] = await tx.query<LoggedRequest>(sql`
    select ${columns} from request_log where ${scopeFilter(tx)} and created_at = ${created_at} and id = ${id}`)
  return request
}

export interface RequestLogFilters {
  /** `4xx` or `404`. */
  status?: string
  failed?: boolean
  operation?: string
}

export function listRequestsOf(tx: Tx, { status, failed, operation }: RequestLogFilters, page: Page) {
  return tx.query<LoggedRequest>(sql`
    select ${columns} from request_log
    where ${scopeFilter(tx)} ${whereEquals({ operation })} ${withStatus(status)} ${whetherFailed(failed)} ${page.clause}`)
}

/**
 * Failures are compared with literal numbers instead of parameters, so that the planner can use the partial index of
 * failures.
 */
function withStatus(status: string | undefined): Sql {
  if (status === undefined) return empty
  const lowest = Number(status.replace('xx', '00'))
  const among = lowest >= 400 ? whetherFailed(true) : empty
  return status.endsWith('xx')
    ? sql`${among} and status >= ${lowest} and status < ${lowest + 100}`
    : sql`${among} and status = ${lowest}`
}

function whetherFailed(failed: boolean | undefined): Sql {
  if (failed === undefined) return empty
  return failed ? sql`and status >= 400` : sql`and status < 400`
}
