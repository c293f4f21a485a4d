import type { Static } from 'typebox'
import { record } from '../../events/record.ts'
import { route } from '../../http/route.ts'
import { walletOf } from '../../http/scope/scope.ts'
import type { Tx } from '../../http/transaction.ts'
import type { Dict } from '../../partners/dict/dict.ts'
import { dictUnavailable, dictUnavailableFor } from '../../partners/dict/dict-unavailable.ts'
import type { BrokenRule } from '../../platform/errors/fault.ts'
import { findReadyFiles } from '../storage/find-files.ts'
import { adoptAnswers } from './adopt-answers.job.ts'
import { answerRulesBroken, notificationNotAnswerable, notificationNotFound } from './errors.ts'
import { pix } from './events.ts'
import { NotificationAnswer, NotificationPath, NotificationReply } from './notification.ts'
import { lockNotification, saveNotification } from './notification-store.ts'
import { takeAnswer } from './take-answer.ts'
import { texts } from './texts.ts'

/**
 * Records the client's answer to the report. It is input for the institution, which decides and closes the report at
 * DICT.
 */
export const answerInfractionNotification = route({
  name: 'answerInfractionNotification',
  ...texts.answerInfractionNotification,
  method: 'POST',
  path: '/v1/pix/compliance/infraction-notifications/:id/answer',
  params: NotificationPath,
  body: NotificationAnswer,
  example: { client_status: 'DISAGREED', client_analysis_details: 'The goods were delivered.' },
  reply: { 200: NotificationReply },
  errors: [notificationNotFound, notificationNotAnswerable, answerRulesBroken, dictUnavailable],

  async handle({ params, body, scope, transaction }, { dict }: { dict: Dict | undefined }) {
    // Without a DICT connection the answer would have no effect, so it must not be accepted.
    if (!dict) throw dictUnavailableFor(60_000)
    const wallet_id = walletOf(scope)
    const errors = answerBreaks(body)
    const file_ids = (body.file_ids ?? []).map((id) => id.toLowerCase())
    return transaction(async (tx) => {
      const stored = await lockNotification(tx, params.id)
      if (stored?.wallet_id !== wallet_id) throw notificationNotFound()
      const broken = [...errors, ...(await evidenceBreaks(tx, file_ids))]
      if (broken.length > 0) throw answerRulesBroken({ errors: broken })
      const answered = takeAnswer(stored, { ...body, file_ids }, tx.now)
      saveNotification(tx, answered)
      record(tx, pix.infraction_notification.answered(answered))
      await tx.enqueue(adoptAnswers, {})
      return answered
    })
  },
})

/** A file of another user and a missing file give the same error. */
async function evidenceBreaks(tx: Tx, file_ids: string[]): Promise<BrokenRule[]> {
  const ready = await findReadyFiles(tx, 'PIX_INFRACTION_REPORT', file_ids)
  const detail = {
    'pt-BR': 'não é um arquivo seu do tipo PIX_INFRACTION_REPORT no estado READY',
    'en-US': 'is not a file of yours of the type PIX_INFRACTION_REPORT in the state READY',
  }
  return file_ids.flatMap((id, at) =>
    ready.has(id) ? [] : [{ pointer: `/body/file_ids/${at}`, code: 'FILE_NOT_USABLE', detail }],
  )
}

/** A client who agrees must state the kind of fraud, because DICT creates a fraud marker with it. */
function answerBreaks({ client_status, compliance_fraud_type }: Static<typeof NotificationAnswer>): BrokenRule[] {
  const pointer = '/body/compliance_fraud_type'
  if (client_status === 'AGREED' && !compliance_fraud_type) {
    const detail = {
      'pt-BR': 'é obrigatório quando client_status é AGREED',
      'en-US': 'is required when client_status is AGREED',
    }
    return [{ pointer, code: 'FRAUD_TYPE_REQUIRED', detail }]
  }
  if (client_status === 'DISAGREED' && compliance_fraud_type) {
    const detail = {
      'pt-BR': 'só se aplica quando client_status é AGREED',
      'en-US': 'applies only when client_status is AGREED',
    }
    return [{ pointer, code: 'FRAUD_TYPE_WITHOUT_FRAUD', detail }]
  }
  return []
}
