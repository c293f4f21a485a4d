import type { Schemas } from '../contract/client.ts'
import { Notice } from '../parts/notice.tsx'
import { ShownOnce } from '../parts/shown-once.tsx'
import { said, useWords } from '../words/language.ts'
import style from './proposal.module.css'
import { tones } from './proposal-status.tsx'
import type { Proposal } from './queries.ts'
import { proposals } from './words.ts'

/** How a proposal ended, and its result. */
export function ProposalEnd({
  proposal,
  approval,
}: {
  proposal: Proposal
  approval?: Schemas['Approval'] | undefined
}) {
  const say = useWords(proposals)
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
