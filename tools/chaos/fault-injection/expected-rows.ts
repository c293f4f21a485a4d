import type { FaultInjectionWork } from './log.ts'

/** The kinds of work that are checked by their effects. Bytes are checked with their file, and a batch record by record. */
type Effective = Exclude<FaultInjectionWork, 'putObject' | 'ingestTransactions'>

export const isEffective = (work: FaultInjectionWork): work is Effective => work in left

/** The effect of a request: its row, the name in it, and its event. */
export const left: Record<Effective, { rows: string; event: string }> = {
  updateAccount: {
    rows: `select reference_id as subject, reference_id as id, request_id from client_activity
           where user_id = $1 and reference_id = any($2::uuid[]) and event_type = 'ACCOUNT_UPDATED'
           order by client_id, sequence`,
    event: 'crossborder.account.updated',
  },
  createClient: {
    rows: `select email as subject, client.id, activity.request_id from crossborder_clients client
           left join client_activity activity on activity.user_id = client.user_id and activity.client_id = client.id
             and activity.event_type = 'CLIENT_CREATED'
           where client.user_id = $1 and email = any($2)`,
    event: 'crossborder.client.created',
  },
  createUpload: {
    rows: 'select sha256 as subject, id, null as request_id from files where user_id = $1 and sha256 = any($2)',
    event: 'storage.file.created',
  },
  confirmUpload: {
    rows: `select id as subject, id, null as request_id from files
           where user_id = $1 and id = any($2::uuid[]) and state = 'READY'`,
    event: 'storage.file.ready',
  },
  createFundRecoveryRequest: {
    rows: `select transaction_id as subject, id, null as request_id from fund_recovery_requests
           where user_id = $1 and transaction_id = any($2::uuid[])`,
    event: 'pix.fund_recovery_request.created',
  },
}

/** The events that the sink receives and the checker uses. */
export const judgedTypes = Object.values(left).map(({ event }) => event)
