import { listOf } from '@eclusa/ui/api/lists.ts'
import { Badge } from '@eclusa/ui/components/badge.tsx'
import { Masked } from '@eclusa/ui/components/masked.tsx'
import { Money } from '@eclusa/ui/components/money.tsx'
import { Listed } from '@eclusa/ui/components/paginated-list.tsx'
import { Panel } from '@eclusa/ui/components/panel.tsx'
import { Table, type TableColumn } from '@eclusa/ui/components/table.tsx'
import { useFormats } from '@eclusa/ui/i18n/format.ts'
import { said, useMessages } from '@eclusa/ui/i18n/language.ts'
import { shared } from '@eclusa/ui/i18n/shared-messages.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { answer, desk, type Schemas } from '../api/client.ts'
import { useMay } from '../api/queries.ts'
import { type CaseKey, keyOf, placeOf } from './case-key.ts'
import { caseQueryKey } from './kind.ts'
import { cases } from './messages.ts'

type DocumentCaseRow = Schemas['CaseOfDocument']
type CaseKindOfDocument = 'client'

const casesOf = (key: CaseKey) =>
  listOf<DocumentCaseRow>([...caseQueryKey(key), 'same-document'], (asked) =>
    answer(
      desk.GET('/v1/cases/{kind}/{id}/same-document', {
        params: {
          // A kind unknown to this version is requested by the name it came with.
          path: { kind: key.kind as CaseKindOfDocument, id: key.id },
          query: { ...asked, ...(key.user_id && { user_id: key.user_id }) },
        },
      }),
    ),
  )

/** Other cases, of any kind, with a document of this one: that of our customer, or of the other end of a payment. */
export function SameDocumentCases({ caseKey }: { caseKey: CaseKey }) {
  const say = useMessages(cases)
  const { kinds } = useMessages(shared)
  const { moment } = useFormats()
  const may = useMay('viewer', 'analyst', 'approver')
  const list = useInfiniteQuery({ ...casesOf(caseKey), enabled: may })
  const columns: TableColumn<DocumentCaseRow>[] = [
    {
      key: 'opened',
      name: say.openedAt,
      cell: (row) => <Link {...placeOf(keyOf(row))}>{moment(row.opened_at)}</Link>,
    },
    {
      key: 'kind',
      name: say.kind,
      cell: ({ kind, subject }) => (
        <>
          {said(kinds, kind)} {subject && <Masked value={subject} revealed={false} />}
        </>
      ),
    },
    {
      key: 'same',
      name: say.same,
      cell: ({ same }) => same.map((party) => said(say.parties, party)).join(', '),
    },
    {
      key: 'amount',
      name: say.amount,
      number: true,
      cell: ({ amount }) => amount !== undefined && <Money cents={amount} />,
    },
    {
      key: 'waits',
      name: say.state,
      cell: ({ waiting }) => <Badge tone={waiting ? 'accent' : 'plain'}>{waiting ? say.waits : say.over}</Badge>,
    },
  ]
  if (!may) return null
  return (
    <Panel title={say.sameDocument} flush>
      <Listed list={list}>
        {(rows) => (
          <Table
            label={say.sameDocument}
            columns={columns}
            rows={rows}
            keyOf={({ kind, id }) => `${kind} ${id}`}
            empty={say.noSameDocument}
          />
        )}
      </Listed>
    </Panel>
  )
}
