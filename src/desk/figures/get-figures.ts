import { deskRoute } from '../desk-route.ts'
import { readFigures } from './figure-store.ts'
import { Figures, FiguresQuery, type FiguresServices, leads, readDays } from './figures.ts'

export const getFigures = deskRoute({
  name: 'getFigures',
  summary: 'How many cases came and were decided, how long that took, and how often the second eyes agreed',
  method: 'GET',
  path: '/v1/figures',
  roles: leads,
  query: FiguresQuery,
  reply: { 200: Figures },
  errors: [],

  handle({ query, now, look }, { settings }: FiguresServices) {
    const days = { ...query, ...readDays(query) }
    return look((tx) => readFigures(tx, days, { now, reviewHours: settings.DESK_REVIEW_HOURS }))
  },
})
