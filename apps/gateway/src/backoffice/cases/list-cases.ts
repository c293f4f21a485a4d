import Type from 'typebox'
import { PageReply, paging } from '../../http/page.ts'
import { deskRoute } from '../backoffice-route.ts'
import { viewerRoles } from '../role.ts'
import { CaseReply, type CaseServices } from './case.ts'
import { caseFilters, readFilters } from './case-filters.ts'
import { listWaiting } from './case-store.ts'

export const listCases = deskRoute({
  name: 'listCases',
  summary: 'List pending cases, earliest deadline first',
  method: 'GET',
  path: '/v1/cases',
  roles: viewerRoles,
  query: Type.Object({ ...paging(['deadline'], ['asc']), ...caseFilters }, { additionalProperties: false }),
  reply: { 200: PageReply(CaseReply) },
  errors: [],

  handle({ query, person, now, list }, { caseKinds, settings }: CaseServices) {
    const { kinds, filters } = readFilters(caseKinds, query, { person, now })
    return list((tx, page) => listWaiting(tx, kinds, filters, page, settings.DESK_REVIEW_HOURS))
  },
})
