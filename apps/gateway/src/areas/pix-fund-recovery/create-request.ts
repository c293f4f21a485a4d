import { record } from '../../events/record.ts'
import { route } from '../../http/route.ts'
import { walletOf } from '../../http/scope/scope.ts'
import { contactOf, type DictConfig } from '../../partners/dict/connect-dict.ts'
import type { Dict } from '../../partners/dict/dict.ts'
import { dictUnavailable, dictUnavailableFor } from '../../partners/dict/dict-unavailable.ts'
import type { Settings } from '../../platform/config/settings.ts'
import { found } from '../../platform/errors/fault.ts'
import { uuidv7 } from '../../platform/ids.ts'
import { findTransaction } from '../transactions/find-transaction.ts'
import { advanceFundRecovery } from './advance-fund-recovery.job.ts'
import {
  periodExpired,
  requestAlreadyExists,
  requestIdTaken,
  requestRulesBroken,
  transactionNotContestable,
  transactionNotFound,
} from './errors.ts'
import { pix } from './events.ts'
import { newRequest, readBody } from './new-request.ts'
import { RequestCreate, RequestReply, withSummary } from './request.ts'
import { findLiveRequest, insertRequest } from './request-store.ts'
import type { fundRecoverySettings } from './settings.ts'
import { texts } from './texts.ts'

interface ContestServices {
  dict: Dict | undefined
  settings: Settings<typeof fundRecoverySettings> & DictConfig
}

/** Contests a payment. The request is stored at once, and a job submits it to DICT. */
export const createFundRecoveryRequest = route({
  name: 'createFundRecoveryRequest',
  ...texts.createFundRecoveryRequest,
  method: 'POST',
  path: '/v1/pix/fund-recovery-requests',
  body: RequestCreate,
  example: {
    transaction_id: '01981f3a-7c1e-7b52-9d0a-5f3c2b1a0e4d',
    reason: 'FRAUD',
    fraud_reason: 'FRAUD',
    description: 'A call that was a scam.',
  },
  reply: { 201: RequestReply },
  errors: [
    transactionNotFound,
    requestRulesBroken,
    transactionNotContestable,
    periodExpired,
    requestAlreadyExists,
    requestIdTaken,
    dictUnavailable,
  ],

  async handle({ body, scope, now, transaction_uuid, transaction }, { dict, settings }: ContestServices) {
    // Without a DICT connection the request would never be submitted, so it must not be accepted.
    if (!dict) throw dictUnavailableFor(60_000)
    const wallet_id = walletOf(scope)
    const { name, contact } = readBody(body, contactOf(settings))
    const id = transaction_uuid ?? uuidv7(now.getTime())
    return transaction(async (tx) => {
      const contested = found(await findTransaction(tx, wallet_id, name), transactionNotFound)
      const request = newRequest({ id, body, transaction: contested, contact, periods: settings, now })
      if (!(await insertRequest(tx, request))) {
        const live = await findLiveRequest(tx, contested.id)
        if (!live || live.id === id) throw requestIdTaken()
        throw requestAlreadyExists({ members: { fund_recovery_request_id: live.id } })
      }
      record(tx, pix.fund_recovery_request.created(request))
      await tx.enqueue(advanceFundRecovery, { user_id: scope.user_id, id, turn_at: request.next_action_at! })
      return withSummary(request)
    })
  },
})
