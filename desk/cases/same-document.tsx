import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { answer, desk, type Schemas } from '../contract/client.ts'
import { listOf } from '../contract/lists.ts'
import { useMay } from '../contract/queries.ts'
import { Badge } from '../parts/badge.tsx'
import { Listed } from '../parts/listed.tsx'
import { Masked } from '../parts/masked.tsx'
import { Money } from '../parts/money.tsx'
import { Panel } from '../parts/panel.tsx'
import { type Column, Table } from '../parts/table.tsx'
import { useFormats } from '../words/format.ts'
import { said, useWords } from '../words/language.ts'
import { shared } from '../words/shared.ts'
import { type CaseKey, keyOf, placeOf } from './case-key.ts'
import { caseQueryKey } from './kind.ts'
import { cases } from './words.ts'

type Row = Schemas['CaseOfDocument']
type Kind = 'client'

const casesOf = (key: CaseKey) =>
  listOf<Row>([...caseQueryKey(key), 'same-document'], (asked) =>
    answer(
      desk.GET('/v1/cases/{kind}/{id}/same-document', {
        params: {
          // A kind unknown to this version is requested by the name it came with.
          path: { kind: key.kind as Kind, id: key.id },
          query: { ...asked, ...(key.user_id && { user_id: key.user_id }) },
        },
      }),
    ),
  )

/** Other cases, of any kind, with a document of this one: that of our customer, or of the other end of a payment. */
export function SameDocumentCases({ caseKey }: { caseKey: CaseKey }) {
  const say = useWords(cases)
  const { kinds } = useWords(shared)
  const { moment } = useFormats()
  const may = useMay('viewer', 'analyst', 'approver')
  const list = useInfiniteQuery({ ...casesOf(caseKey), enabled: may })
  const columns: Column<Row>[] = [
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
