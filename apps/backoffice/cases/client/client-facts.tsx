import { Badge } from '@eclusa/ui/components/badge.tsx'
import { Id } from '@eclusa/ui/components/copyable-id.tsx'
import { Fact, Facts } from '@eclusa/ui/components/facts.tsx'
import { Masked } from '@eclusa/ui/components/masked.tsx'
import { useFormats } from '@eclusa/ui/i18n/format.ts'
import { said, useMessages } from '@eclusa/ui/i18n/language.ts'
import { shared } from '@eclusa/ui/i18n/shared-messages.ts'
import type { Schemas } from '../../api/client.ts'
import type { CasePartProps } from '../kind.ts'
import { lineOf } from './line-of.ts'
import { clients } from './messages.ts'

export function ClientFacts({ record: { client, revealed, user_id } }: CasePartProps<Schemas['ClientCase']>) {
  const say = useMessages(clients)
  const { yes, no } = useMessages(shared)
  const { moment, date, country } = useFormats()
  const personal = (value: string | undefined) => <Masked value={value} revealed={revealed} />
  return (
    <>
      <Facts title={say.person}>
        <Fact name={say.name}>{personal(client.name)}</Fact>
        <Fact name={say.type}>{said(say.types, client.type)}</Fact>
        <Fact name={said(say.documents, client.document_type)}>{personal(client.document)}</Fact>
        {client.issuing_country && <Fact name={say.issuer}>{country(client.issuing_country)}</Fact>}
        {client.issue_date && <Fact name={say.issued}>{personal(date(client.issue_date))}</Fact>}
        {client.birth_date && <Fact name={say.born}>{personal(date(client.birth_date))}</Fact>}
        <Fact name={say.nationality}>{country(client.nationality)}</Fact>
        {client.country && <Fact name={say.country}>{country(client.country)}</Fact>}
        <Fact name={say.pep}>{client.pep ? <Badge tone="warn">{yes}</Badge> : no}</Fact>
        <Fact name={say.risk}>
          {client.risk === 'HIGH' ? (
            <Badge tone="bad">{said(say.risks, client.risk)}</Badge>
          ) : (
            said(say.risks, client.risk)
          )}
        </Fact>
      </Facts>
      <Facts title={say.contact}>
        <Fact name={say.email}>{personal(client.email)}</Fact>
        <Fact name={say.phone}>{personal(client.phone_number)}</Fact>
        <Fact name={say.address}>{personal(lineOf(client.address))}</Fact>
      </Facts>
      <Facts>
        <Fact name={say.user}>
          <Id value={user_id} />
        </Fact>
        <Fact name={say.created}>{moment(client.created_at)}</Fact>
        <Fact name={say.version}>{client.version}</Fact>
      </Facts>
    </>
  )
}
