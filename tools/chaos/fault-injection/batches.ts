import { SAMPLE_ISPB, samplePayment } from '@eclusa/simulators/sample-transactions.ts'
import type pg from 'pg'
import { add, type FaultInjectionFindings } from './counts.ts'
import { type FaultInjectionEntry, isError, outcomeOf } from './log.ts'
import { ask, derived, type Got, type Sender, sha256 } from './send.ts'

/** The ingest address of a ledger, and the owners of the payments. */
export interface Ledger {
  /** The addresses of all workers: if one does not respond, another may. */
  urls: string[]
  token: string
  /** Each batch has one wallet: batches of one wallet run in turn. */
  wallets: { user_id: string; wallet_id: string }[]
  /** The time of every payment: before any clock of a drill. */
  at: Date
}

export interface Batch {
  batch: string
  records: number
}

/** The stored rows of a batch: its records, those without an event, and duplicate events. */
export interface FoundBatch {
  batch: string
  there: number
  untold: number
  overtold: number
}

const recordIds = ({ batch, records }: Batch) =>
  Array.from({ length: records }, (_, n) => derived(`record ${n} of ${batch}`))

const walletOf = ({ batch }: Batch, wallets: Ledger['wallets']) =>
  wallets[Number.parseInt(batch.slice(0, 8), 16) % wallets.length]!

/** Every record is derived from its id, so a repeat is identical. */
function paymentsOf(batch: Batch, { wallets, at }: Ledger) {
  const wallet = walletOf(batch, wallets)
  const minute = at.toISOString().replace(/\D/g, '').slice(0, 12)
  return recordIds(batch).map((id) => {
    const end_to_end_id = `E${SAMPLE_ISPB}${minute}${id.replaceAll('-', '').slice(0, 11)}`
    return samplePayment(wallet, at, { id, operation_id: id, end_to_end_id })
  })
}

/** Sent again until a response shows its result. Stored records stay unchanged. */
export async function sendBatch(sender: Sender, ledger: Ledger, batch: Batch, turn = 0): Promise<Got> {
  const body = JSON.stringify({ transactions: paymentsOf(batch, ledger) })
  const { batch: subject, records } = batch
  const asked = { work: 'ingestTransactions', subject, class: subject, schema: 'absent', nonce: '' } as const
  const got = await sender.logged({ ...asked, body_hash: sha256(body), records }, async () => {
    const answer = await ask(`${ledger.urls[turn % ledger.urls.length]}/v1/transactions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${ledger.token}`, 'content-type': 'application/json' },
      body,
    })
    const results = (answer.told['results'] ?? []) as { outcome: string }[]
    const count = (outcome: string) => results.filter((result) => result.outcome === outcome).length
    return { ...answer, created: count('CREATED'), refused: count('REFUSED') }
  })
  if (isError(outcomeOf(got))) sender.open.set(subject, () => sendBatch(sender, ledger, batch, turn + 1))
  else sender.open.delete(subject)
  return got
}

export const batchesOf = (entries: FaultInjectionEntry[]): Map<string, FaultInjectionEntry[]> =>
  Map.groupBy(
    entries.filter(({ work }) => work === 'ingestTransactions'),
    ({ subject }) => subject,
  )

export const isKept = (asked: FaultInjectionEntry[]) => asked.some(({ answered }) => outcomeOf(answered) === 'done')

export async function findBatches(
  admin: pg.Pool,
  entries: FaultInjectionEntry[],
  { wallets, at }: Ledger,
): Promise<FoundBatch[]> {
  const found: FoundBatch[] = []
  for (const [batch, [first]] of batchesOf(entries)) {
    const records = recordIds({ batch, records: first!.records! })
    const { user_id, wallet_id } = walletOf({ batch, records: records.length }, wallets)
    const { rows: kept } = await admin.query<{ id: string }>(
      `select id from transactions where user_id = $1 and wallet_id = $2 and id = any($3::uuid[]) and created_at = $4`,
      [user_id, wallet_id, records, at],
    )
    const { rows: told } = await admin.query<{ object_id: string; times: number }>(
      `select object_id, count(*)::int as times from events
       where user_id = $1 and object_id = any($2::uuid[]) and type = 'transactions.transaction.created' group by 1`,
      [user_id, kept.map(({ id }) => id)],
    )
    found.push({
      batch,
      there: kept.length,
      untold: kept.length - told.length,
      overtold: sum(told.map(({ times }) => times - 1)),
    })
  }
  return found
}

/** A batch has a result for each record, so each record counts as a write. */
export function judgeBatches(
  entries: FaultInjectionEntry[],
  found: FoundBatch[],
  findings: FaultInjectionFindings,
): void {
  const foundBy = new Map(found.map((each) => [each.batch, each]))
  for (const [batch, asked] of batchesOf(entries)) {
    const { there, untold, overtold } = foundBy.get(batch) ?? { there: 0, untold: 0, overtold: 0 }
    const records = asked[0]!.records!
    const created = sum(asked.map(({ answered }) => answered.created))
    const refused = sum(
      asked.map(({ answered }) => (outcomeOf(answered) === 'refused' ? records : (answered.refused ?? 0))),
    )
    if (isKept(asked)) add(findings, 'acknowledged_lost', Math.max(0, records - there), records)
    const again = asked.slice(asked.findIndex((each) => isKept([each])) + 1).filter((each) => isKept([each])).length
    add(findings, 'replays_let_through', Math.max(0, created - records), again * records)
    add(findings, 'wrong_refusals', refused, refused)
    add(findings, 'events_lost', untold, there)
    add(findings, 'events_doubled', overtold, there)
  }
}

const sum = (counts: (number | undefined)[]) => counts.reduce((total: number, each) => total + (each ?? 0), 0)
