import { judgeAccount } from './decide-account.ts'
import { judgeClient } from './decide-client.ts'
import { showAccount } from './get-account-case.ts'
import { showClient } from './get-client-case.ts'
import { listInstitutions } from './list-institutions.ts'
import { revealAccount } from './reveal-account.ts'
import { revealClient } from './reveal-client.ts'

export const crossborderDeskRoutes = [
  showClient,
  revealClient,
  judgeClient,
  showAccount,
  revealAccount,
  judgeAccount,
  listInstitutions,
]
