import type { Job } from '../../base/jobs/job.ts'
import { nextVersion } from '../../base/version.ts'
import { record } from '../../events/record.ts'
import { runForUser, type Tx } from '../../gate/transaction.ts'
import type { AnalysisResult } from '../../partners/dict/values.ts'
import { CLOSE_NOTIFICATIONS, type Desk } from './desk.ts'
import { applyVerdict, happened, type Verdict } from './notification.ts'
import { lockNotification, saveNotification } from './notification-store.ts'
import { isAnswerable } from './status.ts'

const BATCH_MAX = 500
const HOUR_MS = 3_600_000

interface Due {
  user_id: string
  id: string
}

/** Reminds clients who have not answered, and answers for those who will not, as the operator has configured. */
export function watchDeadlines(desk: Desk): Job {
  const { operator, clock, infractions } = desk
  const each = async (due: Due[], job_id: string, work: (tx: Tx, id: string) => Promise<void>) => {
    for (const { user_id, id } of due) await runForUser(desk, user_id, job_id, clock.now(), (tx) => work(tx, id))
  }
  return {
    name: 'watch-infraction-deadlines',
    cron: '* * * * *',
    retryLimit: 0,
    async run(_, job_id) {
      const now = clock.now()
      const toRemind = await operator.query<Due>(
        'select user_id, id from infraction_notifications where remind_at <= $1 order by remind_at limit $2',
        [now, BATCH_MAX],
      )
      await each(toRemind.rows, job_id, remind)
      const { defaultVerdict, defaultHours } = infractions
      if (defaultVerdict === 'none') return
      const unanswered = await operator.query<Due>(
        `select user_id, id from infraction_notifications
         where status in ('OPEN', 'ACKNOWLEDGED') and due_date <= $1 order by due_date limit $2`,
        [new Date(now.getTime() + defaultHours * HOUR_MS), BATCH_MAX],
      )
      await each(unanswered.rows, job_id, (tx, id) => decide(tx, id, defaultVerdict))
    },
  }
}

async function remind(tx: Tx, id: string): Promise<void> {
  const stored = await lockNotification(tx, id)
  if (!stored?.remind_at || !isAnswerable(stored.status)) return
  const reminded = { ...stored, ...nextVersion(stored, tx.now), remind_at: null }
  saveNotification(tx, reminded)
  record(tx, happened('reminded', reminded))
}

/** The client's own answer counts until the last moment, so this looks again under the lock. */
async function decide(tx: Tx, id: string, analysis_result: AnalysisResult): Promise<void> {
  const stored = await lockNotification(tx, id)
  if (!stored || !isAnswerable(stored.status)) return
  const verdict: Verdict = {
    client_status: null,
    file_ids: [],
    analysis_result,
    analysis_details: 'Sem resposta do cliente no prazo.',
    compliance_fraud_type: analysis_result === 'AGREED' ? 'OTHER' : null,
  }
  const decided = applyVerdict(stored, verdict, tx.now)
  saveNotification(tx, decided)
  record(tx, happened('defaulted', decided))
  await tx.enqueue(CLOSE_NOTIFICATIONS, {})
}
