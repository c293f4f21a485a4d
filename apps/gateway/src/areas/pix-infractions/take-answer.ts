import type { Static } from 'typebox'
import { withNextVersion } from '../../platform/record-version.ts'
import { notificationNotAnswerable } from './errors.ts'
import { pix } from './events.ts'
import type { Notification, NotificationAnswer } from './notification.ts'
import { isAnswerable, nextStatus } from './status.ts'

type SubmittedAnswer = Omit<Static<typeof NotificationAnswer>, 'file_ids'> & { file_ids: string[] }

/** Adds the client's answer. It is final, unless the institution asks again. */
export function takeAnswer(stored: Notification, answer: SubmittedAnswer, now: Date): Notification {
  if (!isAnswerable(stored)) throw notificationNotAnswerable()
  const changes = {
    client_status: answer.client_status,
    client_analysis_details: answer.client_analysis_details,
    compliance_fraud_type: answer.compliance_fraud_type ?? null,
    file_ids: answer.file_ids,
    status: nextStatus(stored.status, pix.infraction_notification.answered)!,
    remind_at: null,
  }
  return withNextVersion(stored, changes, now)
}
