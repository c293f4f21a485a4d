import type { Tx } from '../../../http/transaction.ts'
import { withNextVersion } from '../../../platform/record-version.ts'
import { broken, shareholderRulesBroken } from '../errors.ts'
import type { Onboarding } from '../onboarding.ts'
import type { Shareholder } from '../shareholders/shareholder.ts'
import { keepCorrection } from './keep-correction.ts'
import type { LegalRepresentative } from './representative.ts'
import { representativesOf } from './representative-store.ts'

/**
 * A natural-person shareholder represents itself, so a corrected document number is copied to its representative.
 * Neither could be corrected first on its own. The correction is rejected when the shareholder has a representative
 * with another document.
 */
export async function followShareholder(
  tx: Tx,
  onboarding: Onboarding,
  before: Shareholder,
  after: Shareholder,
): Promise<void> {
  if (after.document === before.document || after.person_type === 'LEGAL_PERSON') return
  const all = await representativesOf(tx, onboarding.id)
  const own = all.filter(({ shareholder_id }) => shareholder_id === after.id)
  const others = own.filter(({ document }) => document !== after.document)
  const itself = others.find(({ document }) => document === before.document)
  if (others.some((one) => one !== itself)) throw refusal('REPRESENTATIVE_IS_ANOTHER', isAnother)
  if (!itself) return
  refuseTaken(all, after)
  await keepCorrection(tx, onboarding, itself, withNextVersion(itself, { document: after.document }, tx.now))
}

const isAnother = [
  'o representante tem outro documento: retire primeiro os representantes',
  'the representative has another document: withdraw the representatives first',
] as const
const representsAnother = [
  'a pessoa já representa outro sócio: retire primeiro aquele representante',
  'the person already represents another shareholder: withdraw that representative first',
] as const

function refuseTaken(all: LegalRepresentative[], { id, document }: Shareholder): void {
  if (all.some((one) => one.document === document && one.shareholder_id !== id))
    throw refusal('REPRESENTS_ANOTHER', representsAnother)
}

const refusal = (code: string, rule: readonly [pt: string, en: string]) =>
  shareholderRulesBroken({ errors: [broken('document', code, ...rule)] })
