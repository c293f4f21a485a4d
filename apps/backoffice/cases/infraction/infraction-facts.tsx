import { Id } from '@eclusa/ui/components/copyable-id.tsx'
import { Fact, Facts } from '@eclusa/ui/components/facts.tsx'
import { Masked } from '@eclusa/ui/components/masked.tsx'
import { Money } from '@eclusa/ui/components/money.tsx'
import { useFormats } from '@eclusa/ui/i18n/format.ts'
import { said, useMessages } from '@eclusa/ui/i18n/language.ts'
import type { Schemas } from '../../api/client.ts'
import { Bank } from '../../pix/institution.tsx'
import { asking, pix } from '../../pix/messages.ts'
import { PaymentFacts } from '../../pix/payment-facts.tsx'
import type { CasePartProps } from '../kind.ts'
import { BlockStatus } from './infraction-status.tsx'
import { infractions } from './messages.ts'

export function InfractionFacts({ record }: CasePartProps<Schemas['InfractionCase']>) {
  const { infraction, transaction, revealed, user_id } = record
  const say = useMessages(infractions)
  const common = useMessages(pix)
  const { moment } = useFormats()
  const personal = (value: string | undefined) => <Masked value={value} revealed={revealed} />
  const { reporter_participant, transaction_depth, received_amount, contact_email, contact_phone } = infraction
  return (
    <>
      <Facts title={say.report}>
        <Fact name={say.type}>{said(useMessages(asking).reportTypes, infraction.infraction_type)}</Fact>
        <Fact name={say.situation}>{said(say.situations, infraction.situation_type)}</Fact>
        <Fact name={say.contested}>
          <Money cents={infraction.amount} />
        </Fact>
        {received_amount !== undefined && (
          <Fact name={say.received}>
            <Money cents={received_amount} />
          </Fact>
        )}
        <Fact name={say.block}>
          <BlockStatus status={infraction.blocked_amount_status} />
        </Fact>
        <Fact name={say.returned}>
          <Money cents={infraction.returned_amount} />
        </Fact>
        {reporter_participant && (
          <Fact name={say.reporter}>
            <Bank ispb={reporter_participant} />
          </Fact>
        )}
        {(contact_email ?? contact_phone) && (
          <Fact name={say.contact}>
            {contact_email && personal(contact_email)}
            {contact_email && contact_phone && <br />}
            {contact_phone && personal(contact_phone)}
          </Fact>
        )}
        <Fact name={say.counterparty}>{personal(infraction.counterparty_name)}</Fact>
        <Fact name={say.company}>{personal(infraction.company_name)}</Fact>
        {transaction_depth !== undefined && <Fact name={say.depth}>{say.depths(transaction_depth)}</Fact>}
        <Fact name={common.due}>{moment(infraction.due_date)}</Fact>
      </Facts>
      <PaymentFacts payment={transaction} revealed={revealed} />
      <Facts>
        {!transaction && (
          <Fact name={common.endToEnd}>
            <Id value={infraction.end_to_end_id} whole />
          </Fact>
        )}
        {infraction.funds_recovery_id && (
          <Fact name={common.recovery}>
            <Id value={infraction.funds_recovery_id} />
          </Fact>
        )}
        {infraction.fraud_marker_id && (
          <Fact name={say.mark}>
            <Id value={infraction.fraud_marker_id} />
          </Fact>
        )}
        {infraction.participant && (
          <Fact name={say.addressed}>
            <Bank ispb={infraction.participant} />
          </Fact>
        )}
        <Fact name={common.user}>
          <Id value={user_id} />
        </Fact>
        <Fact name={common.dict}>{said(common.dictStatuses, infraction.dict_status)}</Fact>
        <Fact name={common.created}>{moment(infraction.created_at)}</Fact>
        <Fact name={common.version}>{infraction.version}</Fact>
      </Facts>
    </>
  )
}
