import { useMessages } from '@eclusa/ui/i18n/language.ts'
import { useRef } from 'react'
import { durationOf } from './duration.ts'
import { figures } from './messages.ts'
import style from './statistics.module.css'
import { useWidth } from './use-width.ts'

interface Waited {
  name: string
  median_seconds?: number
  p95_seconds?: number
}

const HEIGHT = 34
const EDGE = 4

/** For each kind the median and the 95th percentile of the waiting time. */
export function WaitedBars({ rows }: { rows: Waited[] }) {
  const say = useMessages(figures)
  const room = useRef<HTMLDivElement>(null)
  const width = useWidth(room)
  const timed = rows.filter(({ p95_seconds }) => p95_seconds !== undefined)
  const most = Math.max(1, ...timed.map(({ p95_seconds = 0 }) => p95_seconds))
  const long = (seconds: number) => EDGE + (seconds / most) * Math.max(width - 2 * EDGE, 0)
  return (
    <div className={style.bars}>
      <p className={style.faint}>{timed.length === 0 ? say.noneDecided : say.waitedAbout}</p>
      <div ref={room} />
      {timed.map(({ name, median_seconds = 0, p95_seconds = 0 }) => {
        const told = `${say.median}: ${durationOf(median_seconds)} · 95%: ${durationOf(p95_seconds)}`
        return (
          <div key={name}>
            <h3>{name}</h3>
            <svg className={style.decided} width={width} height={HEIGHT} role="img" aria-label={told}>
              <line className={style.reach} x1={EDGE} x2={long(p95_seconds)} y1="9" y2="9" />
              <line className={style.reach} x1={long(p95_seconds)} x2={long(p95_seconds)} y1="4" y2="14" />
              <rect className={style.bar} x={EDGE} y="4" width={Math.max(long(median_seconds) - EDGE, 1)} height="10" />
              <text className={style.number} x={EDGE} y={HEIGHT - 6}>
                {told}
              </text>
            </svg>
          </div>
        )
      })}
    </div>
  )
}
