import Type from 'typebox'
import { deskRoute } from '../../../backoffice/backoffice-route.ts'
import { caseTaken } from '../../../backoffice/cases/errors.ts'
import { caseChanged } from '../../../backoffice/faults.ts'
import { closedEnum, openEnum, Uuid } from '../../../http/schema.ts'
import { found } from '../../../platform/errors/fault.ts'
import { accountStatuses } from '../accounts/account.ts'
import { findAccountById } from '../accounts/account-store.ts'
import { decideAccount } from '../accounts/verify-account.job.ts'
import { accountNotFound } from '../errors.ts'
import { CasePath, exampleVerdict, judgedOf, verdictOf } from './case.ts'

const AccountVerdict = verdictOf(closedEnum(['ACTIVE', 'INACTIVE'], 'The verdict.'), 'AccountVerdict')
const JudgedAccount = Type.Object(
  { id: Uuid, user_id: Uuid, client_id: Uuid, status: openEnum(accountStatuses), version: Type.Integer() },
  { title: 'JudgedAccount' },
)

export const judgeAccount = deskRoute({
  name: 'judgeAccount',
  summary: 'Decide about a pending account',
  method: 'POST',
  path: '/v1/accounts/:id/verdict',
  roles: ['analyst'],
  decision: 'account_verdict',
  decides: { kind: 'account', id: 'id' },
  params: CasePath,
  body: AccountVerdict,
  example: { ...exampleVerdict, status: 'ACTIVE' },
  reply: { 200: JudgedAccount },
  errors: [accountNotFound, caseChanged, caseTaken],

  handle: ({ params: { id }, body: { user_id, status, seen, reason }, act }) =>
    act({
      user_id,
      subject: { type: 'account', id },
      reason,
      async work(tx) {
        const { client_id } = found(await findAccountById(tx, id), accountNotFound)
        const verdict = { status, source: 'operator', metadata: { reason } }
        const key = { client_id, account_id: id }
        const decided = found(await decideAccount(tx, key, () => verdict, seen), caseChanged)
        const answer = { id, user_id, client_id, status: decided.status, version: decided.version }
        return { answer, changes: { client_id, ...judgedOf(decided, seen) } }
      },
    }),
})
