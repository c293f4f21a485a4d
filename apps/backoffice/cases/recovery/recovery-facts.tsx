import { Id } from '@eclusa/ui/components/copyable-id.tsx'
import { Fact, Facts } from '@eclusa/ui/components/facts.tsx'
import { Masked } from '@eclusa/ui/components/masked.tsx'
import { Money } from '@eclusa/ui/components/money.tsx'
import { useFormats } from '@eclusa/ui/i18n/format.ts'
import { said, useMessages } from '@eclusa/ui/i18n/language.ts'
import type { Schemas } from '../../api/client.ts'
import { pix } from '../../pix/messages.ts'
import type { CasePartProps } from '../kind.ts'
import { recoveries } from './messages.ts'

export function RecoveryFacts({ record: { recovery, revealed } }: CasePartProps<Schemas['RecoveryCase']>) {
  const say = useMessages(recoveries)
  const common = useMessages(pix)
  const { moment } = useFormats()
  const personal = (value: string | undefined) => <Masked value={value} revealed={revealed} />
  const dates = [
    [say.submitted, recovery.submitted_at],
    [say.nextTry, recovery.next_action_at],
    [say.limit, recovery.analysis_limit_date],
    [say.refundLimit, recovery.refund_limit_date],
    [say.analysed, recovery.analysed_at],
    [say.canceled, recovery.canceled_at],
  ] as const
  return (
    <>
      <Facts title={say.recovery}>
        <Fact name={say.reason}>{said(say.reasons, recovery.reason)}</Fact>
        {recovery.fraud_reason && <Fact name={say.fraud}>{said(say.frauds, recovery.fraud_reason)}</Fact>}
        <Fact name={say.contested}>
          <Money cents={recovery.transaction_amount} />
        </Fact>
        <Fact name={say.returned}>
          <Money cents={recovery.refund_total_amount} />
        </Fact>
        <Fact name={say.payee}>{personal(recovery.transaction_third_part_name)}</Fact>
        <Fact name={say.contact}>
          {personal(recovery.contact_email)}
          <br />
          {personal(recovery.contact_phone)}
        </Fact>
        {recovery.files.length > 0 && (
          <Fact name={say.files}>
            {recovery.files.map(({ file_id, name }) => (
              <div key={file_id}>{personal(name)}</div>
            ))}
          </Fact>
        )}
      </Facts>
      <Facts>
        {dates.map(
          ([name, at]) =>
            at && (
              <Fact key={name} name={name}>
                {moment(at)}
              </Fact>
            ),
        )}
        <Fact name={common.endToEnd}>
          <Id value={recovery.end_to_end_id} whole />
        </Fact>
        {recovery.dict_id && (
          <Fact name={common.recovery}>
            <Id value={recovery.dict_id} />
          </Fact>
        )}
        {recovery.dict_status && <Fact name={common.dict}>{said(common.dictStatuses, recovery.dict_status)}</Fact>}
        <Fact name={common.user}>
          <Id value={recovery.user_id} />
        </Fact>
        <Fact name={common.created}>{moment(recovery.created_at)}</Fact>
        <Fact name={common.version}>{recovery.version}</Fact>
      </Facts>
    </>
  )
}
