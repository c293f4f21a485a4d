import { Panel } from '@eclusa/ui/components/panel.tsx'
import { Table } from '@eclusa/ui/components/table.tsx'
import { useFormats } from '@eclusa/ui/i18n/format.ts'
import { useMessages } from '@eclusa/ui/i18n/language.ts'
import { DayStrip } from './day-strip.tsx'
import { figures } from './messages.ts'
import { type Figures, measures, type StatisticMeasure } from './queries.ts'
import { daysOf, type StatisticsPeriod } from './search.ts'
import style from './statistics.module.css'

interface DaysProps {
  period: StatisticsPeriod
  rows: Figures['days']
}

/** Statistics by day, of one kind or of all: as strips, and as a table with the same numbers. */
export function Days({ period, rows }: DaysProps) {
  const say = useMessages(figures)
  const { number, calendarDay } = useFormats()
  const days = daysOf(period)
  const counted = days.map((day) => {
    const ofDay = rows.filter((row) => row.day === day)
    const sum = (of: StatisticMeasure | 'left') => ofDay.reduce((total, row) => total + row[of], 0)
    return { day, came: sum('came'), decided: sum('decided'), left: sum('left'), late: sum('late') }
  })
  const most = Math.max(...counted.flatMap((day) => measures.map((measure) => day[measure])))
  const column = (key: StatisticMeasure | 'left', name: string) => ({
    key,
    name,
    number: true,
    cell: (day: (typeof counted)[number]) => number(day[key]),
  })
  return (
    <Panel title={say.byDay} flush>
      <div className={style.strips}>
        {measures.map((measure) => (
          <DayStrip
            key={measure}
            measure={measure}
            days={days}
            counts={counted.map((day) => day[measure])}
            most={most}
          />
        ))}
      </div>
      <details className={style.more}>
        <summary>{say.perDay}</summary>
        <Table
          label={say.byDay}
          rows={counted.toReversed()}
          keyOf={({ day }) => day}
          empty={say.none}
          columns={[
            { key: 'day', name: say.day, cell: ({ day }) => calendarDay(day) },
            ...measures.map((measure) => column(measure, say.measures[measure])),
            column('left', say.left),
          ]}
        />
      </details>
    </Panel>
  )
}
