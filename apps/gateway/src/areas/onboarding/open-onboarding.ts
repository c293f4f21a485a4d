import { record } from '../../events/record.ts'
import type { Tx } from '../../http/transaction.ts'
import type { Settings } from '../../platform/config/settings.ts'
import { found } from '../../platform/errors/fault.ts'
import { productOf } from './accounts/account.ts'
import { findAccount, lockAccount } from './accounts/account-store.ts'
import { addTermsConsent } from './consents/consent-store.ts'
import { refuseBrokenTerms, type Terms } from './consents/terms.ts'
import {
  accountNotFound,
  onboardingAlreadyExists,
  onboardingIdTaken,
  onboardingNotFound,
  onboardingRulesBroken,
  onboardingTakesNoChanges,
  personTypeDiffers,
  productRequired,
} from './errors.ts'
import { users } from './events.ts'
import { isOverdue, nameKey, type Onboarding, type PersonType } from './onboarding.ts'
import { findBarring, findOnboarding, insertOnboarding, lockOnboarding } from './onboarding-store.ts'
import type { onboardingSettings } from './settings.ts'
import { takesChanges } from './status.ts'

const DAY_MS = 86_400_000

/** Settings for opening an onboarding: its maximum duration. */
export interface OpeningServices {
  settings: Settings<typeof onboardingSettings>
}

type Optional =
  | 'nationality'
  | 'pep'
  | 'pep_since'
  | 'occupation_cbo_code'
  | 'occupation_income'
  | 'patrimony'
  | 'company_revenue'
type OnboardingInput = Pick<Onboarding, 'id' | 'person_type' | 'address'> & {
  [Field in Optional]?: NonNullable<Onboarding[Field]>
} & { user_account_id: string; terms?: Terms }

export const openOnboardingErrors = [
  productRequired,
  accountNotFound,
  personTypeDiffers,
  onboardingAlreadyExists,
  onboardingIdTaken,
  onboardingRulesBroken,
]

/** Opens the onboarding of an account, for both person types. */
export async function openOnboarding(
  tx: Tx,
  said: OnboardingInput,
  { settings }: OpeningServices,
): Promise<Onboarding> {
  const { user_account_id, terms, ...fields } = said
  if (terms) refuseBrokenTerms(terms, tx.now)
  const product_id = productOf(tx.scope)
  // Read before the account is locked: a transaction that finishes the onboarding locks the onboarding first and then
  // waits for the account.
  const [known, barring] = await Promise.all([
    findAccount(tx, product_id, user_account_id),
    findBarring(tx, user_account_id),
  ])
  if (known) refuseBarred(barring, said.id)
  const account = found(await lockAccount(tx, product_id, user_account_id), accountNotFound)
  if (account.person_type !== said.person_type) throw personTypeDiffers()
  const at = tx.now.toISOString()
  const opened: Onboarding = {
    ...unsaid,
    ...fields,
    product_id: account.product_id,
    grant_id: tx.scope.grant_id,
    account_id: account.id,
    document: account.document,
    full_name: account.full_name,
    name_key: nameKey(account.full_name),
    status: 'pending',
    expires_at: new Date(tx.now.getTime() + settings.ONBOARDING_DAYS * DAY_MS).toISOString(),
    version: 1,
    created_at: at,
    updated_at: at,
  }
  if (!(await insertOnboarding(tx, opened))) {
    refuseBarred(await findBarring(tx, account.id), opened.id)
    throw onboardingIdTaken()
  }
  addTermsConsent(tx, opened, terms)
  record(tx, users.onboarding.created(opened))
  return opened
}

function refuseBarred(barring: Onboarding | undefined, id: string): void {
  if (barring?.id === id) throw onboardingIdTaken()
  if (barring) throw onboardingAlreadyExists({ members: { onboarding_id: barring.id } })
}

const unsaid = {
  nationality: null,
  pep: null,
  pep_since: null,
  occupation_cbo_code: null,
  occupation_income: null,
  patrimony: null,
  company_revenue: null,
  failed_code: null,
  failed_message: null,
  rejected_legal_representative_id: null,
  rejected_shareholder_id: null,
  liveness_method: null,
  target_user_id: null,
  default_wallet_id: null,
  submitted_at: null,
  finished_at: null,
}

export async function findOf(tx: Tx, person_type: PersonType, id: string): Promise<Onboarding> {
  const onboarding = await findOnboarding(tx, id)
  if (onboarding?.person_type !== person_type) throw onboardingNotFound()
  return onboarding
}

export const changeErrors = [onboardingNotFound, onboardingTakesNoChanges]

/** Locks an onboarding for a change to it or to its parts, and rejects the change after its deadline. */
export async function lockOpen(tx: Tx, person_type: PersonType, id: string): Promise<Onboarding> {
  const onboarding = await lockOnboarding(tx, id)
  if (onboarding?.person_type !== person_type) throw onboardingNotFound()
  if (!isOpenToChanges(onboarding, tx.now)) throw onboardingTakesNoChanges()
  return onboarding
}

/** Whether the integrator may still change the data: the checks have not begun, and the deadline has not passed. */
export function isOpenToChanges(onboarding: Onboarding, now: Date): boolean {
  return takesChanges(onboarding.status) && !isOverdue(onboarding, now)
}
