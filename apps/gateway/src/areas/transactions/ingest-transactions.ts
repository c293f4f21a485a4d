import Type, { type Static } from 'typebox'
import { operatorRoute } from '../../http/internal-api/internal-pipeline.ts'
import { DatabaseUnavailable, OutcomeUnknown } from '../../platform/db/database-errors.ts'
import type { Language } from '../../platform/language.ts'
import { ingestUnfinished } from './errors.ts'
import { BATCH_RECORDS_MAX, type Ingest, type IngestOptions, type RecordResult } from './ingest-batch.ts'
import { countOutcomes } from './outcome-counts.ts'

/** A record with every field at its maximum length is under 2 KiB of ASCII. */
const BODY_BYTES_MAX = BATCH_RECORDS_MAX * 2_048

const Batch = Type.Object(
  // Records are validated one by one, so that a malformed record does not block the others.
  { transactions: Type.Array(Type.Unknown(), { minItems: 1, maxItems: BATCH_RECORDS_MAX }) },
  { additionalProperties: false },
)

/** Ingests the Pix transactions of a ledger: a limited number of records, each with its own result. */
export const ingestTransactions = operatorRoute({
  name: 'ingestTransactions',
  path: '/v1/transactions',
  method: 'POST',
  body: Batch,
  bodyBytesMax: BODY_BYTES_MAX,
  recordwise: true,
  errors: [ingestUnfinished],
  handle: (call, { ingest }: { ingest: Ingest }) => takeIn(ingest, call),
})

/**
 * The same for transactions that a test installation simulates. It is a separate route, which a live worker does not
 * have; the database is checked too.
 */
export const ingestSimulatedTransactions = operatorRoute({
  name: 'ingestSimulatedTransactions',
  path: '/sandbox/v1/transactions',
  method: 'POST',
  body: Batch,
  bodyBytesMax: BODY_BYTES_MAX,
  recordwise: true,
  errors: [ingestUnfinished],
  handle: (call, { ingest }: { ingest: Ingest }) => takeIn(ingest, call, { simulated: true }),
})

interface IngestCall {
  body: Static<typeof Batch>
  request_id: string
  now: Date
  language: Language
}

async function takeIn(ingest: Ingest, { body, request_id, now, language }: IngestCall, options?: IngestOptions) {
  const results = await ingest(body.transactions, request_id, now, options).catch((cause: unknown) => {
    if (!(cause instanceof OutcomeUnknown || cause instanceof DatabaseUnavailable)) throw cause
    throw ingestUnfinished({ headers: { 'retry-after': '2' }, cause })
  })
  return { ...countOutcomes(results), results: results.map((result) => shown(result, language)) }
}

function shown({ errors, ...result }: RecordResult, language: Language) {
  return { ...result, ...(errors && { errors: errors.map((rule) => ({ ...rule, detail: rule.detail[language] })) }) }
}
