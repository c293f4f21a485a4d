import { Id } from '@eclusa/ui/components/copyable-id.tsx'
import { Fact, Facts } from '@eclusa/ui/components/facts.tsx'
import { Masked } from '@eclusa/ui/components/masked.tsx'
import { useFormats } from '@eclusa/ui/i18n/format.ts'
import { said, useMessages } from '@eclusa/ui/i18n/language.ts'
import type { Schemas } from '../../api/client.ts'
import { lineOf } from '../client/line-of.ts'
import { clients } from '../client/messages.ts'
import type { CasePartProps } from '../kind.ts'
import { accounts } from './messages.ts'

/** These identify an account, and not only a bank. */
const accountCodes = new Set(['IBAN', 'CLABE', 'CBU'])

export function AccountFacts({
  record: { account, client, revealed, user_id },
}: CasePartProps<Schemas['AccountCase']>) {
  const say = useMessages(accounts)
  const ofClient = useMessages(clients)
  const { moment, country } = useFormats()
  const personal = (value: string | undefined) => <Masked value={value} revealed={revealed} />
  return (
    <>
      <Facts title={say.account}>
        <Fact name={say.bank}>{account.bank_name}</Fact>
        <Fact name={ofClient.country}>{country(account.country)}</Fact>
        <Fact name={account.bank_code_type}>
          {accountCodes.has(account.bank_code_type) ? personal(account.bank_code) : account.bank_code}
        </Fact>
        {account.clearing_code && <Fact name={say.clearing}>{account.clearing_code}</Fact>}
        {account.branch && <Fact name={say.branch}>{account.branch}</Fact>}
        <Fact name={say.number}>{personal(account.account_number)}</Fact>
        <Fact name={ofClient.type}>{said(say.types, account.account_type)}</Fact>
        <Fact name={say.currency}>{account.currency_symbol}</Fact>
        {account.account_name && <Fact name={say.holder}>{personal(account.account_name)}</Fact>}
        {account.nickname && <Fact name={say.nickname}>{personal(account.nickname)}</Fact>}
      </Facts>
      <Facts title={say.client}>
        <Fact name={ofClient.name}>{personal(client.name)}</Fact>
        <Fact name={ofClient.type}>{said(ofClient.types, client.type)}</Fact>
        <Fact name={said(ofClient.documents, client.document_type)}>{personal(client.document)}</Fact>
        <Fact name={ofClient.nationality}>{country(client.nationality)}</Fact>
        <Fact name={ofClient.risk}>{said(ofClient.risks, client.risk)}</Fact>
        <Fact name={ofClient.email}>{personal(client.email)}</Fact>
        <Fact name={ofClient.phone}>{personal(client.phone_number)}</Fact>
        <Fact name={ofClient.address}>{personal(lineOf(client.address))}</Fact>
      </Facts>
      <Facts>
        <Fact name={ofClient.user}>
          <Id value={user_id} />
        </Fact>
        <Fact name={ofClient.created}>{moment(account.created_at)}</Fact>
        <Fact name={ofClient.version}>{account.version}</Fact>
      </Facts>
    </>
  )
}
