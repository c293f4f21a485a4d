import { Notice } from '@eclusa/ui/components/notice.tsx'
import { useMessages } from '@eclusa/ui/i18n/language.ts'
import type { Schemas } from '../../api/client.ts'
import { Guidance } from '../../pix/guidance.tsx'
import { RefundStatus } from '../../pix/refund-status.tsx'
import type { CasePartProps } from '../kind.ts'
import { refunds } from './messages.ts'

/** The core pays or rejects. The desk makes sure that it does. */
export function RefundDecision({ record: { refund } }: CasePartProps<Schemas['RefundCase']>) {
  const say = useMessages(refunds)
  if (refund.status !== 'OPEN')
    return (
      <>
        <RefundStatus status={refund.status} />
        <p>{say.over}</p>
      </>
    )
  return (
    <>
      {refund.dict_refusal && (
        <Notice tone="warn" title={say.refused}>
          {say.refusedDetail} ({refund.dict_refusal})
        </Notice>
      )}
      <Guidance title={say.waits} steps={say.steps}>
        {say.waitsDetail}
      </Guidance>
    </>
  )
}
