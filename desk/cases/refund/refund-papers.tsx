import type { Schemas } from '../../contract/client.ts'
import { Id } from '../../parts/id.tsx'
import { Money } from '../../parts/money.tsx'
import { Panel } from '../../parts/panel.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { pix } from '../../pix/words.ts'
import { useFormats } from '../../words/format.ts'
import { useWords } from '../../words/language.ts'
import type { Shown } from '../kind.ts'
import { SameDocumentCases } from '../same-document.tsx'
import { refunds } from './words.ts'

type Payment = Schemas['RefundRecord']['payments'][number]

/** The text of a refund request, and the amount the core has paid. */
export function RefundPapers({ record: { refund }, caseKey }: Shown<Schemas['RefundCase']>) {
  const say = useWords(refunds)
  const common = useWords(pix)
  const { moment } = useFormats()
  const columns: Column<Payment>[] = [
    { key: 'id', name: common.endToEnd, cell: ({ end_to_end_id }) => <Id value={end_to_end_id} whole /> },
    { key: 'at', name: say.told, cell: ({ reported_at }) => moment(reported_at) },
    { key: 'amount', name: common.amount, cell: ({ amount }) => <Money cents={amount} />, number: true },
  ]
  return (
    <>
      {refund.description && (
        <Panel title={say.wrote}>
          <p>{refund.description}</p>
        </Panel>
      )}
      {refund.analysis_details && (
        <Panel title={say.answered}>
          <p>{refund.analysis_details}</p>
        </Panel>
      )}
      <Panel title={say.payments} count={refund.payments.length} flush>
        <Table
          label={say.payments}
          columns={columns}
          rows={refund.payments}
          keyOf={({ end_to_end_id }) => end_to_end_id}
          empty={say.noPayments}
        />
      </Panel>
      <SameDocumentCases caseKey={{ ...caseKey, user_id: refund.user_id }} />
    </>
  )
}
