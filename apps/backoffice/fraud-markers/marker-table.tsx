import { Badge } from '@eclusa/ui/components/badge.tsx'
import { Button } from '@eclusa/ui/components/button.tsx'
import { ReasonDialog } from '@eclusa/ui/components/reason-dialog.tsx'
import { Table, type TableColumn } from '@eclusa/ui/components/table.tsx'
import { useFormats } from '@eclusa/ui/i18n/format.ts'
import { said, useMessages } from '@eclusa/ui/i18n/language.ts'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { type DecisionOutcome, desk, outcome, type Schemas } from '../api/client.ts'
import { useMay } from '../api/queries.ts'
import { placeOf } from '../cases/case-key.ts'
import { frauds } from '../pix/messages.ts'
import { MarkOutcome } from './marker-outcome.tsx'
import style from './markers.module.css'
import { marks } from './messages.ts'

export type Mark = Schemas['FraudMarker']

interface MarkerTableProps {
  rows: Mark[]
  hasChanged: (mark: Mark) => void
}

export function MarkTable({ rows, hasChanged }: MarkerTableProps) {
  const say = useMessages(marks)
  const named = useMessages(frauds)
  const { moment } = useFormats()
  const may = useMay('analyst')
  const [asked, setAsked] = useState<Mark>()
  const [done, setDone] = useState<DecisionOutcome<unknown>>()

  async function withdraw({ id }: Mark, reason: string): Promise<void> {
    const became = await outcome(
      desk.POST('/v1/fraud-markers/{id}/cancel', { params: { path: { id } }, body: { reason } }),
    )
    if ('done' in became) hasChanged(became.done)
    setDone(became)
  }

  const columns: TableColumn<Mark>[] = [
    { key: 'fraud', name: say.fraud, cell: ({ fraud_type }) => said(named, fraud_type) },
    {
      key: 'status',
      name: say.status,
      cell: ({ status, cancelled_by, cancelled_reason }) => (
        <>
          <Badge tone={status === 'REGISTERED' ? 'bad' : 'plain'}>{said(say.statuses, status)}</Badge>
          {cancelled_by && (
            <p className={style.about}>
              {cancelled_by}: {cancelled_reason}
            </p>
          )}
        </>
      ),
    },
    { key: 'made', name: say.made, cell: (mark) => <Maker mark={mark} /> },
    { key: 'at', name: say.at, cell: ({ created_at }) => moment(created_at) },
    ...(may
      ? [
          {
            key: 'withdraw',
            name: say.withdraw,
            cell: (mark: Mark) =>
              mark.status === 'REGISTERED' && <Button onClick={() => setAsked(mark)}>{say.withdraw}</Button>,
          },
        ]
      : []),
  ]
  return (
    <>
      <Table label={say.found} columns={columns} rows={rows} keyOf={({ id }) => id} empty={say.none} />
      {done && (
        <div className={style.outcome}>
          <MarkOutcome outcome={done} done={say.withdrawn} />
        </div>
      )}
      <ReasonDialog
        open={asked !== undefined}
        onClose={() => setAsked(undefined)}
        title={say.withdrawTitle}
        about={say.withdrawAbout}
        atHand={say.withdrawReasons}
        action={say.withdraw}
        grave
        send={async (reason) => asked && withdraw(asked, reason)}
      />
    </>
  )
}

function Maker({ mark }: { mark: Mark }) {
  const say = useMessages(marks)
  const { made_by, made_reason, infraction_notification_id: id, infraction_user_id: user_id } = mark
  if (id && user_id) return <Link {...placeOf({ kind: 'infraction', id, user_id })}>{say.byReport}</Link>
  if (id) return say.byReport
  if (!made_by) return say.unknownMaker
  return (
    <>
      {made_by}
      <p className={style.about}>{made_reason}</p>
    </>
  )
}
