import type { Schemas } from '../../contract/client.ts'
import { Id } from '../../parts/id.tsx'
import { Money } from '../../parts/money.tsx'
import { Panel } from '../../parts/panel.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { Bank } from '../../pix/bank.tsx'
import { asking, pix } from '../../pix/words.ts'
import { said, useWords } from '../../words/language.ts'
import type { Shown } from '../kind.ts'
import { SameDocumentCases } from '../same-document.tsx'
import style from './recovery.module.css'
import { WayPanel } from './way/way-panel.tsx'
import { recoveries } from './words.ts'

type Leg = Schemas['RecoveryRecord']['refunds'][number]

/** Where the money went, which refunds were requested, and the client's text. */
export function RecoveryPapers({ record, caseKey }: Shown<Schemas['RecoveryCase']>) {
  const { recovery } = record
  const say = useWords(recoveries)
  const common = useWords(pix)
  const { results, refusals } = useWords(asking)
  const columns: Column<Leg>[] = [
    { key: 'bank', name: say.bank, cell: ({ bank_ispb }) => <Bank ispb={bank_ispb} /> },
    {
      key: 'status',
      name: say.status,
      cell: ({ status, analysis_result, rejection_reason }) =>
        [
          said(say.legStatuses, status),
          analysis_result && said(results, analysis_result),
          rejection_reason && said(refusals, rejection_reason),
        ]
          .filter(Boolean)
          .join(' · '),
    },
    { key: 'asked', name: say.asked, cell: ({ amount }) => <Money cents={amount} />, number: true },
    { key: 'came', name: say.came, cell: ({ refunded_amount }) => <Money cents={refunded_amount} />, number: true },
    { key: 'payment', name: common.endToEnd, cell: ({ end_to_end_id }) => <Id value={end_to_end_id} /> },
  ]
  return (
    <>
      <WayPanel record={record} />
      <Panel title={say.legs} count={recovery.refunds.length} flush>
        <Table label={say.legs} columns={columns} rows={recovery.refunds} keyOf={({ id }) => id} empty={say.noLegs} />
      </Panel>
      <Panel title={say.wrote}>
        <p className={style.words}>{recovery.description}</p>
      </Panel>
      <SameDocumentCases caseKey={caseKey} />
    </>
  )
}
