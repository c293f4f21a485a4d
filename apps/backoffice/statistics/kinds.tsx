import { Panel } from '@eclusa/ui/components/panel.tsx'
import { Table, type TableColumn } from '@eclusa/ui/components/table.tsx'
import { useFormats } from '@eclusa/ui/i18n/format.ts'
import { said, useMessages } from '@eclusa/ui/i18n/language.ts'
import { shared } from '@eclusa/ui/i18n/shared-messages.ts'
import { durationOf } from './duration.ts'
import { KindBars } from './kind-bars.tsx'
import { figures } from './messages.ts'
import { type Figures, measures } from './queries.ts'
import style from './statistics.module.css'
import { WaitedBars } from './wait-time-chart.tsx'

type KindRow = Omit<Figures['kinds'][number], 'kind'> & { name: string }

/** By kind: how many, and how long they took. The table below has the same numbers and their sums. */
export function Kinds({ kinds, total }: Pick<Figures, 'kinds' | 'total'>) {
  const say = useMessages(figures)
  const { kinds: names } = useMessages(shared)
  const { number } = useFormats()
  const rows: KindRow[] = kinds.map(({ kind, ...row }) => ({ ...row, name: said(names, kind) }))
  const columns: TableColumn<KindRow>[] = [
    { key: 'kind', name: say.kind, cell: ({ name }) => name },
    ...([...measures, 'left'] as const).map((key) => ({
      key,
      name: key === 'left' ? say.left : say.measures[key],
      number: true,
      cell: (row: KindRow) => number(row[key]),
    })),
    { key: 'median', name: say.median, number: true, cell: ({ median_seconds }) => durationOf(median_seconds) },
    { key: 'p95', name: say.p95, number: true, cell: ({ p95_seconds }) => durationOf(p95_seconds) },
  ]
  return (
    <>
      <div className={style.pair}>
        <Panel title={say.byKind}>
          {rows.length === 0 ? <p className={style.faint}>{say.none}</p> : <KindBars rows={rows} />}
        </Panel>
        <Panel title={say.waited}>
          <WaitedBars rows={rows} />
        </Panel>
      </div>
      <Panel flush>
        <Table
          label={say.byKind}
          columns={columns}
          rows={rows.length === 0 ? [] : [...rows, { ...total, name: say.total }]}
          keyOf={({ name }) => name}
          empty={say.none}
        />
      </Panel>
    </>
  )
}
