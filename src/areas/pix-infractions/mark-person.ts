import type { Transaction } from '../../base/db/transaction.ts'
import type { Done } from '../../desk/desk-route.ts'
import { kept } from '../../desk/journal/kept.ts'
import type { Dict } from '../../partners/dict/dict.ts'
import {
  cancelFraudMarker,
  createFraudMarker,
  type FraudMarker,
  listFraudMarkers,
} from '../../partners/dict/fraud-markers.ts'
import type { Outcome } from '../../partners/dict/outcome.ts'
import type { FraudType } from '../../partners/dict/values.ts'
import { keepAsked, keepCancelled, keepMade, type Said } from './fraud-marker-store.ts'

/** One transaction that ends with an entry in the journal about what it wrote. */
export type Journaled = <T>(work: (tx: Transaction) => Promise<Done<T>>) => Promise<T>

/** What the journal says of a mark that was written, if it was. */
const noted = <T>(answer: T, mark: { id: string } | undefined): Done<T> => ({
  answer,
  records: mark ? [kept.fraudMarker(mark.id)] : [],
})

/**
 * Marks of persons for fraud. DICT makes one by itself when we agree with a report, and takes it back when the report is
 * taken back: nothing is to be done for those. By hand an analyst marks who defrauded where no report can be opened,
 * because nothing settled or it never left our books, and takes back a mark that was a mistake.
 */
export async function markPerson(
  journaled: Journaled,
  dict: Dict,
  { request_id, ...asked }: { request_id: string; tax_id_number: string; fraud_type: FraudType },
  said: Said,
): Promise<FraudMarker> {
  await journaled(async (tx) => {
    const mark = await keepAsked(tx, request_id, asked.fraud_type, said)
    if (mark.fraud_type !== asked.fraud_type)
      throw new Error('this request id was used for another kind of fraud: repeat with the same, or leave the id out')
    return noted(mark, mark)
  })
  const keepOutcome = (marker_id?: string) =>
    journaled(async (tx) => noted(undefined, await keepMade(tx, request_id, marker_id)))
  const made = await createFraudMarker(dict, { request_id, ...asked })
  if (made.outcome === 'unknown')
    throw new Error(`DICT may have made it: repeat with --request-id ${request_id}, which makes no second one`)
  if (made.outcome === 'refused') await keepOutcome()
  const { fraud_marker } = heard(made)
  await keepOutcome(fraud_marker.id)
  return fraud_marker
}

/** Safe to repeat: DICT answers the same, and who took it back first stays named. */
export async function unmarkPerson(journaled: Journaled, dict: Dict, id: string, said: Said): Promise<FraudMarker> {
  const cancelled = await cancelFraudMarker(dict, id)
  if (cancelled.outcome === 'unknown') throw new Error('DICT may have taken it back: repeat, which does nothing twice')
  const { fraud_marker } = heard(cancelled)
  await journaled(async (tx) => noted(undefined, await keepCancelled(tx, id, said)))
  return fraud_marker
}

/** Ours, of one person. Other banks' are counted by DICT and not shown. */
export async function marksOf(dict: Dict, tax_id_number: string): Promise<FraudMarker[]> {
  return heard(await listFraudMarkers(dict, { tax_id_number })).fraud_markers
}

function heard<T>(outcome: Outcome<T>): T {
  if (outcome.outcome === 'done') return outcome.value
  const why = outcome.outcome === 'refused' ? `refused: ${outcome.type}` : `not heard: ${outcome.reason}`
  throw new Error(`DICT ${why}`)
}
