import { deskRoute } from '../backoffice-route.ts'
import { Figures, FiguresQuery, type FiguresServices, leads, readDays } from './statistics.ts'
import { readFigures } from './statistics-store.ts'

export const getFigures = deskRoute({
  name: 'getFigures',
  summary: 'Statistics of the cases received and decided, the time to a decision, and the approval rate',
  method: 'GET',
  path: '/v1/figures',
  roles: leads,
  query: FiguresQuery,
  reply: { 200: Figures },
  errors: [],

  handle({ query, now, person, look }, { settings, caseKinds }: FiguresServices) {
    const days = { ...query, ...readDays(query) }
    const asked = { now, reviewHours: settings.DESK_REVIEW_HOURS, caseKinds, person_id: person.id }
    return look((tx) => readFigures(tx, days, asked))
  },
})
