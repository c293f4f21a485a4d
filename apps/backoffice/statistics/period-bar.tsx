import { Button } from '@eclusa/ui/components/button.tsx'
import { Field } from '@eclusa/ui/components/field.tsx'
import { exactly, Views } from '@eclusa/ui/components/tabs.tsx'
import { said, useMessages } from '@eclusa/ui/i18n/language.ts'
import { shared } from '@eclusa/ui/i18n/shared-messages.ts'
import { Link, useNavigate } from '@tanstack/react-router'
import { figures } from './messages.ts'
import { type FigureSearch, readFigureSearch, type StatisticsPeriod, spans } from './search.ts'
import style from './statistics.module.css'

interface PeriodBarProps {
  search: FigureSearch
  period: StatisticsPeriod
  /** Kinds with any data. */
  kinds: string[]
}

/** The selected days and kind. All of it is in the URL, so that it can be shared. */
export function PeriodBar({ search, period, kinds }: PeriodBarProps) {
  const say = useMessages(figures)
  const { kinds: names } = useMessages(shared)
  const navigate = useNavigate()
  const { kind, ...days } = search
  return (
    <div className={style.choices}>
      <Views label={say.period}>
        {spans.map((span) => (
          <Link key={span} to="/figures" search={readFigureSearch({ days: span, kind })} activeOptions={exactly}>
            {say.last(span)}
          </Link>
        ))}
      </Views>
      <form
        // Another period remounts the form with its days.
        key={`${period.from} ${period.to}`}
        aria-label={say.period}
        className={style.days}
        onSubmit={(event) => {
          event.preventDefault()
          const said = Object.fromEntries(new FormData(event.currentTarget))
          void navigate({ to: '/figures', search: readFigureSearch({ ...said, kind }) })
        }}
      >
        <Field label={say.from} name="from" type="date" defaultValue={period.from} required />
        <Field label={say.to} name="to" type="date" defaultValue={period.to} required />
        <Button type="submit">{say.show}</Button>
      </form>
      {kinds.length > 1 && (
        <Views label={say.kind}>
          {[undefined, ...kinds].map((one) => (
            <Link
              key={one ?? 'all'}
              to="/figures"
              search={one ? { ...days, kind: one } : days}
              resetScroll={false}
              activeOptions={exactly}
            >
              {one ? said(names, one) : say.every}
            </Link>
          ))}
        </Views>
      )}
    </div>
  )
}
