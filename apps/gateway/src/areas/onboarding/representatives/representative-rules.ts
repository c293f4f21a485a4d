import { dayInSaoPaulo } from '../../../platform/clock.ts'
import type { BrokenRule } from '../../../platform/errors/fault.ts'
import { isCpf } from '../../../platform/tax-ids/cpf.ts'
import { broken } from '../errors.ts'
import type { Shareholder } from '../shareholders/shareholder.ts'
import type { LegalRepresentative } from './representative.ts'

/** Every rule that a representative breaks, alone and together with the shareholder it represents. */
export function representativeBreaks(
  representative: LegalRepresentative,
  shareholder: Pick<Shareholder, 'person_type' | 'document'>,
  now: Date,
): BrokenRule[] {
  const { document, birth_date, relationship_start_date, relationship_end_date } = representative
  const today = dayInSaoPaulo(now)
  const errors: BrokenRule[] = []
  if (!isCpf(document)) errors.push(broken('document', 'CPF', 'deve ser um CPF válido', 'must be a valid CPF'))
  else if (shareholder.person_type === 'NATURAL_PERSON' && shareholder.document !== document) {
    const rule = [
      'um sócio pessoa física representa a si mesmo: se o documento está errado, corrija o do sócio',
      'a natural shareholder represents itself: if the document is wrong, correct that of the shareholder',
    ] as const
    errors.push(broken('document', 'REPRESENTATIVE_IS_ANOTHER', ...rule))
  }
  for (const [field, date] of Object.entries({ birth_date, relationship_start_date }))
    if (date > today) errors.push(broken(field, 'IN_THE_PAST', 'não pode estar no futuro', 'must not be in the future'))
  if (relationship_end_date !== null && relationship_end_date < relationship_start_date) {
    const rule = ['não pode ser anterior ao início', 'must not be before the start'] as const
    errors.push(broken('relationship_end_date', 'AFTER_START', ...rule))
  }
  return errors
}

/** Each representative is checked and records a video. */
export const REPRESENTATIVES_MAX = 50

/** Rules that one more representative would break. */
export function crowdBreaks(others: LegalRepresentative[]): BrokenRule[] {
  if (others.length < REPRESENTATIVES_MAX) return []
  const [pt, en] = [`há no máximo ${REPRESENTATIVES_MAX}`, `there are at most ${REPRESENTATIVES_MAX}`]
  return [broken('shareholder_id', 'TOO_MANY', `${pt} representantes`, `${en} representatives`)]
}
