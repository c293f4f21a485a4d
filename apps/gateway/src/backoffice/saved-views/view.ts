import Type, { type Static } from 'typebox'
import { DateTime, line, Uuid } from '../../http/schema.ts'
import { lastingFilters } from '../cases/case-filters.ts'

/** As many as a person can still use. */
export const VIEWS_MAX = 30

export const ViewPath = Type.Object({ view_id: Uuid })

/** Filters of `listCases` that do not depend on the date. Documents are not among them. */
const Filters = Type.Object(lastingFilters, { additionalProperties: false, title: 'CaseViewFilters' })

export const ViewBody = Type.Object(
  {
    name: line(60, 'The name; unique among your views.'),
    filters: Filters,
  },
  { additionalProperties: false, title: 'CaseViewBody' },
)

export const ViewReply = Type.Object(
  { id: Uuid, name: Type.String(), filters: Filters, created_at: DateTime, updated_at: DateTime },
  { title: 'CaseView' },
)
export type View = Static<typeof ViewReply>
