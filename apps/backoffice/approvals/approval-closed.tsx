import { Notice } from '@eclusa/ui/components/notice.tsx'
import { ShownOnce } from '@eclusa/ui/components/shown-once.tsx'
import { said, useMessages } from '@eclusa/ui/i18n/language.ts'
import type { Schemas } from '../api/client.ts'
import style from './approval.module.css'
import { tones } from './approval-status.tsx'
import { proposals } from './messages.ts'
import type { Proposal } from './queries.ts'

/** How a proposal ended, and its result. */
export function ProposalEnd({
  proposal,
  approval,
}: {
  proposal: Proposal
  approval?: Schemas['Approval'] | undefined
}) {
  const say = useMessages(proposals)
  const { status, refusal } = proposal
  const key = secretOf(approval?.result)
  return (
    <div className={style.told}>
      <Notice tone={tones[status] ?? 'plain'} title={said(say.status, status)}>
        {said(say.ends, status)}
        {refusal && (
          <p>
            {say.refusal}: {refusal}
          </p>
        )}
      </Notice>
      {approval?.followed && (
        <Notice tone="warn" title={say.followed}>
          {say.followedDetail(approval.followed.code)}
        </Notice>
      )}
      {key !== undefined && <ShownOnce value={key} />}
    </div>
  )
}

/** The person who approves a key receives it. */
function secretOf(result: unknown): string | undefined {
  const key = (result as { key?: unknown } | null | undefined)?.key
  return typeof key === 'string' ? key : undefined
}
