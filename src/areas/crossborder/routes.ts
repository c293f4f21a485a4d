import { createAccount } from './create-account.ts'
import { listAccounts } from './list-accounts.ts'
import { updateAccount } from './update-account.ts'

export const crossborderRoutes = [createAccount, listAccounts, updateAccount]
