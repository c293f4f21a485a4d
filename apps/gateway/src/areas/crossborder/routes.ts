import { createAccount } from './accounts/create-account.ts'
import { deactivateAccount } from './accounts/deactivate-account.ts'
import { deleteAccount } from './accounts/delete-account.ts'
import { getAccount } from './accounts/get-account.ts'
import { listAccounts } from './accounts/list-accounts.ts'
import { reactivateAccount } from './accounts/reactivate-account.ts'
import { updateAccount } from './accounts/update-account.ts'
import { createClient } from './clients/create-client.ts'
import { getClient } from './clients/get-client.ts'
import { listClients } from './clients/list-clients.ts'
import { updateClient } from './clients/update-client.ts'

export const crossborderRoutes = [
  createClient,
  listClients,
  getClient,
  updateClient,
  createAccount,
  listAccounts,
  getAccount,
  updateAccount,
  deactivateAccount,
  reactivateAccount,
  deleteAccount,
]
