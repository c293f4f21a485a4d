import type { Schemas } from '../../api/client.ts'
import type { Contradictions, Facts } from '../contradiction.ts'

export type ClientFact = 'highRisk' | 'sameDocumentRejected'

export const clientContradictions: Contradictions<ClientFact> = {
  ACTIVE: ['highRisk', 'sameDocumentRejected'],
}

export const clientFacts = ({ client, same_document }: Schemas['ClientCase']): Facts<ClientFact> => ({
  highRisk: client.risk === 'HIGH',
  sameDocumentRejected: same_document.some(({ status }) => status === 'REJECTED'),
})
