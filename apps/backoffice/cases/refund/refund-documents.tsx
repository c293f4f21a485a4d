import { Id } from '@eclusa/ui/components/copyable-id.tsx'
import { Money } from '@eclusa/ui/components/money.tsx'
import { Panel } from '@eclusa/ui/components/panel.tsx'
import { Table, type TableColumn } from '@eclusa/ui/components/table.tsx'
import { useFormats } from '@eclusa/ui/i18n/format.ts'
import { useMessages } from '@eclusa/ui/i18n/language.ts'
import type { Schemas } from '../../api/client.ts'
import { pix } from '../../pix/messages.ts'
import type { CasePartProps } from '../kind.ts'
import { SameDocumentCases } from '../same-document.tsx'
import { refunds } from './messages.ts'

type RefundPayment = Schemas['RefundRecord']['payments'][number]

/** The text of a refund request, and the amount the core has paid. */
export function RefundPapers({ record: { refund }, caseKey }: CasePartProps<Schemas['RefundCase']>) {
  const say = useMessages(refunds)
  const common = useMessages(pix)
  const { moment } = useFormats()
  const columns: TableColumn<RefundPayment>[] = [
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
