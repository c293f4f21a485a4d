import { judgeAccount } from './judge-account.ts'
import { judgeClient } from './judge-client.ts'
import { listInstitutions } from './list-institutions.ts'
import { revealAccount } from './reveal-account.ts'
import { revealClient } from './reveal-client.ts'
import { showAccount } from './show-account.ts'
import { showClient } from './show-client.ts'

export const crossborderDeskRoutes = [
  showClient,
  revealClient,
  judgeClient,
  showAccount,
  revealAccount,
  judgeAccount,
  listInstitutions,
]
