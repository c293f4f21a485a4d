import type { Tx } from '../../../http/transaction.ts'
import { found } from '../../../platform/errors/fault.ts'
import { shareholderNotFound } from '../errors.ts'
import type { Onboarding } from '../onboarding.ts'
import { changeErrors, lockOpen } from '../open-onboarding.ts'
import type { Shareholder } from './shareholder.ts'
import { findShareholder, shareholdersOf } from './shareholder-store.ts'

export interface OpenShareholder {
  onboarding: Onboarding
  shareholder: Shareholder
  /** The other shareholders of the company. */
  others: Shareholder[]
}

export const changeShareholderErrors = [...changeErrors, shareholderNotFound]

/**
 * Locks the onboarding for a change to a shareholder or its representative, and reads the shareholder again under the
 * lock.
 */
export async function lockOpenShareholder(tx: Tx, id: string): Promise<OpenShareholder> {
  const { onboarding_id } = found(await findShareholder(tx, id), shareholderNotFound)
  const onboarding = await lockOpen(tx, 'LEGAL_PERSON', onboarding_id)
  const all = await shareholdersOf(tx, onboarding_id)
  const shareholder = found(
    all.find((one) => one.id === id),
    shareholderNotFound,
  )
  return { onboarding, shareholder, others: all.filter((one) => one !== shareholder) }
}
