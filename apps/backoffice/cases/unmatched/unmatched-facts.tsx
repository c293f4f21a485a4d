import { Id } from '@eclusa/ui/components/copyable-id.tsx'
import { Fact, Facts } from '@eclusa/ui/components/facts.tsx'
import { Money } from '@eclusa/ui/components/money.tsx'
import { useFormats } from '@eclusa/ui/i18n/format.ts'
import { said, useMessages } from '@eclusa/ui/i18n/language.ts'
import type { Schemas } from '../../api/client.ts'
import { Bank } from '../../pix/institution.tsx'
import { asking, pix } from '../../pix/messages.ts'
import { unclaimed } from './messages.ts'

export type Unclaimed = Schemas['UnclaimedReport'] | Schemas['UnclaimedRefund']

export const bankOf = (record: Unclaimed) =>
  'reporter_participant' in record ? record.reporter_participant : record.requesting_participant

/** The reason: reports and refunds have different texts for it. */
export function useReasonOf(): (record: Unclaimed) => string {
  const { reportTypes, refundReasons } = useMessages(asking)
  return (record) => said('reporter_participant' in record ? reportTypes : refundReasons, record.reason)
}

export function UnclaimedFacts({ record }: { record: Unclaimed }) {
  const say = useMessages(unclaimed)
  const common = useMessages(pix)
  const reasonOf = useReasonOf()
  const { moment } = useFormats()
  return (
    <Facts title={say.of}>
      <Fact name={say.reason}>{reasonOf(record)}</Fact>
      {record.amount !== undefined && (
        <Fact name={common.amount}>
          <Money cents={record.amount} />
        </Fact>
      )}
      <Fact name={say.by}>
        <Bank ispb={bankOf(record)} />
      </Fact>
      <Fact name={common.endToEnd}>
        <Id value={record.end_to_end_id} whole />
      </Fact>
      <Fact name={say.firstSeen}>{moment(record.first_seen_at)}</Fact>
      <Fact name={common.due}>{moment(record.due_date)}</Fact>
    </Facts>
  )
}
