import type { Schemas } from '../../api/client.ts'
import type { Contradictions, Facts } from '../contradiction.ts'

export type InfractionFact =
  | 'clientDisagrees'
  | 'clientAgrees'
  | 'clientDidNotAgree'
  | 'clientSentNoFiles'
  | 'noEarlierReport'
  | 'moneyStillThere'
  | 'samePerson'

export const infractionContradictions: Contradictions<InfractionFact> = {
  AGREED: ['clientDisagrees', 'samePerson'],
  DISAGREED: ['clientAgrees'],
  moneyLeftAtOnce: ['moneyStillThere'],
  clientConfirmed: ['clientDidNotAgree'],
  severalReports: ['noEarlierReport'],
  receiptShowsDelivery: ['clientSentNoFiles'],
}

export function infractionFacts({
  infraction,
  transaction,
  ...record
}: Schemas['InfractionCase']): Facts<InfractionFact> {
  const { client_status } = infraction
  const { available_amount, owner_document, beneficiary_document } = transaction ?? {}
  return {
    clientDisagrees: client_status === 'DISAGREED' && record.files.length > 0,
    clientAgrees: client_status === 'AGREED',
    clientDidNotAgree: client_status !== 'AGREED',
    clientSentNoFiles: record.files.length === 0,
    noEarlierReport: record.earlier.length === 0,
    moneyStillThere: available_amount !== undefined && available_amount >= infraction.amount,
    // Two masked documents can look alike and belong to two people.
    samePerson: record.revealed && owner_document !== undefined && owner_document === beneficiary_document,
  }
}
