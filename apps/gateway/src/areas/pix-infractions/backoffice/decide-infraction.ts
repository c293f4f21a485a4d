import Type from 'typebox'
import { signatureOf } from '../../../backoffice/auth/person.ts'
import { deskRoute } from '../../../backoffice/backoffice-route.ts'
import { caseTaken } from '../../../backoffice/cases/errors.ts'
import { caseChanged } from '../../../backoffice/faults.ts'
import { Reason, Seen, TakenFrom } from '../../../backoffice/reason.ts'
import { closedEnum, lines } from '../../../http/schema.ts'
import { decideNotification } from '../decide-notification.ts'
import { infractionDecided, infractionUnknown, verdictRulesBroken } from '../errors.ts'
import { DETAILS_LENGTH_MAX, fraudTypeNames, NotificationPath, verdicts } from '../notification.ts'
import { verdictBreaks } from '../verdict.ts'
import { InfractionRecord, shownInfraction } from './infraction-record.ts'
import { lockUndecided } from './lock-undecided.ts'
import { ownerOf } from './owner.ts'

const InfractionVerdict = Type.Object(
  {
    analysis_result: closedEnum(verdicts, 'Whether there was fraud.'),
    analysis_fraud_type: Type.Optional(closedEnum(fraudTypeNames, 'The kind of fraud. With AGREED, and only then.')),
    analysis_details: Type.Optional(
      lines(DETAILS_LENGTH_MAX, 'The text for the other institution. Required with the fraud type OTHER.'),
    ),
    seen: Seen,
    taken_from: TakenFrom,
    reason: Type.String({
      ...Reason,
      description: 'The reason. Only the institution reads it; the audit log records it with your name.',
    }),
  },
  { additionalProperties: false, title: 'InfractionVerdict' },
)

export const judgeInfraction = deskRoute({
  name: 'judgeInfraction',
  summary: 'Decide about an infraction notification; a job sends the verdict to DICT',
  method: 'POST',
  path: '/v1/infractions/:id/verdict',
  roles: ['analyst'],
  decision: 'infraction_verdict',
  decides: { kind: 'infraction', id: 'id' },
  params: NotificationPath,
  body: InfractionVerdict,
  example: {
    analysis_result: 'AGREED',
    analysis_fraud_type: 'MULE_ACCOUNT',
    seen: 2,
    reason: 'The money left within a minute of each arrival.',
  },
  reply: { 200: InfractionRecord },
  errors: [infractionUnknown, infractionDecided, caseChanged, caseTaken, verdictRulesBroken],

  async handle({ params: { id }, body: { seen, reason, ...said }, person, look, act }) {
    const verdict = {
      analysis_result: said.analysis_result,
      analysis_details: said.analysis_details?.trim() ?? null,
      analysis_fraud_type: said.analysis_fraud_type ?? null,
      decided_by: signatureOf(person),
      decision_reason: reason,
    }
    const errors = verdictBreaks(verdict)
    if (errors.length > 0) throw verdictRulesBroken({ errors })
    const { user_id, amount } = await ownerOf(look, id)
    return act({
      user_id,
      subject: { type: 'infraction', id },
      reason,
      amount,
      async work(tx) {
        const before = await lockUndecided(tx, id, seen)
        const decided = (await decideNotification(tx, id, () => verdict, { seen }))!
        const changes = {
          status: [before.status, decided.status],
          analysis_result: [before.analysis_result, decided.analysis_result],
          analysis_fraud_type: [before.analysis_fraud_type, decided.analysis_fraud_type],
          version: [before.version, decided.version],
        }
        const sealed = { analysis_details: [before.analysis_details, decided.analysis_details] }
        return { answer: shownInfraction(decided, false), changes, sealed }
      },
    })
  },
})
