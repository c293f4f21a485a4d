import { createAccount } from './create-account.ts'
import { updateAccount } from './update-account.ts'

export const crossborderRoutes = [createAccount, updateAccount]
