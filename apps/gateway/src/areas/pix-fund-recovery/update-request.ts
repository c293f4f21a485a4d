import { record } from '../../events/record.ts'
import { preconditionFailed } from '../../http/faults.ts'
import { matchesVersion } from '../../http/if-match.ts'
import { route } from '../../http/route.ts'
import { walletOf } from '../../http/scope/scope.ts'
import type { Dict } from '../../partners/dict/dict.ts'
import { dictUnavailable, dictUnavailableFor } from '../../partners/dict/dict-unavailable.ts'
import { type FundsRecovery, getFundsRecovery, updateFundsRecovery } from '../../partners/dict/funds-recoveries.ts'
import { asPayer } from '../../partners/dict/participants.ts'
import { found } from '../../platform/errors/fault.ts'
import { withNextVersion } from '../../platform/record-version.ts'
import { requestNotFound, requestRulesBroken, requestTakesNoChanges } from './errors.ts'
import { pix } from './events.ts'
import { contactBreaks } from './new-request.ts'
import { type Request, RequestPatch, RequestPath, RequestReply, withSummary } from './request.ts'
import { findRequest, lockRequest, saveRequest } from './request-store.ts'
import { helpsAnalysts } from './status.ts'
import { texts } from './texts.ts'

/** The time after which a submission in progress should have a known result. */
const SUBMISSION_MS = 5_000

type UpdatableFields = Pick<Request, 'description' | 'contact_email' | 'contact_phone'>

/**
 * Corrects the text for the analysts of other participants, until the analyses are complete. After submission DICT is
 * updated first and decides: what it accepted is stored here, whatever happened to the request meanwhile.
 */
export const updateFundRecoveryRequest = route({
  name: 'updateFundRecoveryRequest',
  ...texts.updateFundRecoveryRequest,
  method: 'PATCH',
  path: '/v1/pix/fund-recovery-requests/:id',
  params: RequestPath,
  body: RequestPatch,
  example: { description: 'A call that was a scam. The caller said to be of the bank.' },
  reply: { 200: RequestReply },
  errors: [requestNotFound, requestTakesNoChanges, requestRulesBroken, preconditionFailed, dictUnavailable],

  async handle({ params, body, if_match, scope, look, transaction }, { dict }: { dict: Dict | undefined }) {
    const wallet_id = walletOf(scope)
    if (!dict) throw dictUnavailableFor(SUBMISSION_MS)
    const known = await look((tx) => findRequest(tx, params.id))
    if (known?.wallet_id !== wallet_id) throw requestNotFound()
    const errors = contactBreaks(body)
    if (errors.length > 0) throw requestRulesBroken({ errors })
    refuseUnless(known, if_match)
    if (known.dict_id) await tellDict(asPayer(dict, known.end_to_end_id), known.dict_id, { ...known, ...body })
    return transaction(async (tx) => {
      const stored = found(await lockRequest(tx, params.id), requestNotFound)
      if (!known.dict_id) {
        refuseUnless(stored, if_match)
        // If the request is being submitted now, it is unknown which text DICT received.
        if (stored.submitted_at) throw dictUnavailableFor(SUBMISSION_MS)
      }
      const updated = withNextVersion(stored, body, tx.now)
      saveRequest(tx, updated)
      record(tx, pix.fund_recovery_request.updated(updated))
      return withSummary(updated)
    })
  },
})

function refuseUnless({ status, version }: Request, if_match: string | undefined): void {
  if (!matchesVersion(if_match, version)) throw preconditionFailed()
  if (!helpsAnalysts(status)) throw requestTakesNoChanges()
}

/** Throws when DICT rejects the text or does not respond, because the outcome is then unknown. A repeat is harmless. */
async function tellDict(dict: Dict, dict_id: string, told: UpdatableFields): Promise<void> {
  const { description: report_details, contact_email: email, contact_phone: phone } = told
  const asked = await updateFundsRecovery(dict, dict_id, { report_details, contact_information: { email, phone } })
  if (asked.outcome === 'done') return
  if (asked.outcome === 'not_done') throw dictUnavailableFor(asked.retryAfterMs)
  if (asked.outcome === 'refused') throw requestTakesNoChanges()
  const held = await getFundsRecovery(dict, dict_id)
  if (held.outcome !== 'done' || !holds(held.value.funds_recovery, told)) throw dictUnavailableFor(SUBMISSION_MS)
}

/** Compares with DICT's line endings, because XML has only one kind. */
function holds({ report_details, contact_information: contact }: FundsRecovery, told: UpdatableFields): boolean {
  return (
    report_details === told.description.replaceAll(/\r\n?/g, '\n') &&
    contact?.email === told.contact_email &&
    contact.phone === told.contact_phone
  )
}
