import { Fact, Facts } from '@eclusa/ui/components/facts.tsx'
import { Panel } from '@eclusa/ui/components/panel.tsx'
import { useFormats } from '@eclusa/ui/i18n/format.ts'
import { useMessages } from '@eclusa/ui/i18n/language.ts'
import { useRef } from 'react'
import { figures } from './messages.ts'
import type { Figures } from './queries.ts'
import style from './statistics.module.css'
import { useWidth } from './use-width.ts'

const ends = ['approved', 'declined', 'withdrawn', 'stale', 'lapsed', 'waiting'] as const
const HEIGHT = 14

/** How often the second person agreed with the first, and how the other proposals ended. */
export function Eyes({ proposals }: Pick<Figures, 'proposals'>) {
  const say = useMessages(figures)
  const { number } = useFormats()
  const room = useRef<HTMLDivElement>(null)
  const width = useWidth(room)
  const { approved, declined } = proposals
  const decided = approved + declined
  const agreed = decided === 0 ? 0 : (approved / decided) * width
  return (
    <Panel title={say.eyes} flush>
      <div className={style.eyes}>
        <p className={style.faint}>{say.eyesAbout}</p>
        <div ref={room} />
        {decided > 0 && (
          <svg
            width={width}
            height={HEIGHT}
            role="img"
            aria-label={`${say.ends.approved}: ${number(approved)}; ${say.ends.declined}: ${number(declined)}`}
          >
            <g className={style.decided}>
              <rect className={style.bar} width={agreed} height={HEIGHT} />
            </g>
            <g className={style.late}>
              <rect className={style.bar} x={agreed} width={width - agreed} height={HEIGHT} />
            </g>
          </svg>
        )}
      </div>
      <Facts>
        {ends.map((end) => (
          <Fact key={end} name={say.ends[end]}>
            {number(proposals[end])}
          </Fact>
        ))}
      </Facts>
    </Panel>
  )
}
