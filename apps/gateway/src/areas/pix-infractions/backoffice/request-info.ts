import Type from 'typebox'
import { deskRoute } from '../../../backoffice/backoffice-route.ts'
import { caseChanged } from '../../../backoffice/faults.ts'
import { Seen } from '../../../backoffice/reason.ts'
import { lines } from '../../../http/schema.ts'
import { askAgain } from '../decide-notification.ts'
import { infractionDecided, infractionUnknown } from '../errors.ts'
import { DETAILS_LENGTH_MAX, NotificationPath } from '../notification.ts'
import { InfractionRecord, shownInfraction } from './infraction-record.ts'
import { lockUndecided } from './lock-undecided.ts'
import { ownerOf } from './owner.ts'

export const askClient = deskRoute({
  name: 'askClient',
  summary: 'Request information from the client before the decision; the client reads the question in the notification',
  method: 'POST',
  path: '/v1/infractions/:id/ask-again',
  roles: ['analyst'],
  params: NotificationPath,
  body: Type.Object(
    {
      question: lines(DETAILS_LENGTH_MAX, 'What you want to know. The client reads it.'),
      seen: Seen,
    },
    { additionalProperties: false, title: 'InfractionQuestion' },
  ),
  example: { question: 'To whom was the parcel handed over?', seen: 2 },
  reply: { 200: InfractionRecord },
  errors: [infractionUnknown, infractionDecided, caseChanged],

  async handle({ params: { id }, body: { question, seen }, look, act }) {
    const { user_id } = await ownerOf(look, id)
    return act({
      user_id,
      subject: { type: 'infraction', id },
      async work(tx) {
        const before = await lockUndecided(tx, id, seen)
        const asked = (await askAgain(tx, id, question.trim(), seen))!
        const changes = { status: [before.status, asked.status], version: [before.version, asked.version] }
        return {
          answer: shownInfraction(asked, false),
          changes,
          sealed: { question: [before.question, asked.question] },
        }
      },
    })
  },
})
