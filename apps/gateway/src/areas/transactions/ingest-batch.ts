import type pg from 'pg'
import { recordBatch } from '../../events/record.ts'
import type { Installation } from '../../platform/config/installation.ts'
import { DatabaseUnavailable, throwPassing } from '../../platform/db/database-errors.ts'
import { InstallationMismatch, readInstallation } from '../../platform/db/installation-guard.ts'
import { keysOnly } from '../../platform/db/keys-only.ts'
import { type Transaction as Connection, runTransaction } from '../../platform/db/transaction.ts'
import type { BrokenRule } from '../../platform/errors/fault.ts'
import { createKeyedMutex } from '../../platform/keyed-mutex.ts'
import { transactions } from './events.ts'
import {
  createPaymentLookup,
  type FirstPayment,
  isPaymentTaken,
  type PixPayment,
  selectPayments,
} from './pix-payments.ts'
import { readRecord } from './read-record.ts'
import { rules } from './record-rules.ts'
import { type Settlement, settleRecord } from './settle-record.ts'
import type { StoredTransaction } from './transaction-record.ts'
import {
  findKept,
  findTimes,
  holdWallets,
  insertTransactions,
  type TransactionKey,
  updateTransactions,
} from './transaction-store.ts'

/** Large enough to make round trips negligible, and small enough to hold no wallet's lock for long. */
export const BATCH_RECORDS_MAX = 1_000

/** How long a batch waits for earlier batches of its wallets. The client's timeout is longer. */
const TURN_MS = 15_000

export type RecordOutcome = Settlement['outcome']

/** The result of one record, in the order of the request. */
export interface RecordResult {
  transaction_id?: string
  outcome: RecordOutcome
  errors?: BrokenRule[]
  /** The payment that has the end-to-end id of a rejected record. */
  first_payment?: FirstPayment
}

export interface IngestOptions {
  /** Simulated money: accepted only when the database belongs to a test installation. */
  simulated?: boolean
}

/** Ingests a batch: all accepted records commit together, with their events. A repeat changes nothing. */
export type Ingest = (
  values: unknown[],
  request_id: string,
  now: Date,
  options?: IngestOptions,
) => Promise<RecordResult[]>

/** `operator` can write for all users, because a ledger sends the records of all of them. */
export function createIngestion(operator: pg.Pool): Ingest {
  const monthsThere = new Set<string>()
  const inTurn = createKeyedMutex(TURN_MS)

  async function keepMonths(records: StoredTransaction[]): Promise<void> {
    const months = new Set(records.map(({ created_at }) => `${created_at.slice(0, 7)}-01`))
    const missing = [...months].filter((month) => !monthsThere.has(month))
    if (missing.length === 0) return
    await operator.query(`select make_month_partitions('transactions', $1::date[])`, [missing]).catch(throwPassing)
    for (const month of missing) monthsThere.add(month)
  }

  return async (values, request_id, now, { simulated = false } = {}) => {
    const readings = values.map((value) => readRecord(value, now))
    const records = readings.flatMap((reading) => ('record' in reading ? [reading.record] : []))
    if (records.length > 0) await keepMonths(records)
    const wallets = [...new Set(records.map(walletName))]
    const commit = () => commitBatch(operator, records, { request_id, now, simulated })
    const settled = records.length > 0 ? await inTurn(wallets, commit) : { result: [] }
    if (!settled) throw new DatabaseUnavailable(new Error('too many batches of one wallet are under way'))
    const next = settled.result.values()
    return readings.map((reading, index) => {
      const settlement =
        'record' in reading ? next.next().value! : { outcome: 'REFUSED' as const, errors: reading.errors }
      const transaction_id = 'record' in reading ? reading.record.id : idOf(values[index])
      return {
        ...(transaction_id && { transaction_id }),
        outcome: settlement.outcome,
        ...('errors' in settlement && { errors: settlement.errors }),
        ...('first_payment' in settlement && { first_payment: settlement.first_payment }),
      }
    })
  }
}

/** Checked in the transaction of the records, so that a late mismatch commits nothing. */
const onlyOnTest = {
  statement: readInstallation,
  judge([row]: unknown[]) {
    const { installation } = row as { installation: Installation }
    if (installation !== 'test') throw new InstallationMismatch(installation, 'test')
  },
}

/**
 * A concurrent batch may register an end-to-end id between our read and our write; then this batch is settled again.
 */
const ATTEMPTS_MAX = 5

async function commitBatch(
  operator: pg.Pool,
  records: StoredTransaction[],
  { request_id, now, simulated }: { request_id: string; now: Date; simulated: boolean },
): Promise<Settlement[]> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await runTransaction(operator, {
        opening: [{ statement: keysOnly }, ...(simulated ? [onlyOnTest] : [])],
        work: (db) => settleBatch(db, records, request_id, now),
      })
    } catch (error) {
      if (!isPaymentTaken(error)) throw error
      if (attempt === ATTEMPTS_MAX) throw new DatabaseUnavailable(error)
    }
  }
}

async function settleBatch(
  db: Connection,
  records: StoredTransaction[],
  request_id: string,
  now: Date,
): Promise<Settlement[]> {
  const wallets = [...new Map(records.map((record) => [walletName(record), record])).values()]
  const keys = [...new Map(records.map((record) => [nameOf(record), record])).values()]
  // Sent as one pipeline and executed in order: stored records are read after the wallets are locked.
  const [held, times, registered] = await Promise.all([
    holdWallets(db, wallets),
    findTimes(db, keys),
    db.query<PixPayment>(selectPayments(records.flatMap(({ end_to_end_id }) => end_to_end_id ?? []))),
  ])
  const heldAt = Date.now()
  const kept = await findKept(db, times)
  const known = new Set(held.map(walletName))
  const before = new Map(kept.map((transaction) => [nameOf(transaction), transaction]))
  const after = new Map(before)
  const payments = createPaymentLookup(registered, now)

  const settlements = records.map((sent): Settlement => {
    if (!known.has(walletName(sent))) return { outcome: 'REFUSED', errors: [rules.walletUnknown] }
    // A batch may contain several states of one record: each is compared with the result of the previous one.
    const settlement = settleRecord(after.get(nameOf(sent)), sent)
    if (!('transaction' in settlement)) return settlement
    const first_payment = payments.firstOf(settlement.transaction)
    if (first_payment) return { outcome: 'REFUSED', errors: [rules.paymentTaken], first_payment }
    payments.add(settlement.transaction)
    after.set(nameOf(sent), settlement.transaction)
    return settlement
  })

  const effects = settlements.flatMap((settlement) => ('transaction' in settlement ? [settlement] : []))
  const changed = [...new Set(effects.map(({ transaction }) => nameOf(transaction)))]
  const written = (isNew: boolean) =>
    changed.filter((name) => !before.has(name) === isNew).map((name) => after.get(name)!)
  insertTransactions(db, written(true))
  updateTransactions(db, written(false))
  const happenings = effects.map(({ outcome, transaction }) => ({
    ...(outcome === 'CREATED'
      ? transactions.transaction.created(transaction)
      : transactions.transaction.updated(transaction)),
    user_id: transaction.user_id,
  }))
  // Event times are not earlier than the lock on the wallets, so that they follow those of the previous holder.
  recordBatch(db, happenings, request_id, new Date(Math.max(now.getTime(), heldAt)))
  return settlements
}

function walletName({ user_id, wallet_id }: { user_id: string; wallet_id: string }): string {
  return `${user_id} ${wallet_id}`
}

function nameOf(key: TransactionKey): string {
  return `${walletName(key)} ${key.id}`
}

/** The id of a malformed record, if it has one, so that its sender can find it. */
function idOf(value: unknown): string | undefined {
  const { id } = (value ?? {}) as { id?: unknown }
  return typeof id === 'string' && /^[0-9a-f-]{36}$/i.test(id) ? id : undefined
}
