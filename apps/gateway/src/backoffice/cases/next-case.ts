import Type from 'typebox'
import { requestMalformed } from '../../http/faults.ts'
import { openPage } from '../../http/page.ts'
import { moment, Uuid } from '../../http/schema.ts'
import { both } from '../../platform/language.ts'
import { deskRoute } from '../backoffice-route.ts'
import { viewerRoles } from '../role.ts'
import { CaseReply, type CaseServices } from './case.ts'
import { caseFilters, readFilters } from './case-filters.ts'
import { listWaiting } from './case-store.ts'

/** It never offers what cannot be decided, whatever the list shows. */
const { decidable: _, ...queueFilters } = caseFilters

/** The case a person opens after the current one: the next in list order, wherever they were in it. */
export const nextCase = deskRoute({
  name: 'nextCase',
  summary: 'The next case that can be decided and is not assigned to a colleague',
  method: 'GET',
  path: '/v1/cases/next',
  roles: viewerRoles,
  query: Type.Object(
    {
      ...queueFilters,
      after_deadline: Type.Optional(moment('The deadline of the current case; absent: the first case of the queue.')),
      after_id: Type.Optional({ ...Uuid, description: 'Its id.' }),
    },
    { additionalProperties: false },
  ),
  reply: { 200: Type.Object({ case: Type.Optional(CaseReply) }, { title: 'NextCase' }) },
  errors: [],

  async handle({ query: { after_deadline, after_id, ...query }, person, now, look }, services: CaseServices) {
    const { caseKinds, settings, deskKeys } = services
    const { kinds, filters } = readFilters(caseKinds, { hands: 'free', ...query, decidable: true }, { person, now })
    const owner = {
      operation: 'nextCase',
      params: {},
      user_id: person.id,
      wallet_id: null,
      keys: deskKeys,
    }
    if ((after_deadline === undefined) !== (after_id === undefined)) throw requestMalformed({ errors: [halfPlace] })
    const after = after_deadline && after_id ? ([new Date(after_deadline).toISOString(), after_id] as const) : undefined
    const page = openPage(owner, { page_size: 1, order: 'asc' }, 'deadline', after)
    const [next] = await look((tx) => listWaiting(tx, kinds, filters, page, settings.DESK_REVIEW_HOURS))
    return { case: next ?? null }
  },
})

const halfPlace = {
  pointer: '/query/after_id',
  code: 'PLACE_INCOMPLETE',
  detail: both(
    'deve vir junto com after_deadline, e ele com after_id',
    'must come with after_deadline, and that with after_id',
  ),
}
