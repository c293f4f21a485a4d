import { endDeskSession } from './end-session.ts'
import { getMe } from './get-me.ts'
import { listDeskSessions } from './list-sessions.ts'

export const peopleRoutes = [getMe, listDeskSessions, endDeskSession]
