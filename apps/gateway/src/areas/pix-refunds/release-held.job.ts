import { runAsUser, type Tx } from '../../http/transaction.ts'
import { hearEvents } from '../../partners/dict/consume-events.ts'
import type { Dict } from '../../partners/dict/dict.ts'
import { getFundsRecovery } from '../../partners/dict/funds-recoveries.ts'
import { isDictAway } from '../../partners/dict/outcome.ts'
import { asParticipant } from '../../partners/dict/participants.ts'
import type { Settings } from '../../platform/config/settings.ts'
import { forEachIsolated } from '../../platform/jobs/for-each-isolated.ts'
import { job } from '../../platform/jobs/job.ts'
import { checkHeldAgain, checkHeldFor, heldToCheck, type RefundHold } from '../pix-infractions/pending-refund-holds.ts'
import { recordNothingReturned } from '../pix-infractions/record-return.ts'
import { canStillBeAsked, heldUntil } from './deadlines.ts'
import { isRefundAsked } from './refund-request-store.ts'
import type { RefundServices } from './refund-services.ts'
import type { refundSettings } from './settings.ts'

interface HoldServices extends RefundServices {
  settings: Settings<typeof refundSettings>
}

const BATCH_MAX = 300
/** The check interval, for recoveries whose end DICT did not publish as an event. */
const LOOK_AGAIN_MS = 3_600_000

/**
 * Releases the amount that an agreed report holds for a refund, when no refund is possible any more: DICT ended the
 * recovery without requesting one, the period for requests has passed, or the maximum holding time is over.
 */
export const releaseHeld = job('release-held', {
  cron: '* * * * *',
  retryLimit: 0,
  async run(services: HoldServices, _, job_id) {
    const { dict, operator, clock, log } = services
    if (!dict) return
    await hearEvents(services, dict, 'held-money', (events) =>
      checkHeldFor(operator, [...new Set(events.map(({ entity_id }) => entity_id))], clock.now()),
    )
    let away = false
    const fieldsOf = ({ user_id, id }: RefundHold) => ({ user_id, name: id, job_id })
    const held = await heldToCheck(operator, clock.now(), BATCH_MAX)
    await forEachIsolated({ log, event: 'held_money_not_released', fieldsOf }, held, async (each) => {
      if (away) return
      const found = await isOver(services, dict, each)
      away = found === 'away'
      if (found !== 'away') await runAsUser(services, each.user_id, job_id, (tx) => settle(tx, each, found))
    })
  },
})

async function isOver(services: HoldServices, dict: Dict, held: RefundHold): Promise<boolean | 'away'> {
  const { clock, settings } = services
  if (heldUntil(new Date(held.created_at), settings) <= clock.now()) return true
  if (held.funds_recovery_id === null) return false
  const got = await getFundsRecovery(asParticipant(dict, held.participant), held.funds_recovery_id)
  if (isDictAway(got)) return 'away'
  return got.outcome === 'done' && !canStillBeAsked(got.value.funds_recovery, clock.now())
}

/** A requested amount stays held until the core reports its payment, whatever happens to the recovery. */
async function settle(tx: Tx, { id }: RefundHold, over: boolean): Promise<void> {
  if (over && !(await isRefundAsked(tx, id))) await recordNothingReturned(tx, id)
  else checkHeldAgain(tx, id, new Date(tx.now.getTime() + LOOK_AGAIN_MS))
}
