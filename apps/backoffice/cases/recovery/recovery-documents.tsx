import { Id } from '@eclusa/ui/components/copyable-id.tsx'
import { Money } from '@eclusa/ui/components/money.tsx'
import { Panel } from '@eclusa/ui/components/panel.tsx'
import { Table, type TableColumn } from '@eclusa/ui/components/table.tsx'
import { said, useMessages } from '@eclusa/ui/i18n/language.ts'
import type { Schemas } from '../../api/client.ts'
import { Bank } from '../../pix/institution.tsx'
import { asking, pix } from '../../pix/messages.ts'
import type { CasePartProps } from '../kind.ts'
import { SameDocumentCases } from '../same-document.tsx'
import { recoveries } from './messages.ts'
import style from './recovery.module.css'
import { WayPanel } from './tracking-graph/graph-panel.tsx'

type Leg = Schemas['RecoveryRecord']['refunds'][number]

/** Where the money went, which refunds were requested, and the client's text. */
export function RecoveryPapers({ record, caseKey }: CasePartProps<Schemas['RecoveryCase']>) {
  const { recovery } = record
  const say = useMessages(recoveries)
  const common = useMessages(pix)
  const { results, refusals } = useMessages(asking)
  const columns: TableColumn<Leg>[] = [
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
