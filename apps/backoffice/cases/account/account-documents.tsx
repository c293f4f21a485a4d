import { Badge } from '@eclusa/ui/components/badge.tsx'
import { Masked } from '@eclusa/ui/components/masked.tsx'
import { Notice } from '@eclusa/ui/components/notice.tsx'
import { Panel } from '@eclusa/ui/components/panel.tsx'
import { Table } from '@eclusa/ui/components/table.tsx'
import { useMessages } from '@eclusa/ui/i18n/language.ts'
import { Link } from '@tanstack/react-router'
import type { Schemas } from '../../api/client.ts'
import { placeOf } from '../case-key.ts'
import { ClientStatus } from '../client/client-status.tsx'
import { clients } from '../client/messages.ts'
import { EarlierValues } from '../client/previous-values.tsx'
import type { CasePartProps } from '../kind.ts'
import { SameDocumentCases } from '../same-document.tsx'
import style from './account.module.css'
import { accounts } from './messages.ts'
import { isSameName } from './same-name.ts'

/** The facts for deciding on an account: the current rules, its owner, whether the names agree, and its earlier values. */
export function AccountPapers({ record, caseKey }: CasePartProps<Schemas['AccountCase']>) {
  const say = useMessages(accounts)
  const ofClient = useMessages(clients)
  const { account, client, revealed, user_id, earlier } = record
  const findings = [
    ...account.rules_broken.map((rule) => ({ ...rule, finding: say.broken })),
    ...account.rules_doubtful.map((rule) => ({ ...rule, finding: say.doubtful })),
  ]
  return (
    <>
      <Panel title={ofClient.rules} count={findings.length} flush={findings.length > 0}>
        {findings.length === 0 ? (
          <Badge tone="good">{ofClient.rulesHold}</Badge>
        ) : (
          <Table
            label={ofClient.rules}
            rows={findings}
            keyOf={({ code, detail }) => `${code} ${detail}`}
            empty=""
            columns={[
              { key: 'finding', name: say.finding, cell: ({ finding }) => finding },
              { key: 'detail', name: say.rule, cell: ({ detail }) => detail },
              { key: 'code', name: say.code, cell: ({ code }) => <code>{code}</code> },
            ]}
          />
        )}
      </Panel>
      <Panel title={say.whose} action={<ClientStatus status={client.status} />}>
        <div className={style.whose}>
          <p>
            <Link {...placeOf({ kind: 'client', id: client.id, user_id })}>
              <Masked value={client.name} revealed={revealed} />
            </Link>
          </p>
          {account.account_name && revealed && !isSameName(account.account_name, client.name) && (
            <Notice tone="warn">{say.otherName}</Notice>
          )}
          {account.country !== client.country && client.country && (
            <Notice>{say.otherCountry(account.country, client.country)}</Notice>
          )}
          {client.status !== 'ACTIVE' && <Notice>{say.clientNotActive}</Notice>}
        </div>
      </Panel>
      <SameDocumentCases caseKey={caseKey} />
      {earlier.length > 0 && <EarlierValues earlier={earlier} />}
    </>
  )
}
