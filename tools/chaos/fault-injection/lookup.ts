import { createHash } from 'node:crypto'
import { QUEUE_SCHEMA } from '@eclusa/gateway/src/platform/jobs/queue.ts'
import type pg from 'pg'
import { findBatches, type Ledger } from './batches.ts'
import type { FoundMistake } from './check.ts'
import type { Fire } from './environment.ts'
import { isEffective, judgedTypes, left } from './expected-rows.ts'
import type { FaultInjectionEntry, FaultInjectionWork } from './log.ts'
import { judgedJobs } from './time-travel.ts'

/** A payment that can be contested, by its ids in the ledger and at DICT. */
export interface LookupPayment {
  transaction_id: string
  end_to_end_id: string
}

interface LookupRow {
  subject: string
  /** The id of its record. */
  id: string
  request_id: string | null
}

/** The state before the first request. */
export interface Before {
  payments: LookupPayment[]
  ledger: Ledger
  /** The number of events of the checked types. */
  events: number
}

const READS_AT_ONCE = 16

export async function countEvents({ stage: { admin, user }, beside }: Fire): Promise<number> {
  const { rows } = await admin.query<{ n: number }>(
    'select count(*)::int as n from events where user_id = $1 and type = any($2) and object_id <> all($3::uuid[])',
    [user.user_id, judgedTypes, beside],
  )
  return rows[0]!.n
}

/** Looks up everything in the log: in the tables, in the events, in the queue, at the sink, in the store and at DICT. */
export async function findAll(fire: Fire, entries: FaultInjectionEntry[], before: Before): Promise<FoundMistake> {
  const { payments, ledger } = before
  const { admin, user } = fire.stage
  // A crashed server loses its statistics: without an ANALYZE each lookup would scan the table.
  await admin.query(
    `analyze events (user_id, id, object_id, type), transactions (user_id, wallet_id, id, created_at),
       client_activity (user_id, reference_id, client_id, event_type), crossborder_accounts (user_id, id),
       files (user_id, id, sha256), ${QUEUE_SCHEMA}.job (name, state)`,
  )
  const [effects, events]: [FoundMistake['effects'], FoundMistake['events']] = [[], []]
  for (const [work, asked] of Map.groupBy(entries, (entry) => entry.work)) {
    if (!isEffective(work)) continue
    const subjects = [...new Set(asked.map(({ subject }) => subject))]
    await findWork(admin, user.user_id, work, subjects, { effects, events })
  }
  const subjectsOf = (work: FaultInjectionWork) =>
    effects.filter((effect) => effect.work === work).map(({ subject }) => subject)
  const asked = entries.filter(({ work }) => work === 'updateAccount').map(({ subject }) => subject)
  const accounts = [...new Set(asked)]
  return {
    effects,
    events,
    rows: await findRows(admin, user.user_id, accounts),
    judged: await findJudged(admin, user.user_id, accounts, subjectsOf('createClient')),
    batches: await findBatches(admin, entries, ledger),
    heard: await heardBy(fire, events),
    files: await findFiles(fire, subjectsOf('confirmUpload')),
    contested: await findContested(fire, payments, subjectsOf('createFundRecoveryRequest')),
    untied: (await countEvents(fire)) - before.events - events.length,
  }
}

/** The events the sink received. A late repeat from an earlier run is ignored. */
async function heardBy({ sink, stage: { admin, user } }: Fire, events: FoundMistake['events']): Promise<Set<string>> {
  const took = sink.heard.filter(({ status }) => status === 204).map(({ headers }) => String(headers['webhook-id']))
  const ours = new Set(events.map(({ id }) => id))
  const others = took.filter((id) => !ours.has(id))
  const { rows } = await admin.query<{ id: string }>(
    'select id from events where user_id = $1 and id = any($2::uuid[])',
    [user.user_id, others],
  )
  const earlier = new Set(rows.map(({ id }) => id))
  return new Set(took.filter((id) => !earlier.has(id)))
}

async function findWork(
  admin: pg.Pool,
  user_id: string,
  work: keyof typeof left,
  subjects: string[],
  { effects, events }: Pick<FoundMistake, 'effects' | 'events'>,
): Promise<void> {
  const { rows } = await admin.query<LookupRow>(left[work].rows, [user_id, subjects])
  const { rows: told } = await admin.query<{ id: string; object_id: string; request_id: string }>(
    'select id, object_id, request_id from events where user_id = $1 and object_id = any($2::uuid[]) and type = $3',
    [user_id, [...new Set(rows.map(({ id }) => id))], left[work].event],
  )
  const eventOf = Map.groupBy(told, ({ object_id }) => object_id)
  for (const { subject, id, request_id } of rows)
    effects.push({ work, subject, request_id: request_id ?? eventOf.get(id)?.[0]?.request_id })
  const subjectOf = new Map(rows.map(({ id, subject }) => [id, subject]))
  for (const { id, object_id, request_id } of told)
    events.push({ id, work, subject: subjectOf.get(object_id)!, request_id })
}

/** Accounts were planted for the run, without a request: every version after the first has an event. */
async function findRows(admin: pg.Pool, user_id: string, accounts: string[]): Promise<FoundMistake['rows']> {
  const { rows } = await admin.query<FoundMistake['rows'][number]>(
    `select id as subject, nickname as leaves, version::int - 1 as changes,
       (select count(*)::int from events where user_id = $1 and object_id = account.id) as told
     from crossborder_accounts account where user_id = $1 and id = any($2::uuid[])`,
    [user_id, accounts],
  )
  const there = new Map(rows.map((row) => [row.subject, row]))
  return accounts.map((subject) => there.get(subject) ?? { subject, leaves: null, changes: null, told: 0 })
}

/** A started job counts as present: if its worker dies another runs it, a quarter of an hour later. */
async function findJudged(
  admin: pg.Pool,
  user_id: string,
  accounts: string[],
  emails: string[],
): Promise<FoundMistake['judged']> {
  // Before the records, so that work done in between counts as done.
  const { rows: jobs } = await admin.query<{ about: string }>(
    `select coalesce(data ->> 'account_id', data ->> 'client_id') as about from ${QUEUE_SCHEMA}.job
     where ${judgedJobs} and state in ('created', 'retry', 'active')`,
  )
  const toDo = new Set(jobs.map(({ about }) => about))
  const { rows } = await admin.query<{ id: string; subject: string; waits: boolean }>(
    `select id, id::text as subject, status = 'PENDING' as waits
     from crossborder_accounts where user_id = $1 and id = any($2::uuid[])
     union all
     select id, email, status = 'PENDING' from crossborder_clients where user_id = $1 and email = any($3)`,
    [user_id, accounts, emails],
  )
  return rows.map(({ id, subject, waits }) => ({ subject, isLost: waits && !toDo.has(id) }))
}

async function findContested(
  { stage: { admin, user }, dict }: Fire,
  payments: LookupPayment[],
  contested: string[],
): Promise<FoundMistake['contested']> {
  const { rows } = await admin.query<{ transaction_id: string }>(
    `select transaction_id from fund_recovery_requests
     where user_id = $1 and transaction_id = any($2::uuid[]) and status = 'FAILED'`,
    [user.user_id, contested],
  )
  const failed = new Set(rows.map(({ transaction_id }) => transaction_id))
  return payments.map(({ transaction_id: subject, end_to_end_id }) => ({
    subject,
    requests: contested.filter((id) => id === subject).length,
    times: dict.world.recoveries.group(end_to_end_id).length,
    failed: failed.has(subject),
  }))
}

/** Compares the bytes of every file reported as stored with the announced ones. */
async function findFiles({ stage: { admin, user }, objects }: Fire, ids: string[]): Promise<FoundMistake['files']> {
  const { rows } = await admin.query<{ id: string; object_key: string; sha256: string }>(
    'select id, object_key, sha256 from files where user_id = $1 and id = any($2::uuid[])',
    [user.user_id, ids],
  )
  const files: FoundMistake['files'] = []
  // A few at a time: a store with thousands of requests at once times out on some.
  for (let at = 0; at < rows.length; at += READS_AT_ONCE)
    files.push(
      ...(await Promise.all(
        rows.slice(at, at + READS_AT_ONCE).map(async ({ id, object_key, sha256 }) => {
          const bytes = await objects.read(object_key)
          return { id, present: bytes !== undefined && (await hashOf(bytes)) === sha256 }
        }),
      )),
    )
  return files
}

async function hashOf(bytes: AsyncIterable<Buffer>): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of bytes) hash.update(chunk)
  return hash.digest('hex')
}
