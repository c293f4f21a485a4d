import { deactivateWallet as deactivate, lockWallet } from '../../http/scope/wallet-store.ts'
import { found } from '../../platform/errors/fault.ts'
import { kept } from '../audit-log/audit-subjects.ts'
import { deskRoute } from '../backoffice-route.ts'
import { Reasoned } from '../reason.ts'
import { recordNotFound } from './errors.ts'
import { WalletPath, WalletReply } from './shapes.ts'

export const deactivateWallet = deskRoute({
  name: 'deactivateWallet',
  summary: 'Set a wallet INACTIVE: requests can no longer use it',
  method: 'POST',
  path: '/v1/users/:user_id/wallets/:wallet_id/deactivate',
  roles: ['operator'],
  decision: 'wallet_deactivation',
  params: WalletPath,
  body: Reasoned,
  example: { reason: 'the account was closed' },
  reply: { 200: WalletReply },
  errors: [recordNotFound],

  handle: ({ params: { user_id, wallet_id }, body: { reason }, act }) =>
    act({
      user_id,
      subject: { type: 'wallet', id: wallet_id },
      reason,
      async work(tx) {
        const before = found(await lockWallet(tx, user_id, wallet_id), recordNotFound)
        return {
          answer: await deactivate(tx, user_id, wallet_id),
          changes: { status: [before.status, 'INACTIVE'] },
          records: [kept.wallet({ user_id, wallet_id })],
        }
      },
    }),
})
