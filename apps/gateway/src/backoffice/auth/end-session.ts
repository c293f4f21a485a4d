import Type from 'typebox'
import { found } from '../../platform/errors/fault.ts'
import { deskRoute } from '../backoffice-route.ts'
import { sessionNotFound } from './errors.ts'
import { removeSession } from './session-store.ts'

export const endDeskSession = deskRoute({
  name: 'endDeskSession',
  summary: 'End the session of a person',
  method: 'DELETE',
  path: '/v1/sessions/:session_id',
  roles: ['operator'],
  params: Type.Object({ session_id: Type.String({ format: 'uuid' }) }),
  reply: { 200: Type.Object({ id: Type.String({ format: 'uuid' }), person_id: Type.String() }) },
  errors: [sessionNotFound],
  handle: ({ params: { session_id }, act }) =>
    act({
      subject: { type: 'desk_session', id: session_id },
      async work(tx) {
        const { id, person_id } = found(await removeSession(tx, session_id), sessionNotFound)
        return { answer: { id, person_id }, changes: { ended_session_of: person_id } }
      },
    }),
})
