import { Id } from '@eclusa/ui/components/copyable-id.tsx'
import { Fact, Facts } from '@eclusa/ui/components/facts.tsx'
import { Masked } from '@eclusa/ui/components/masked.tsx'
import { Money } from '@eclusa/ui/components/money.tsx'
import { useFormats } from '@eclusa/ui/i18n/format.ts'
import { said, useMessages } from '@eclusa/ui/i18n/language.ts'
import { Link } from '@tanstack/react-router'
import type { Schemas } from '../../api/client.ts'
import { useMay } from '../../api/queries.ts'
import { taxId } from '../../i18n/brazil.ts'
import { Bank } from '../../pix/institution.tsx'
import { asking, pix } from '../../pix/messages.ts'
import { PaymentFacts } from '../../pix/payment-facts.tsx'
import { placeOf } from '../case-key.ts'
import type { CasePartProps } from '../kind.ts'
import { refunds } from './messages.ts'

export function RefundFacts({ record: { refund, transaction, revealed } }: CasePartProps<Schemas['RefundCase']>) {
  const say = useMessages(refunds)
  const common = useMessages(pix)
  const asked = useMessages(asking)
  const { moment } = useFormats()
  const maySeeInfractions = useMay('viewer', 'analyst', 'approver')
  const { infraction_notification_id, analysis_result, rejection_reason, monitored_until } = refund
  return (
    <>
      <Facts title={say.refund}>
        <Fact name={say.reason}>{said(asked.refundReasons, refund.reason)}</Fact>
        <Fact name={say.asked}>
          <Money cents={refund.amount} />
        </Fact>
        <Fact name={say.paid}>
          <Money cents={refund.paid_amount} />
        </Fact>
        <Fact name={say.open}>
          <Money cents={refund.amount - refund.paid_amount} />
        </Fact>
        <Fact name={say.by}>
          <Bank ispb={refund.requesting_participant} />
        </Fact>
        {infraction_notification_id && maySeeInfractions && (
          <Fact name={say.infraction}>
            <Link {...placeOf({ kind: 'infraction', id: infraction_notification_id, user_id: refund.user_id })}>
              {say.openInfraction}
            </Link>
          </Fact>
        )}
        {analysis_result && <Fact name={say.result}>{said(asked.results, analysis_result)}</Fact>}
        {rejection_reason && <Fact name={say.refusal}>{said(asked.refusals, rejection_reason)}</Fact>}
        {monitored_until && <Fact name={say.monitored}>{moment(monitored_until)}</Fact>}
        <Fact name={common.due}>{moment(refund.due_date)}</Fact>
      </Facts>
      {refund.refund_account && <AccountFacts account={refund.refund_account} revealed={revealed} />}
      <PaymentFacts payment={transaction} revealed={revealed} />
      <Facts>
        {!transaction && (
          <Fact name={common.endToEnd}>
            <Id value={refund.end_to_end_id} whole />
          </Fact>
        )}
        {refund.funds_recovery_id && (
          <Fact name={common.recovery}>
            <Id value={refund.funds_recovery_id} />
          </Fact>
        )}
        <Fact name={common.user}>
          <Id value={refund.user_id} />
        </Fact>
        <Fact name={common.dict}>{said(common.dictStatuses, refund.dict_status)}</Fact>
        <Fact name={common.created}>{moment(refund.created_at)}</Fact>
        <Fact name={common.version}>{refund.version}</Fact>
      </Facts>
    </>
  )
}

function AccountFacts({ account, revealed }: { account: Schemas['RefundAccount']; revealed: boolean }) {
  const say = useMessages(refunds)
  return (
    <Facts title={say.account}>
      <Fact name={say.bank}>
        <Bank ispb={account.participant} />
      </Fact>
      {account.branch && <Fact name={say.branch}>{account.branch}</Fact>}
      <Fact name={say.number}>
        <Masked value={account.account_number} revealed={revealed} />
      </Fact>
      <Fact name={say.kind}>{said(say.kinds, account.account_type)}</Fact>
      {account.document && (
        <Fact name={say.document}>
          <Masked value={taxId(account.document)} revealed={revealed} />
        </Fact>
      )}
    </Facts>
  )
}
