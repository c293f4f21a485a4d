import type { Settings } from '../../base/config/settings.ts'
import { found } from '../../base/errors/fault.ts'
import { record } from '../../events/record.ts'
import type { Tx } from '../../gate/transaction.ts'
import { productOf } from './accounts/account.ts'
import { findAccount } from './accounts/account-store.ts'
import {
  accountNotFound,
  onboardingAlreadyExists,
  onboardingIdTaken,
  onboardingNotFound,
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

/** What opening an onboarding needs: how long it may stay open. */
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
type Said = Pick<Onboarding, 'id' | 'person_type' | 'address'> & {
  [Field in Optional]?: NonNullable<Onboarding[Field]>
} & { user_account_id: string }

export const openOnboardingErrors = [
  productRequired,
  accountNotFound,
  personTypeDiffers,
  onboardingAlreadyExists,
  onboardingIdTaken,
]

/** Begins the onboarding of an account, the one way for both kinds of person. */
export async function openOnboarding(tx: Tx, said: Said, { settings }: OpeningServices): Promise<Onboarding> {
  const { user_account_id, ...fields } = said
  const account = found(await findAccount(tx, productOf(tx.scope), user_account_id), accountNotFound)
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
    const barring = await findBarring(tx, account.id)
    if (!barring || barring.id === opened.id) throw onboardingIdTaken()
    throw onboardingAlreadyExists({ members: { onboarding_id: barring.id } })
  }
  record(tx, users.onboarding.created(opened))
  return opened
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
  liveness_method: null,
  submitted_at: null,
  finished_at: null,
}

export async function findOf(tx: Tx, person_type: PersonType, id: string): Promise<Onboarding> {
  const onboarding = await findOnboarding(tx, id)
  if (onboarding?.person_type !== person_type) throw onboardingNotFound()
  return onboarding
}

export const changeErrors = [onboardingNotFound, onboardingTakesNoChanges]

/** For a change to the onboarding or to anything that belongs to it: locked, and refused when its time is over. */
export async function lockOpen(tx: Tx, person_type: PersonType, id: string): Promise<Onboarding> {
  const onboarding = await lockOnboarding(tx, id)
  if (onboarding?.person_type !== person_type) throw onboardingNotFound()
  if (isOverdue(onboarding, tx.now) || !takesChanges(onboarding.status)) throw onboardingTakesNoChanges()
  return onboarding
}
