import { PageQuery, PageReply } from '../../http/page.ts'
import { listWalletsOf } from '../../http/scope/wallet-store.ts'
import { deskRoute } from '../backoffice-route.ts'
import { adminRoles, UserPath, WalletReply } from './shapes.ts'

export const listWallets = deskRoute({
  name: 'listWallets',
  summary: 'List the wallets of a user',
  method: 'GET',
  path: '/v1/users/:user_id/wallets',
  roles: adminRoles,
  params: UserPath,
  query: PageQuery(['created_at'], {}),
  reply: { 200: PageReply(WalletReply) },
  errors: [],
  handle: ({ params: { user_id }, list }) => list((tx, page) => listWalletsOf(tx, user_id, page)),
})
