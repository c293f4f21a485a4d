import { expect, it } from 'vitest'
import type { UserAccount } from './accounts/account.ts'
import { refuseBroken } from './accounts/account-rules.ts'
import type { LegalRepresentative } from './representatives/representative.ts'
import { representativeBreaks } from './representatives/representative-rules.ts'

/** Half past ten in the evening in São Paulo, when it is already the next day in UTC. */
const EVENING = new Date('2026-11-16T01:30:00Z')
const TODAY = '2026-11-15'
const TOMORROW = '2026-11-16'

const CPF = '11144477735'
const account = (birth_date: string) =>
  ({ person_type: 'NATURAL_PERSON', document: CPF, email: 'a@example.com', birth_date }) as UserAccount
const nothing = { issue_date: null, legal_person_type: null }
const refusalOf = (birth_date: string) => {
  try {
    refuseBroken({ ...account(birth_date), ...nothing }, EVENING)
    return undefined
  } catch (error) {
    return (error as { particulars: { errors: { code: string }[] } }).particulars.errors.map(({ code }) => code)
  }
}

it('accepts a birth date of today in São Paulo, and rejects tomorrow', () => {
  expect(refusalOf(TODAY)).toBeUndefined()
  expect(refusalOf(TOMORROW)).toEqual(['IN_THE_PAST'])
})

it('applies the same to representatives', () => {
  const breaks = (day: string) => {
    const one = { document: CPF, birth_date: '1980-01-01', relationship_start_date: day, relationship_end_date: null }
    const shareholder = { person_type: 'LEGAL_PERSON', document: '' } as const
    return representativeBreaks(one as LegalRepresentative, shareholder, EVENING).map(({ code }) => code)
  }
  expect(breaks(TODAY)).toEqual([])
  expect(breaks(TOMORROW)).toEqual(['IN_THE_PAST'])
})
