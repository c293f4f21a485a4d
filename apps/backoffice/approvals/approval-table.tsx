import { Deadline } from '@eclusa/ui/components/deadline.tsx'
import { Money } from '@eclusa/ui/components/money.tsx'
import { Table, type TableColumn } from '@eclusa/ui/components/table.tsx'
import { useFormats } from '@eclusa/ui/i18n/format.ts'
import { said, useMessages } from '@eclusa/ui/i18n/language.ts'
import { Link } from '@tanstack/react-router'
import { useMe } from '../api/queries.ts'
import { decisions } from '../i18n/decisions.ts'
import { SubjectWithId } from '../layout/subject-link.tsx'
import { proposals } from './messages.ts'
import type { Proposal } from './queries.ts'

interface ApprovalTableProps {
  label: string
  rows: Proposal[]
  empty: string
  /** Ended proposals show by whom and when, in place of their expiry. */
  ended?: boolean
}

export function ProposalTable({ label, rows, empty, ended = false }: ApprovalTableProps) {
  const say = useMessages(proposals)
  const named = useMessages(decisions)
  const { moment } = useFormats()
  const me = useMe()
  const name = (id: string | undefined, known: string | undefined) => (id === me.id ? say.byYou : (known ?? '–'))
  const amountColumn: TableColumn<Proposal> = {
    key: 'amount',
    name: say.amount,
    number: true,
    cell: ({ amount }) => amount !== undefined && <Money cents={amount} />,
  }
  const columns: TableColumn<Proposal>[] = [
    {
      key: 'what',
      name: say.what,
      cell: ({ id, operation }) => (
        <Link to="/proposals/$id" params={{ id }}>
          {said(named, operation)}
        </Link>
      ),
    },
    { key: 'about', name: say.about, cell: (row) => <SubjectWithId of={row} /> },
    ...(rows.some(({ amount }) => amount !== undefined) ? [amountColumn] : []),
    { key: 'by', name: say.by, cell: (row) => name(row.proposed_by, row.proposed_by_name) },
    { key: 'why', name: say.why, cell: ({ reason }) => reason },
    ...(ended
      ? [
          { key: 'endedBy', name: say.endedBy, cell: (row: Proposal) => name(row.ended_by, row.ended_by_name) },
          { key: 'ended', name: say.ended, cell: (row: Proposal) => moment(row.ended_at ?? row.lapses_at) },
        ]
      : [{ key: 'left', name: say.left, cell: ({ lapses_at }: Proposal) => <Deadline at={lapses_at} /> }]),
  ]
  return <Table label={label} columns={columns} rows={rows} keyOf={({ id }) => id} empty={empty} />
}
