import { useFormats } from '../words/format.ts'
import { useWords } from '../words/language.ts'
import { durationOf } from './duration.ts'
import style from './figures.module.css'
import { type Figures, measures } from './queries.ts'
import { figures } from './words.ts'

/** What a lead asks first, in a number each. */
export function Tiles({ total, proposals: { agreement } }: Pick<Figures, 'total' | 'proposals'>) {
  const say = useWords(figures)
  const { number, percent } = useFormats()
  const tiles = [
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
