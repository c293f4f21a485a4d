import sql, { raw, type Sql } from 'sql-template-tag'
import type { Page } from '../../http/page.ts'
import { scopeFilter, whereEquals } from '../../http/repository.ts'
import type { Tx } from '../../http/transaction.ts'
import { isCnpj } from '../../platform/tax-ids/cnpj.ts'
import { isCpf } from '../../platform/tax-ids/cpf.ts'
import { nameKey, type Onboarding, type PersonType } from './onboarding.ts'
import { onboardingColumns } from './onboarding-store.ts'
import type { OnboardingStatus } from './status.ts'

/** The maximum number of matching names. A user with more matches has to type more of the name. */
const NAMES_MAX = 1_000
/** Sorts after every character that can follow in a name. */
const LAST_CHARACTER = '\u{10ffff}'

interface OnboardingFilters {
  status?: OnboardingStatus
  person_type?: PersonType
  search?: string
}

/**
 * A page of onboardings. The search runs first, through its own index, and its result is sorted afterwards. In one
 * step, the planner would read rows in sort order until a page of them happens to match. A name prefix uses the first
 * matches in alphabetical order, so that every page searches the same rows.
 */
export function listOnboardingsOf(tx: Tx, filters: OnboardingFilters, page: Page): Promise<Onboarding[]> {
  const { search } = filters
  if (search === undefined)
    return tx.query<Onboarding>(sql`
      select ${onboardingColumns} from onboardings where ${conditions(tx, filters)} ${page.clause}`)
  return tx.query<Onboarding>(sql`
    with found as materialized (
      select ${onboardingColumns} from onboardings
      where ${conditions(tx, filters)} ${page.period} and ${matches(search)}
    )
    select ${onboardingColumns} from found where true ${page.clause}`)
}

function conditions(tx: Tx, { status, person_type }: OnboardingFilters): Sql {
  return sql`${scopeFilter(tx)} ${whereEquals({ status, person_type })}`
}

/**
 * Matches a whole document, masked or not, or else a prefix of the full name. Returns at most as many rows as all
 * pages may show.
 */
function matches(search: string): Sql {
  const document = search.toUpperCase().replaceAll(/[.\-/\s]/g, '')
  if (isCpf(document) || isCnpj(document)) return sql`document = ${document}`
  const key = nameKey(search)
  return sql`name_key >= ${key} and name_key < ${key + LAST_CHARACTER}
    order by name_key, created_at, id limit ${raw(String(NAMES_MAX))}`
}

const SAME_DOCUMENT_MAX = 20

/** The other onboardings of the same user with the same document, newest first. */
export function sameDocument(tx: Tx, { id, document }: Onboarding): Promise<Onboarding[]> {
  return tx.query<Onboarding>(sql`
    select ${onboardingColumns} from onboardings
    where ${scopeFilter(tx)} and document = ${document} and id <> ${id}
    order by created_at desc, id desc limit ${SAME_DOCUMENT_MAX}`)
}
