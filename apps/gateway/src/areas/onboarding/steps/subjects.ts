import type { Onboarding } from '../onboarding.ts'
import type { LegalRepresentative } from '../representatives/representative.ts'
import type { Shareholder } from '../shareholders/shareholder.ts'

export interface People {
  representatives: Pick<LegalRepresentative, 'id' | 'document' | 'active'>[]
  shareholders: Pick<Shareholder, 'id' | 'document'>[]
}

/** A subject of a registry query. Both ids are null for the account holder. */
export interface RegistrySubject {
  legal_representative_id: string | null
  shareholder_id: string | null
  document: string | null
}

/** Representatives whose relationship has not ended. */
export const active = (representatives: People['representatives']) => representatives.filter((one) => one.active)

/**
 * All subjects of BC Protege+: the account holder, every active representative and every shareholder. Each document is
 * queried once. A shareholder who is also a representative is queried as the representative.
 */
export function subjectsOf(
  { document }: Pick<Onboarding, 'document'>,
  { representatives, shareholders }: People,
): RegistrySubject[] {
  const all: RegistrySubject[] = [
    { legal_representative_id: null, shareholder_id: null, document },
    ...active(representatives).map(({ id, ...one }) => ({
      legal_representative_id: id,
      shareholder_id: null,
      document: one.document,
    })),
    ...shareholders.map(({ id, ...one }) => ({
      legal_representative_id: null,
      shareholder_id: id,
      document: one.document,
    })),
  ]
  return all.filter((subject, index) => all.findIndex((other) => other.document === subject.document) === index)
}
