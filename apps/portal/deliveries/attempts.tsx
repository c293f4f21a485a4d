import { Panel } from '@eclusa/ui/components/panel.tsx'
import { Table, type TableColumn } from '@eclusa/ui/components/table.tsx'
import { useFormats } from '@eclusa/ui/i18n/format.ts'
import { useMessages } from '@eclusa/ui/i18n/language.ts'
import type { Schemas } from '../api/client.ts'
import style from './deliveries.module.css'
import { AttemptAnswer } from './delivery-status.tsx'
import { deliveries } from './messages.ts'

type ShownAttempt = Schemas['DeliveryAttempt']

const KEPT = 20

/** The attempts and their responses, newest first. */
export function Attempts({ attempts }: { attempts: ShownAttempt[] }) {
  const say = useMessages(deliveries)
  const { precise, number } = useFormats()
  const columns: TableColumn<ShownAttempt>[] = [
    {
      key: 'at',
      name: say.attempt,
      cell: ({ attempted_at }) => <time dateTime={attempted_at}>{precise(attempted_at)}</time>,
    },
    { key: 'answer', name: say.answer, cell: (attempt) => <AttemptAnswer {...attempt} /> },
    { key: 'duration', name: say.duration, number: true, cell: ({ duration_ms }) => say.ms(number(duration_ms)) },
    {
      key: 'head',
      name: say.head,
      cell: ({ response_excerpt }) =>
        response_excerpt ? (
          // Scrollable by keyboard.
          <code className={style.head} tabIndex={0} role="region" aria-label={say.head}>
            {response_excerpt}
          </code>
        ) : (
          <span className={style.faint}>{say.noHead}</span>
        ),
    },
  ]
  return (
    <Panel title={say.attempts} count={attempts.length} flush>
      <Table
        label={say.attempts}
        columns={columns}
        rows={attempts.toReversed()}
        keyOf={({ attempted_at }) => attempted_at}
        empty={say.notYet}
      />
      {attempts.length >= KEPT && <p className={style.note}>{say.latest}</p>}
    </Panel>
  )
}
