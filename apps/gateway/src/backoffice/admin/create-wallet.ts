import { randomUUID } from 'node:crypto'
import Type from 'typebox'
import { Uuid } from '../../http/schema.ts'
import { insertWallet } from '../../http/scope/wallet-store.ts'
import { kept } from '../audit-log/audit-subjects.ts'
import { deskRoute } from '../backoffice-route.ts'
import { Reason } from '../reason.ts'
import { orRefused, recordNotFound, recordTaken } from './errors.ts'
import { Name, UserPath, WalletReply } from './shapes.ts'

const WalletCreate = Type.Object(
  {
    name: Name,
    product_id: Type.Optional(
      Type.String({ ...Uuid, description: 'Absent: that of the user, if it is the target of one alone.' }),
    ),
    is_default: Type.Optional(Type.Boolean({ default: false, description: 'Used when a request names none.' })),
    reason: Reason,
  },
  { additionalProperties: false, title: 'WalletCreate' },
)

export const createWallet = deskRoute({
  name: 'createWallet',
  summary: 'Create a wallet of a user',
  method: 'POST',
  path: '/v1/users/:user_id/wallets',
  roles: ['operator'],
  params: UserPath,
  body: WalletCreate,
  example: { name: 'principal', reason: 'contract signed' },
  reply: { 201: WalletReply },
  errors: [recordTaken, recordNotFound],

  handle({ params: { user_id }, body: { name, product_id, is_default = false, reason }, act }) {
    const id = randomUUID()
    return act({
      user_id,
      subject: { type: 'wallet', id },
      reason,
      async work(tx) {
        const answer = await orRefused(insertWallet(tx, { id, user_id, product_id, name, is_default }))
        return {
          answer,
          changes: { status: [null, 'ACTIVE'], product_id: [null, answer.product_id], is_default },
          sealed: { name: [null, name] },
          records: [kept.wallet({ user_id, wallet_id: id })],
        }
      },
    })
  },
})
