import type pg from 'pg'
import type { Found } from './check.ts'
import type { Entry, Work } from './log.ts'
import type { Fire } from './stage.ts'

/** A payment that can be contested, as the ledger and as DICT calls it. */
export interface Payment {
  transaction_id: string
  end_to_end_id: string
}

interface Row {
  subject: string
  /** Of the record it is about. */
  id: string
  request_id: string | null
}

const HEADS_AT_ONCE = 16

/** What an effect leaves: which row, under which name, and the event that is told of it. */
const left: Record<Work, { rows: string; event: string }> = {
  updateAccount: {
    rows: `select reference_id as subject, reference_id as id, request_id from client_activity
           where user_id = $1 and reference_id = any($2::uuid[]) and event_type = 'ACCOUNT_UPDATED'`,
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

/** Looks up all that the log tells of: in the tables, in the events, at the sink, in the store and at DICT. */
export async function findAll(fire: Fire, entries: Entry[], payments: Payment[]): Promise<Found> {
  const { admin, user } = fire.stage
  const found: Found = { effects: [], events: [], heard: heardBy(fire), files: [], contested: [] }
  for (const [work, asked] of Map.groupBy(entries, (entry) => entry.work)) {
    const subjects = [...new Set(asked.map(({ subject }) => subject))]
    await findWork(admin, user.user_id, work, subjects, found)
  }
  found.files = await findFiles(fire, subjectsOf(found, 'confirmUpload'))
  const contested = subjectsOf(found, 'createFundRecoveryRequest')
  found.contested = payments
    .filter(({ transaction_id }) => contested.includes(transaction_id))
    .map(({ transaction_id: subject, end_to_end_id }) => ({
      subject,
      times: fire.dict.world.recoveries.group(end_to_end_id).length,
    }))
  return found
}

const subjectsOf = ({ effects }: Found, work: Work) =>
  effects.filter((effect) => effect.work === work).map(({ subject }) => subject)

export const heardBy = ({ sink }: Fire) =>
  new Set(sink.heard.filter(({ status }) => status === 204).map(({ headers }) => String(headers['webhook-id'])))

async function findWork(admin: pg.Pool, user_id: string, work: Work, subjects: string[], found: Found): Promise<void> {
  const { rows } = await admin.query<Row>(left[work].rows, [user_id, subjects])
  const { rows: told } = await admin.query<{ id: string; object_id: string; request_id: string }>(
    'select id, object_id, request_id from events where user_id = $1 and object_id = any($2::uuid[]) and type = $3',
    [user_id, [...new Set(rows.map(({ id }) => id))], left[work].event],
  )
  const eventOf = Map.groupBy(told, ({ object_id }) => object_id)
  for (const { subject, id, request_id } of rows)
    found.effects.push({ work, subject, request_id: request_id ?? eventOf.get(id)?.[0]?.request_id })
  const subjectOf = new Map(rows.map(({ id, subject }) => [id, subject]))
  for (const { id, object_id, request_id } of told)
    found.events.push({ id, work, subject: subjectOf.get(object_id)!, request_id })
}

/** The store is asked for the bytes of every file that is said to be kept. */
async function findFiles({ stage: { admin, user }, objects }: Fire, ids: string[]): Promise<Found['files']> {
  const { rows } = await admin.query<{ id: string; object_key: string; size: string }>(
    'select id, object_key, size from files where user_id = $1 and id = any($2::uuid[])',
    [user.user_id, ids],
  )
  const files: Found['files'] = []
  // A few at a time: a store that is asked for thousands at once answers some of them too late.
  for (let at = 0; at < rows.length; at += HEADS_AT_ONCE)
    files.push(
      ...(await Promise.all(
        rows.slice(at, at + HEADS_AT_ONCE).map(async ({ id, object_key, size }) => ({
          id,
          present: (await objects.head(object_key))?.size === Number(size),
        })),
      )),
    )
  return files
}
