import sql, { empty, raw, type Sql } from 'sql-template-tag'
import { isCnpj } from '../../base/documents/cnpj.ts'
import { isCpf } from '../../base/documents/cpf.ts'
import type { Page } from '../../gate/page.ts'
import { createdWithin, matching, owned } from '../../gate/records.ts'
import type { Tx } from '../../gate/transaction.ts'
import { nameKey, type Onboarding, type PersonType } from './onboarding.ts'
import { onboardingColumns } from './onboarding-store.ts'
import type { OnboardingStatus } from './status.ts'

/** More than anybody reads. Whoever looks for one of more than these writes more of the name. */
const NAMES_MAX = 1_000
/** No name goes on with anything that comes after it. */
const LAST_CHARACTER = '\u{10ffff}'

interface OnboardingFilters {
  sort?: string
  status?: OnboardingStatus
  person_type?: PersonType
  created_at_start?: string
  created_at_end?: string
  search?: string
}

/**
 * A page of onboardings. What is searched for is found first, by the index of what was searched, and only then ordered:
 * asked both at once, the database would read everything in order until a page of it happens to match. Of the names that
 * begin so, the first by the alphabet: the same ones for every page.
 */
export function listOnboardingsOf(tx: Tx, filters: OnboardingFilters, page: Page): Promise<Onboarding[]> {
  const { search, sort = 'created_at' } = filters
  const period = sort === 'created_at' ? page.period(filters.created_at_start, filters.created_at_end) : empty
  if (search === undefined)
    return tx.query<Onboarding>(sql`
      select ${onboardingColumns} from onboardings
      where ${conditions(tx, filters, sort !== 'created_at')} ${period} ${page.clause}`)
  return tx.query<Onboarding>(sql`
    with found as materialized (
      select ${onboardingColumns} from onboardings
      where ${conditions(tx, filters, true)} and ${matches(search)}
    )
    select ${onboardingColumns} from found where true ${page.clause}`)
}

function conditions(tx: Tx, filters: OnboardingFilters, within: boolean): Sql {
  const { status, person_type, created_at_start, created_at_end } = filters
  return sql`${owned(tx)} ${matching({ status, person_type })}
    ${within ? createdWithin(created_at_start, created_at_end) : empty}`
}

/** A whole document, masked or not, or else how a full name begins. As many as one page after another may show. */
function matches(search: string): Sql {
  const document = search.toUpperCase().replaceAll(/[.\-/\s]/g, '')
  if (isCpf(document) || isCnpj(document)) return sql`document = ${document}`
  const key = nameKey(search)
  return sql`name_key >= ${key} and name_key < ${key + LAST_CHARACTER}
    order by name_key, created_at, id limit ${raw(String(NAMES_MAX))}`
}
