import { listOf } from '@eclusa/ui/api/lists.ts'
import { Id } from '@eclusa/ui/components/copyable-id.tsx'
import { Deadline } from '@eclusa/ui/components/deadline.tsx'
import { Money } from '@eclusa/ui/components/money.tsx'
import { Listed } from '@eclusa/ui/components/paginated-list.tsx'
import { Panel } from '@eclusa/ui/components/panel.tsx'
import { Table, type TableColumn } from '@eclusa/ui/components/table.tsx'
import { useFormats } from '@eclusa/ui/i18n/format.ts'
import { useMessages } from '@eclusa/ui/i18n/language.ts'
import { PageBody } from '@eclusa/ui/layout/page-body.tsx'
import { PageHead } from '@eclusa/ui/layout/page-head.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { answer, desk } from '../api/client.ts'
import { placeOf } from '../cases/case-key.ts'
import { unclaimed } from '../cases/unmatched/messages.ts'
import { bankOf, type Unclaimed, useReasonOf } from '../cases/unmatched/unmatched-facts.tsx'
import { Bank } from '../pix/institution.tsx'
import { pix } from '../pix/messages.ts'
import style from './unmatched-page.module.css'

const reports = listOf<Unclaimed>(['unclaimed', 'reports'], (query) =>
  answer(desk.GET('/v1/unclaimed-reports', { params: { query } })),
)
const refunds = listOf<Unclaimed>(['unclaimed', 'refunds'], (query) =>
  answer(desk.GET('/v1/unclaimed-refunds', { params: { query } })),
)

/** Requests by other banks about payments that no ledger reported. An operator can send the missing records. */
export function UnclaimedPage() {
  const say = useMessages(unclaimed)
  return (
    <>
      <PageHead title={say.page} />
      <PageBody>
        <p className={style.about}>{say.about}</p>
        <Panel title={say.reports} flush>
          <UnclaimedList kind="unclaimed_report" label={say.reports} list={reports} />
        </Panel>
        <Panel title={say.refunds} flush>
          <UnclaimedList kind="unclaimed_refund" label={say.refunds} list={refunds} />
        </Panel>
      </PageBody>
    </>
  )
}

function UnclaimedList({ kind, label, list }: { kind: string; label: string; list: typeof reports }) {
  const say = useMessages(unclaimed)
  const common = useMessages(pix)
  const reasonOf = useReasonOf()
  const { moment } = useFormats()
  const columns: TableColumn<Unclaimed>[] = [
    { key: 'due', name: common.due, cell: ({ due_date }) => <Deadline at={due_date} /> },
    {
      key: 'reason',
      name: say.reason,
      cell: (row) => <Link {...placeOf({ kind, id: row.id })}>{reasonOf(row)}</Link>,
    },
    { key: 'by', name: say.by, cell: (row) => <Bank ispb={bankOf(row)} /> },
    { key: 'payment', name: common.endToEnd, cell: ({ end_to_end_id }) => <Id value={end_to_end_id} whole /> },
    { key: 'seen', name: say.firstSeen, cell: ({ first_seen_at }) => moment(first_seen_at) },
    {
      key: 'amount',
      name: common.amount,
      cell: ({ amount }) => amount !== undefined && <Money cents={amount} />,
      number: true,
    },
  ]
  return (
    <Listed list={useInfiniteQuery(list)}>
      {(rows) => <Table label={label} columns={columns} rows={rows} keyOf={({ id }) => id} empty={say.none} />}
    </Listed>
  )
}
