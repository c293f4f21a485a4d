import { record } from '../../events/record.ts'
import { runAsUser, type Tx } from '../../http/transaction.ts'
import { forEachIsolated } from '../../platform/jobs/for-each-isolated.ts'
import { job } from '../../platform/jobs/job.ts'
import { withNextVersion } from '../../platform/record-version.ts'
import { dueReminders, type NotificationKey, undecidedBy } from './cross-user-queries.ts'
import { decideNotification } from './decide-notification.ts'
import { pix } from './events.ts'
import type { InfractionServices } from './infraction-services.ts'
import type { Notification } from './notification.ts'
import { lockNotification, saveNotification } from './notification-store.ts'
import { isAnswerable } from './status.ts'
import { verdictByDefault } from './verdict.ts'

const BATCH_MAX = 500
const HOUR_MS = 3_600_000

/** Reminds clients who have not answered, and applies the configured verdict before the deadline. */
export const watchInfractionDeadlines = job('watch-infraction-deadlines', {
  cron: '* * * * *',
  retryLimit: 0,
  async run(services: InfractionServices, _, job_id) {
    const { operator, clock, log, settings } = services
    const now = clock.now()
    const fieldsOf = ({ user_id, id }: NotificationKey) => ({ user_id, name: id, job_id })
    const alone = { log, event: 'infraction_deadline_not_kept', fieldsOf }
    await forEachIsolated(alone, await dueReminders(operator, now, BATCH_MAX), ({ user_id, id }) =>
      runAsUser(services, user_id, job_id, (tx) => remind(tx, id)),
    )

    const { INFRACTION_DEFAULT_VERDICT: verdict, INFRACTION_DEFAULT_HOURS: hours } = settings
    // A gateway with a DICT connection has both settings; without DICT no verdict can be sent.
    if (verdict === undefined || hours === undefined) return
    const due = new Date(now.getTime() + hours * HOUR_MS)
    const event = pix.infraction_notification.defaulted
    const verdictOn = (stored: Notification) => verdictByDefault(stored, verdict)
    // A decision may still be made until the last moment, so the row is checked again under the lock.
    await forEachIsolated(alone, await undecidedBy(operator, due, BATCH_MAX), async ({ user_id, id }) => {
      await runAsUser(services, user_id, job_id, (tx) => decideNotification(tx, id, verdictOn, { event }))
    })
  },
})

async function remind(tx: Tx, id: string): Promise<void> {
  const stored = await lockNotification(tx, id)
  if (!stored?.remind_at || !isAnswerable(stored)) return
  const reminded = withNextVersion(stored, { remind_at: null }, tx.now)
  saveNotification(tx, reminded)
  record(tx, pix.infraction_notification.reminded(reminded))
}
