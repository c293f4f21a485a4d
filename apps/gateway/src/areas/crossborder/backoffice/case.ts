import Type, { type TSchema } from 'typebox'
import { EntryOfCase } from '../../../backoffice/audit-log/entries-about.ts'
import { Reason, Seen, TakenFrom } from '../../../backoffice/reason.ts'
import { DateTime, openEnum, Uuid } from '../../../http/schema.ts'
import { type Account, AccountReply } from '../accounts/account.ts'
import { judgeByRules } from '../accounts/account-rules.ts'
import { ClientReply } from '../clients/client.ts'
import { HistoryEntry } from '../history-store.ts'
import type { EncryptedRevision } from '../revision-store.ts'

/** Schemas that the cases of clients and of accounts share. */

export const CasePath = Type.Object({ id: Uuid })

const user_id = Type.String({
  ...Uuid,
  description: 'The user of the record. Users choose these ids, so two users may have chosen the same.',
})
export const CaseQuery = Type.Object({ user_id }, { additionalProperties: false })
export const CaseReveal = Type.Object(
  { user_id, reason: Reason },
  { additionalProperties: false, title: 'RevealOfUser' },
)

const READ_BY_USER = 'The reason. The audit log records it, and the user reads it in the history of the client.'

/** The verdict on a case, bound to the version that the analyst reviewed. */
export const verdictOf = <Shape extends TSchema>(status: Shape, title: string) =>
  Type.Object(
    {
      user_id,
      status,
      seen: Seen,
      reason: Type.String({ ...Reason, description: READ_BY_USER }),
      taken_from: TakenFrom,
    },
    { additionalProperties: false, title },
  )

/** A masked date is not a valid date, so the format is not validated. */
const day = Type.Optional(Type.String({ description: 'YYYY-MM-DD, once revealed.' }))

export const ClientOfCase = Type.Object(
  {
    ...ClientReply.properties,
    birth_date: day,
    issue_date: day,
    product_id: Type.Optional(Uuid),
    version: Type.Integer({ description: 'The version to send as seen with a verdict.' }),
  },
  { title: 'ClientOfCase' },
)

const BrokenToday = Type.Object({ code: Type.String(), detail: Type.String() }, { title: 'BrokenToday' })

export const AccountOfCase = Type.Object(
  {
    ...AccountReply.properties,
    product_id: Type.Optional(Uuid),
    version: Type.Integer({ description: 'The version to send as seen with a verdict.' }),
    rules_broken: Type.Array(BrokenToday, {
      description: 'The current rules that the account breaks; empty when it breaks none.',
    }),
    rules_doubtful: Type.Array(BrokenToday, {
      description: 'The current rules that cannot decide about the account, so that an analyst must decide.',
    }),
  },
  { title: 'AccountOfCase' },
)

const EarlierValues = Type.Object(
  {
    of: openEnum(['client', 'account']),
    object_id: Uuid,
    version: Type.Integer({ description: 'The version with these values.' }),
    replaced_at: DateTime,
    authenticated_user_id: Type.Optional(Uuid),
    request_id: Type.String(),
    values: Type.Optional(Type.Object({}, { additionalProperties: true, description: 'Absent until revealed.' })),
  },
  { title: 'EarlierValues' },
)

/** Fields that both kinds of case have beside the record: who caused its state, when and why. */
export const told = {
  user_id: Uuid,
  revealed: Type.Boolean({ description: 'Whether personal data is shown or masked.' }),
  earlier: Type.Array(EarlierValues, { description: 'Earlier values of the client and its accounts, newest first.' }),
  history: Type.Array(HistoryEntry, { description: 'The history of the client and its accounts, newest first.' }),
  journal: Type.Array(EntryOfCase, { description: 'The actions of backoffice users, newest first.' }),
}

type VersionedId = { id: string; version: number }

/** What the audit log records of a view: the records, their versions, and the earlier values shown. */
export const seenOf = (records: VersionedId[], kept: EncryptedRevision[]) => ({
  seen: records.map(({ id, version }) => [id, version]),
  earlier: kept.map(({ object_id, version }) => [object_id, version]),
})

/** What the audit log records of a verdict. Only a pending record can receive one. */
export const judgedOf = ({ status, version }: { status: string; version: number }, seen: number) => ({
  status: ['PENDING', status],
  version: [seen, version],
})

const example = { user_id: '3f0b9a52-6f0c-4d0e-9d5b-0a4c8a4f7f11' }
export const exampleReveal = { ...example, reason: 'The document must be compared with the register.' }
export const exampleVerdict = { ...example, seen: 3, reason: 'The bank has confirmed the holder.' }

export function withRules(account: Account, shown: Account) {
  const { broken, doubtful } = judgeByRules(account)
  return { ...shown, rules_broken: broken, rules_doubtful: doubtful }
}
