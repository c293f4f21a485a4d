import Type from 'typebox'
import { csvOf } from '../../http/csv.ts'
import { deskRoute } from '../backoffice-route.ts'
import { type Figures, FiguresQuery, type FiguresServices, leads, readDays } from './statistics.ts'
import { readFigures } from './statistics-store.ts'

const columns = ['day', 'kind', 'came', 'decided', 'left', 'late', 'median_seconds', 'p95_seconds'] as const

export const getFiguresFile = deskRoute({
  name: 'getFiguresFile',
  summary: 'The same as a file for a spreadsheet: by day and kind, then the sums',
  method: 'GET',
  path: '/v1/figures.csv',
  roles: leads,
  query: FiguresQuery,
  type: 'text/csv',
  reply: { 200: Type.String({ description: `UTF-8; ${columns.join(', ')}. A line of sums has no day.` }) },
  errors: [],

  handle({ query, now, person, look }, { settings, caseKinds }: FiguresServices) {
    const days = { ...query, ...readDays(query) }
    const asked = { now, reviewHours: settings.DESK_REVIEW_HOURS, caseKinds, person_id: person.id }
    return look(async (tx) => fileOf(await readFigures(tx, days, asked)))
  },
})

function fileOf({ days, kinds, total }: Figures): string {
  return csvOf(columns, [...days, ...kinds, { kind: 'all', ...total }])
}
