import { useFormats } from '@eclusa/ui/i18n/format.ts'
import { useMessages } from '@eclusa/ui/i18n/language.ts'
import type { Schemas } from '../api/client.ts'
import { durationOf } from './duration.ts'
import { figures } from './messages.ts'
import { type Figures, measures } from './queries.ts'
import style from './statistics.module.css'

/** Key figures for a lead, one number each. */
export function Tiles({ now, total, proposals: { agreement } }: Pick<Figures, 'now' | 'total' | 'proposals'>) {
  const say = useMessages(figures)
  const { number, percent } = useFormats()
  const upTo = ({ count, more }: Schemas['Count']) => `${number(count)}${more ? '+' : ''}`
  const tiles = [
    [say.waitingNow, upTo(now.waiting), say.waitingNowAbout] as const,
    [say.overdueNow, upTo(now.overdue), say.overdueNowAbout] as const,
    ...measures.map((measure) => [say.measures[measure], number(total[measure]), say.about[measure]] as const),
    [say.median, durationOf(total.median_seconds), say.medianAbout] as const,
    [say.p95, durationOf(total.p95_seconds), say.p95About] as const,
    [say.agreement, agreement === undefined ? '–' : percent(agreement), say.agreementAbout] as const,
  ]
  return (
    <dl className={style.tiles}>
      {tiles.map(([name, value, about]) => (
        <div key={name} className={style.tile}>
          <dt>{name}</dt>
          <dd className={style.value}>{value}</dd>
          <dd className={style.faint}>{about}</dd>
        </div>
      ))}
    </dl>
  )
}
