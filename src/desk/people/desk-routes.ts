import { endDeskSession } from './end-desk-session.ts'
import { getMe } from './get-me.ts'
import { listDeskSessions } from './list-desk-sessions.ts'

export const peopleRoutes = [getMe, listDeskSessions, endDeskSession]
