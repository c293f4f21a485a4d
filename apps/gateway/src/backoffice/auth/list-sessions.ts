import Type from 'typebox'
import { PageQuery, PageReply } from '../../http/page.ts'
import type { Settings } from '../../platform/config/settings.ts'
import { deskRoute } from '../backoffice-route.ts'
import { listSessions } from './session-store.ts'
import type { peopleSettings } from './settings.ts'

const time = Type.String({ format: 'date-time' })

const DeskSession = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    person_id: Type.String(),
    person_name: Type.String(),
    roles: Type.Array(Type.String()),
    network: Type.String({ description: 'The address from which they logged in.' }),
    created_at: time,
    seen_at: Type.String({ format: 'date-time', description: 'Last used, to the minute.' }),
    looked_at: Type.String({
      format: 'date-time',
      description: 'When the roles were last checked at the identity provider.',
    }),
    ends_at: time,
    current: Type.Boolean({ description: 'Whether it is the session of this request.' }),
  },
  { title: 'DeskSession' },
)

export const listDeskSessions = deskRoute({
  name: 'listDeskSessions',
  summary: 'Who is logged in',
  method: 'GET',
  path: '/v1/sessions',
  roles: ['operator'],
  query: PageQuery(['created_at'], {}),
  reply: { 200: PageReply(DeskSession) },
  errors: [],
  handle({ list, now, person }, { settings }: { settings: Settings<typeof peopleSettings> }) {
    const idleMs = settings.DESK_SESSION_IDLE_MINUTES * 60_000
    return list((tx, page) => listSessions(tx, page, { now, idleMs, current: person.credential_id }))
  },
})
