import { runAsUser } from '../../http/transaction.ts'
import { forEachIsolated } from '../../platform/jobs/for-each-isolated.ts'
import { job } from '../../platform/jobs/job.ts'
import { answeredUndecided, type NotificationKey } from './cross-user-queries.ts'
import { decideNotification } from './decide-notification.ts'
import type { InfractionServices } from './infraction-services.ts'
import { verdictOfClient } from './verdict.ts'

const BATCH_MAX = 500

/**
 * Adopts the client's answer as the verdict, if the setting requires it. Each answer enqueues it, and a schedule runs
 * it too. With decisions by analysts it does nothing.
 */
export const adoptAnswers = job('adopt-answers', {
  cron: '* * * * *',
  retryLimit: 0,
  async run(services: InfractionServices, _, job_id) {
    const { operator, log, settings } = services
    if (settings.INFRACTION_DECIDED_BY !== 'client') return
    const fieldsOf = ({ user_id, id }: NotificationKey) => ({ user_id, name: id, job_id })
    const answered = await answeredUndecided(operator, BATCH_MAX)
    await forEachIsolated(
      { log, event: 'infraction_answer_not_adopted', fieldsOf },
      answered,
      async ({ user_id, id }) => {
        await runAsUser(services, user_id, job_id, (tx) => decideNotification(tx, id, verdictOfClient))
      },
    )
  },
})
