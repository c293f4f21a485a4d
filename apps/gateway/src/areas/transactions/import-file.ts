import { setTimeout as pause } from 'node:timers/promises'
import { BODY_DEPTH_MAX } from '../../http/limits.ts'
import { DatabaseUnavailable, OutcomeUnknown } from '../../platform/db/database-errors.ts'
import type { BrokenRule } from '../../platform/errors/fault.ts'
import { countMembers, scanJson } from '../../platform/json-members.ts'
import { type FileLine, readLines } from '../../platform/read-lines.ts'
import { BATCH_RECORDS_MAX, type Ingest, type RecordResult } from './ingest-batch.ts'
import { countOutcomes, noOutcomes, type OutcomeCounts } from './outcome-counts.ts'
import type { FirstPayment } from './pix-payments.ts'
import { rules } from './record-rules.ts'

const LINE_BYTES_MAX = 16 * 1024
/** Together long enough for a database restart or a failover. */
const PAUSES_MS = [500, 1_000, 2_000, 5_000, 10_000, 20_000]

export interface ImportProgress extends OutcomeCounts {
  lines: number
  bytesRead: number
}

export interface RefusedLine {
  line: number
  transaction_id: string | undefined
  errors: BrokenRule[]
  first_payment?: FirstPayment | undefined
}

export interface ImportReport {
  refused(line: RefusedLine): void
  progress(progress: ImportProgress): void
}

/**
 * Imports a file with one JSON record per line, in batches and constant memory. Each batch is one transaction. An
 * interrupted import is repeated from its beginning, because existing records do not change.
 */
export async function importFile(
  stream: AsyncIterable<Buffer>,
  ingest: Ingest,
  request_id: string,
  report: ImportReport,
): Promise<ImportProgress> {
  let progress: ImportProgress = { ...noOutcomes, lines: 0, bytesRead: 0 }
  let batch: FileLine[] = []

  const send = async () => {
    const last = batch.at(-1)
    if (!last) return
    const results = await takeIn(batch, ingest, request_id)
    for (const [index, { outcome, transaction_id, errors = [], first_payment }] of results.entries()) {
      if (outcome === 'REFUSED') report.refused({ line: batch[index]!.number, transaction_id, errors, first_payment })
    }
    progress = { ...progress, ...countOutcomes(results, progress), lines: last.number, bytesRead: last.bytesRead }
    report.progress(progress)
    batch = []
  }

  for await (const line of readLines(stream, LINE_BYTES_MAX)) {
    if (line.text?.trim() === '') continue
    batch.push(line)
    if (batch.length === BATCH_RECORDS_MAX) await send()
  }
  await send()
  return progress
}

/** A line that is not JSON is rejected individually; the rest of its batch continues. */
async function takeIn(batch: FileLine[], ingest: Ingest, request_id: string): Promise<RecordResult[]> {
  const readings = batch.map(({ text }) => (text === undefined ? { error: rules.tooLong } : parse(text)))
  const values = readings.flatMap((reading) => ('value' in reading ? [reading.value] : []))
  const next = (await insist(() => ingest(values, request_id, new Date()))).values()
  return readings.map((reading) =>
    'value' in reading ? next.next().value! : { outcome: 'REFUSED', errors: [reading.error] },
  )
}

function parse(text: string): { value: unknown } | { error: BrokenRule } {
  try {
    const { depth, members } = scanJson(text)
    if (depth > BODY_DEPTH_MAX) return { error: rules.tooDeep }
    const value: unknown = JSON.parse(text)
    return members === countMembers(value) ? { value } : { error: rules.repeated }
  } catch {
    return { error: rules.notJson }
  }
}

/** Retries a batch with an unknown outcome or without a database. Batches are idempotent. */
async function insist<T>(attempt: () => Promise<T>): Promise<T> {
  for (const pauseMs of PAUSES_MS) {
    try {
      return await attempt()
    } catch (error) {
      if (!(error instanceof OutcomeUnknown || error instanceof DatabaseUnavailable)) throw error
      await pause(pauseMs)
    }
  }
  return attempt()
}
