import { useFormats } from '@eclusa/ui/i18n/format.ts'
import { useMessages } from '@eclusa/ui/i18n/language.ts'
import { useRef } from 'react'
import { figures } from './messages.ts'
import { type MeasureCounts, measures } from './queries.ts'
import style from './statistics.module.css'
import { useWidth } from './use-width.ts'

const ROW = 16
const THICK = 10
/** The width of the longest number after its bar. */
const NUMBER_ROOM = 64

/** For each kind one bar per measure, with its number at the end. */
export function KindBars({ rows }: { rows: (MeasureCounts & { name: string })[] }) {
  const say = useMessages(figures)
  const { number } = useFormats()
  const room = useRef<HTMLDivElement>(null)
  const width = useWidth(room)
  const most = Math.max(1, ...rows.flatMap((row) => measures.map((measure) => row[measure])))
  const long = (count: number) => (count / most) * Math.max(width - NUMBER_ROOM, 0)
  return (
    <div className={style.bars}>
      <ul className={style.legend}>
        {measures.map((measure) => (
          <li key={measure}>
            <svg className={style[measure]} width="10" height="10" aria-hidden="true">
              <rect className={style.bar} width="10" height="10" />
            </svg>
            {say.measures[measure]}
          </li>
        ))}
      </ul>
      <div ref={room} />
      {rows.map((row) => (
        <div key={row.name}>
          <h3>{row.name}</h3>
          <svg
            width={width}
            height={ROW * measures.length}
            role="img"
            aria-label={measures.map((measure) => `${say.measures[measure]}: ${number(row[measure])}`).join('; ')}
          >
            {measures.map((measure, index) => (
              <g key={measure} className={style[measure]}>
                <rect
                  className={style.bar}
                  y={index * ROW + 3}
                  width={Math.max(long(row[measure]), 1)}
                  height={THICK}
                />
                <text className={style.number} x={long(row[measure]) + 6} y={index * ROW + THICK + 2}>
                  {number(row[measure])}
                </text>
              </g>
            ))}
          </svg>
        </div>
      ))}
    </div>
  )
}
