import { eachAlone } from '../../base/jobs/each-alone.ts'
import { job } from '../../base/jobs/job.ts'
import { nextVersion } from '../../base/version.ts'
import { record } from '../../events/record.ts'
import { runForUser, type Tx } from '../../gate/transaction.ts'
import type { AnalysisResult } from '../../partners/dict/values.ts'
import { dueReminders, type NotificationKey, unansweredBy } from './across-users.ts'
import { pix } from './events.ts'
import { giveVerdict } from './give-verdict.ts'
import type { InfractionServices } from './infraction-services.ts'
import { lockNotification, saveNotification } from './notification-store.ts'
import { isAnswerable } from './status.ts'

const BATCH_MAX = 500
const HOUR_MS = 3_600_000

/** Reminds clients who have not answered, and answers for those who will not, as the operator has configured. */
export const watchInfractionDeadlines = job('watch-infraction-deadlines', {
  cron: '* * * * *',
  retryLimit: 0,
  async run(services: InfractionServices, _, job_id) {
    const { operator, clock, log, settings } = services
    const now = clock.now()
    const fieldsOf = ({ user_id, id }: NotificationKey) => ({ user_id, name: id, job_id })
    const alone = { log, event: 'infraction_deadline_not_kept', fieldsOf }
    await eachAlone(alone, await dueReminders(operator, now, BATCH_MAX), ({ user_id, id }) =>
      runForUser(services, user_id, job_id, (tx) => remind(tx, id)),
    )

    const { INFRACTION_DEFAULT_VERDICT: verdict, INFRACTION_DEFAULT_HOURS: hours } = settings
    if (verdict === 'none') return
    const due = new Date(now.getTime() + hours * HOUR_MS)
    await eachAlone(alone, await unansweredBy(operator, due, BATCH_MAX), ({ user_id, id }) =>
      runForUser(services, user_id, job_id, (tx) => decide(tx, id, verdict)),
    )
  },
})

async function remind(tx: Tx, id: string): Promise<void> {
  const stored = await lockNotification(tx, id)
  if (!stored?.remind_at || !isAnswerable(stored.status)) return
  const reminded = { ...stored, ...nextVersion(stored, tx.now), remind_at: null }
  saveNotification(tx, reminded)
  record(tx, pix.infraction_notification.reminded(reminded))
}

/** The client's own answer counts until the last moment, so this looks again under the lock. */
async function decide(tx: Tx, id: string, analysis_result: AnalysisResult): Promise<void> {
  const stored = await lockNotification(tx, id)
  if (!stored || !isAnswerable(stored.status)) return
  await giveVerdict(tx, stored, {
    client_status: null,
    file_ids: [],
    analysis_result,
    analysis_details: 'Sem resposta do cliente no prazo.',
    compliance_fraud_type: analysis_result === 'AGREED' ? 'OTHER' : null,
  })
}
