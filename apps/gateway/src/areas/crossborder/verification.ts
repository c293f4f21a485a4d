import type { TransactionDeps } from '../../http/transaction.ts'
import type { Settings } from '../../platform/config/settings.ts'
import type { crossborderSettings } from './settings.ts'

/**
 * Who decides about a PENDING record. `rules`: the gateway's own checks, immediately. `manual`: an operator, with
 * `eclusa clients decide` and `eclusa accounts decide`; until then the record stays PENDING.
 */
export interface VerificationServices extends TransactionDeps {
  settings: Settings<typeof crossborderSettings>
}
