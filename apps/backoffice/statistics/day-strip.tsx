import { useFormats } from '@eclusa/ui/i18n/format.ts'
import { useMessages } from '@eclusa/ui/i18n/language.ts'
import { useRef } from 'react'
import { figures } from './messages.ts'
import type { StatisticMeasure } from './queries.ts'
import style from './statistics.module.css'
import { useWidth } from './use-width.ts'

interface DayStripProps {
  measure: StatisticMeasure
  /** One value per day, from the first to the last. */
  counts: number[]
  days: string[]
  /** The largest bar of all strips, so that they share one scale. */
  most: number
}

const HEIGHT = 96
const TOP = 18
const BOTTOM = 18
/** The width of a number and of a date. */
const NUMBER_ROOM = 24
const DATE_ROOM = 44

/** A bar chart of one measure by day. Each measure has its own strip, so that no one has to distinguish colours. */
export function DayStrip({ measure, counts, days, most }: DayStripProps) {
  const say = useMessages(figures)
  const { number, calendarDay } = useFormats()
  const room = useRef<HTMLDivElement>(null)
  const width = useWidth(room)
  const step = width / Math.max(days.length, 1)
  const gap = step > 6 ? 2 : 0.5
  const tall = (count: number) => (count / Math.max(most, 1)) * (HEIGHT - TOP - BOTTOM)
  const top = Math.max(...counts)
  const total = counts.reduce((sum, count) => sum + count, 0)
  const every = Math.max(1, Math.ceil(DATE_ROOM / Math.max(step, 1)))
  const told = total === 0 ? say.none : say.most(number(top), calendarDay(days[counts.indexOf(top)]!))
  return (
    <div className={style.strip}>
      <h3>
        {say.measures[measure]} <span className={style.sum}>{number(total)}</span>
      </h3>
      <div ref={room}>
        <svg
          className={style[measure]}
          width={width}
          height={HEIGHT}
          role="img"
          aria-label={`${say.measures[measure]}: ${number(total)}; ${told}`}
        >
          <line className={style.axis} x1={0} x2={width} y1={HEIGHT - BOTTOM} y2={HEIGHT - BOTTOM} />
          {days.map((day, index) => {
            const count = counts[index]!
            const x = index * step
            const y = HEIGHT - BOTTOM - tall(count)
            // Every number where there is room, and the greatest in any case.
            const isTold = count > 0 && (step >= NUMBER_ROOM || index === counts.indexOf(top))
            return (
              <g key={day}>
                <rect
                  className={style.bar}
                  x={x + gap / 2}
                  y={y}
                  width={Math.max(step - gap, 0.5)}
                  height={tall(count)}
                >
                  <title>{`${calendarDay(day)}: ${number(count)}`}</title>
                </rect>
                {isTold && (
                  <text className={style.number} x={anchored(x + step / 2, width)} y={y - 4} textAnchor="middle">
                    {number(count)}
                  </text>
                )}
                {index % every === 0 && x + DATE_ROOM <= width + step && (
                  <text className={style.date} x={x + gap / 2} y={HEIGHT - 4}>
                    {calendarDay(day)}
                  </text>
                )}
              </g>
            )
          })}
        </svg>
      </div>
    </div>
  )
}

/** Keeps the number over the first or the last bar inside the chart. */
const anchored = (x: number, width: number) => Math.min(Math.max(x, NUMBER_ROOM / 2), width - NUMBER_ROOM / 2)
