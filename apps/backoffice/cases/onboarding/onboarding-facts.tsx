import { Badge } from '@eclusa/ui/components/badge.tsx'
import { Id } from '@eclusa/ui/components/copyable-id.tsx'
import { Fact, Facts } from '@eclusa/ui/components/facts.tsx'
import { Masked } from '@eclusa/ui/components/masked.tsx'
import { Money } from '@eclusa/ui/components/money.tsx'
import { useFormats } from '@eclusa/ui/i18n/format.ts'
import { said, useMessages } from '@eclusa/ui/i18n/language.ts'
import { shared } from '@eclusa/ui/i18n/shared-messages.ts'
import type { Schemas } from '../../api/client.ts'
import { postalCode, taxId } from '../../i18n/brazil.ts'
import type { CasePartProps } from '../kind.ts'
import { onboardings } from './messages.ts'
import type { OnboardingRecord } from './record.ts'

export function OnboardingFacts({
  record: { onboarding, person, revealed, user_id },
}: CasePartProps<OnboardingRecord>) {
  const say = useMessages(onboardings)
  const { yes, no } = useMessages(shared)
  const { moment, date, country } = useFormats()
  const isCompany = person.person_type === 'LEGAL_PERSON'
  const personal = (name: string, value: string | undefined) =>
    value !== undefined && (
      <Fact name={name}>
        <Masked value={value} revealed={revealed} />
      </Fact>
    )
  return (
    <>
      <Facts title={said(say.personTypes, person.person_type)}>
        {personal(isCompany ? say.companyName : say.name, person.full_name)}
        {person.name !== person.full_name && personal(isCompany ? say.tradeName : say.socialName, person.name)}
        {personal(isCompany ? 'CNPJ' : 'CPF', person.document && taxId(person.document))}
        {personal(say.born, person.birth_date && date(person.birth_date))}
        {personal(say.mother, person.mother_name)}
        {plain(say.legalType, person.legal_person_type)}
        {plain(say.genre, person.genre && said(say.genres, person.genre))}
        {personal(say.issued, person.issue_date && date(person.issue_date))}
        {plain(say.nationality, person.nationality && country(person.nationality))}
        {person.pep !== undefined && (
          <Fact name={say.pep}>
            {person.pep ? (
              <Badge tone="warn">{person.pep_since ? say.pepSince(date(person.pep_since)) : yes}</Badge>
            ) : (
              no
            )}
          </Fact>
        )}
        {plain(say.occupation, person.occupation_cbo_code)}
        {amount(say.income, person.occupation_income)}
        {amount(say.patrimony, person.patrimony)}
        {amount(say.revenue, person.company_revenue)}
      </Facts>
      <Facts title={say.contact}>
        {personal(say.email, person.email)}
        {personal(say.phone, person.phone_number)}
        {personal(say.address, inOneLine(person.address))}
      </Facts>
      <Facts title={say.onboarding}>
        {plain(say.submitted, onboarding.submitted_at && moment(onboarding.submitted_at))}
        {plain(say.expires, onboarding.expires_at && moment(onboarding.expires_at))}
        {plain(say.finished, onboarding.finished_at && moment(onboarding.finished_at))}
        {plain(say.faceBy, onboarding.liveness_method && said(say.methods, onboarding.liveness_method))}
        {plain(say.told, onboarding.failed_message)}
        <Fact name={say.user}>
          <Id value={user_id} />
        </Fact>
        <Fact name={say.id}>
          <Id value={onboarding.id} />
        </Fact>
        {onboarding.target_user_id && (
          <Fact name={say.became}>
            <Id value={onboarding.target_user_id} />
          </Fact>
        )}
      </Facts>
    </>
  )
}

/** An amount has no masked form: the server sends it only after a reveal. */
const amount = (name: string, cents: number | undefined) =>
  cents !== undefined && (
    <Fact name={name}>
      <Money cents={cents} />
    </Fact>
  )
const plain = (name: string, value: string | undefined) => value !== undefined && <Fact name={name}>{value}</Fact>

/** A postal address in one line. Masked parts stay masked, absent parts are left out. */
function inOneLine(address: Schemas['AddressOfCase']): string {
  const { street, number, complement, neighborhood, city, federative_unit: state, zip_code, country } = address
  const parts = [street, number, complement, neighborhood, city, state, zip_code && postalCode(zip_code), country]
  return parts.filter((part) => part !== undefined && part !== '').join(', ')
}
