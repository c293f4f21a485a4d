import { Badge } from '@eclusa/ui/components/badge.tsx'
import { Money } from '@eclusa/ui/components/money.tsx'
import { Panel } from '@eclusa/ui/components/panel.tsx'
import { Table, type TableColumn } from '@eclusa/ui/components/table.tsx'
import { useFormats } from '@eclusa/ui/i18n/format.ts'
import { said, useMessages } from '@eclusa/ui/i18n/language.ts'
import { Link } from '@tanstack/react-router'
import type { Schemas } from '../../api/client.ts'
import { frauds } from '../../pix/messages.ts'
import { RefundStatus } from '../../pix/refund-status.tsx'
import { placeOf } from '../case-key.ts'
import type { CasePartProps } from '../kind.ts'
import { SameDocumentCases } from '../same-document.tsx'
import { Evidence } from './evidence.tsx'
import style from './infraction-documents.module.css'
import { InfractionStatus } from './infraction-status.tsx'
import { infractions } from './messages.ts'

type ShownRefund = Schemas['RefundOfNotification']
type Earlier = Schemas['EarlierInfraction']

/** The facts for deciding on a report: the other bank's text, the client's answer, and earlier cases. */
export function InfractionPapers({ record, caseKey }: CasePartProps<Schemas['InfractionCase']>) {
  const say = useMessages(infractions)
  const named = useMessages(frauds)
  const { moment } = useFormats()
  const { infraction, refunds, earlier, user_id } = record
  const refundColumns: TableColumn<ShownRefund>[] = [
    {
      key: 'created',
      name: say.asking,
      cell: ({ id, created_at }) => <Link {...placeOf({ kind: 'refund', id, user_id })}>{moment(created_at)}</Link>,
    },
    { key: 'amount', name: say.contested, cell: ({ amount }) => <Money cents={amount} />, number: true },
    { key: 'paid', name: say.paid, cell: ({ paid_amount }) => <Money cents={paid_amount} />, number: true },
    { key: 'status', name: say.block, cell: ({ status }) => <RefundStatus status={status} /> },
  ]
  const earlierColumns: TableColumn<Earlier>[] = [
    {
      key: 'created',
      name: say.report,
      cell: ({ id, created_at }) => <Link {...placeOf({ kind: 'infraction', id, user_id })}>{moment(created_at)}</Link>,
    },
    {
      key: 'situation',
      name: say.situation,
      cell: ({ situation_type, same_counterparty }) => (
        <>
          {said(say.situations, situation_type)}{' '}
          {same_counterparty && <Badge tone="warn">{say.sameCounterparty}</Badge>}
        </>
      ),
    },
    { key: 'amount', name: say.contested, cell: ({ amount }) => <Money cents={amount} />, number: true },
    {
      key: 'verdict',
      name: say.verdict,
      cell: ({ status, analysis_result }) =>
        analysis_result ? (
          <Badge tone={analysis_result === 'AGREED' ? 'bad' : 'good'}>{said(say.inShort, analysis_result)}</Badge>
        ) : (
          <InfractionStatus status={status} />
        ),
    },
  ]
  return (
    <>
      <Panel title={say.wrote}>
        {infraction.description ? (
          <p className={style.words}>{infraction.description}</p>
        ) : (
          <p className={style.none}>{say.wroteNothing}</p>
        )}
      </Panel>
      <Panel title={say.answer}>
        {infraction.client_status ? (
          <>
            <p className={style.said}>
              <Badge tone={infraction.client_status === 'AGREED' ? 'bad' : 'accent'}>
                {said(say.answers, infraction.client_status)}
              </Badge>{' '}
              {infraction.compliance_fraud_type && said(named, infraction.compliance_fraud_type)}
            </p>
            <p className={style.words}>{infraction.client_analysis_details}</p>
          </>
        ) : (
          <p className={style.none}>{say.noAnswer}</p>
        )}
        {infraction.question && (
          <p className={style.asked}>
            {say.asked}: {infraction.question}
          </p>
        )}
      </Panel>
      <Evidence record={record} />
      <Panel title={say.earlier} count={earlier.length} flush>
        <Table
          label={say.earlier}
          columns={earlierColumns}
          rows={earlier}
          keyOf={({ id }) => id}
          empty={say.noEarlier}
        />
      </Panel>
      <Panel title={say.refunds} count={refunds.length} flush>
        <Table
          label={say.refunds}
          columns={refundColumns}
          rows={refunds}
          keyOf={({ id }) => id}
          empty={say.noRefunds}
        />
      </Panel>
      <SameDocumentCases caseKey={{ ...caseKey, user_id }} />
    </>
  )
}
