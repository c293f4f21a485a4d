import { Button } from '@eclusa/ui/components/button.tsx'
import { Dialog } from '@eclusa/ui/components/dialog.tsx'
import { Money } from '@eclusa/ui/components/money.tsx'
import { Panel } from '@eclusa/ui/components/panel.tsx'
import { useMessages } from '@eclusa/ui/i18n/language.ts'
import { lazy, Suspense, useMemo, useState } from 'react'
import type { Schemas } from '../../../api/client.ts'
import { Followed } from './followed.tsx'
import { WayTable } from './graph-table.tsx'
import { ways } from './messages.ts'
import style from './tracking-graph.module.css'
import { type GraphSelection, type TrackingGraphModel, wayOf } from './tracking-graph.ts'

const WayGraph = lazy(async () => ({ default: (await import('./graph-view.tsx')).WayGraph }))

/** The tracking graph, drawn and as a table. A selection in one is selected in the other. */
export function WayPanel({ record }: { record: Schemas['RecoveryCase'] }) {
  const say = useMessages(ways)
  const way = useMemo(() => wayOf(record), [record])
  const [chosen, choose] = useState<GraphSelection>()
  const [large, setLarge] = useState(false)
  if (way.payments.length === 0)
    return (
      <Panel title={say.title}>
        <p className={style.none}>{say.none}</p>
      </Panel>
    )
  const shown = { way, chosen, choose }
  return (
    <Panel
      title={say.title}
      flush
      action={
        <Button look="quiet" icon="fit" onClick={() => setLarge(true)}>
          {say.enlarge}
        </Button>
      }
    >
      <Sums way={way} />
      {!large && (
        <div className={style.small}>
          <Graph {...shown} full={false} />
          <div className={style.rows}>
            <WayTable {...shown} />
          </div>
        </div>
      )}
      {record.followed && <Followed followed={record.followed} />}
      <Dialog open={large} onClose={() => setLarge(false)} title={say.title} full>
        <div className={style.large}>
          <Graph {...shown} full />
          <div className={style.rows}>
            <WayTable {...shown} />
          </div>
        </div>
      </Dialog>
    </Panel>
  )
}

function Graph(props: {
  way: TrackingGraphModel
  chosen: GraphSelection
  choose: (chosen: GraphSelection) => void
  full: boolean
}) {
  const { drawing } = useMessages(ways)
  return (
    <div className={style.graph}>
      <Suspense fallback={<p role="status">{drawing}</p>}>
        <WayGraph {...props} />
      </Suspense>
    </div>
  )
}

function Sums({ way }: { way: TrackingGraphModel }) {
  const say = useMessages(ways)
  const sums = [
    [say.refundable, way.refundable],
    [say.asked, way.asked],
    [say.returned, way.returned],
  ] as const
  return (
    <div className={style.sums}>
      <p className={style.counted}>{say.counted(way.payments.length, way.accounts.length, way.banks)}</p>
      <dl className={style.amounts}>
        {sums.map(([name, cents]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <Money cents={cents} />
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
