import { Badge } from '@eclusa/ui/components/badge.tsx'
import { Masked } from '@eclusa/ui/components/masked.tsx'
import { Panel } from '@eclusa/ui/components/panel.tsx'
import { Table, type TableColumn } from '@eclusa/ui/components/table.tsx'
import { useFormats } from '@eclusa/ui/i18n/format.ts'
import { said, useMessages } from '@eclusa/ui/i18n/language.ts'
import { Link } from '@tanstack/react-router'
import type { Schemas } from '../../api/client.ts'
import { placeOf } from '../case-key.ts'
import type { CasePartProps } from '../kind.ts'
import { ClientStatus } from './client-status.tsx'
import { clients } from './messages.ts'
import { EarlierValues } from './previous-values.tsx'

type ShownAccount = Schemas['AccountOfCase']
type Another = Schemas['AnotherClient']

/** Further facts for deciding on a client: its accounts, cases with the same document, and its earlier values. */
export function ClientPapers({ record }: CasePartProps<Schemas['ClientCase']>) {
  const say = useMessages(clients)
  const { moment } = useFormats()
  const { accounts, same_document, revealed, user_id, earlier } = record
  const accountColumns: TableColumn<ShownAccount>[] = [
    {
      key: 'account',
      name: say.account,
      cell: ({ id, account_number, currency_symbol, bank_name, country }) => (
        <>
          <Link {...placeOf({ kind: 'account', id, user_id, under_id: record.client.id })}>
            {bank_name} ({country})
          </Link>
          <div>
            <Masked value={account_number} revealed={revealed} /> {currency_symbol}
          </div>
        </>
      ),
    },
    {
      key: 'rules',
      name: say.rules,
      cell: ({ rules_broken, rules_doubtful }) => <Rules found={[...rules_broken, ...rules_doubtful]} />,
    },
    { key: 'status', name: say.status, cell: ({ status }) => <ClientStatus status={status} /> },
  ]
  const otherColumns: TableColumn<Another>[] = [
    {
      key: 'name',
      name: say.name,
      cell: ({ id, name }) => (
        <Link {...placeOf({ kind: 'client', id, user_id })}>
          <Masked value={name} revealed={revealed} />
        </Link>
      ),
    },
    { key: 'type', name: say.document, cell: ({ document_type }) => said(say.documents, document_type) },
    { key: 'created', name: say.created, cell: ({ created_at }) => moment(created_at) },
    { key: 'status', name: say.status, cell: ({ status }) => <ClientStatus status={status} /> },
  ]
  return (
    <>
      <Panel title={say.accounts} count={accounts.length} flush>
        <Table
          label={say.accounts}
          columns={accountColumns}
          rows={accounts}
          keyOf={({ id }) => id}
          empty={say.noAccounts}
        />
      </Panel>
      <Panel title={say.sameDocument} count={same_document.length} flush>
        <Table
          label={say.sameDocument}
          columns={otherColumns}
          rows={same_document}
          keyOf={({ id }) => id}
          empty={say.noSameDocument}
        />
      </Panel>
      {earlier.length > 0 && <EarlierValues earlier={earlier} />}
    </>
  )
}

function Rules({ found }: { found: Schemas['BrokenToday'][] }) {
  const { rulesHold } = useMessages(clients)
  if (found.length === 0) return <Badge tone="good">{rulesHold}</Badge>
  return (
    <ul>
      {found.map(({ code, detail }) => (
        <li key={code}>{detail}</li>
      ))}
    </ul>
  )
}
