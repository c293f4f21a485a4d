import Type from 'typebox'
import { closedEnum, Uuid } from '../../http/schema.ts'
import { found } from '../../platform/errors/fault.ts'
import { deskRoute } from '../backoffice-route.ts'
import { viewerRoles } from '../role.ts'
import { CaseReply, type CaseServices } from './case.ts'
import { caseKindNames } from './case-kind.ts'
import { findCase } from './case-store.ts'
import { caseNotFound } from './errors.ts'

export const getCase = deskRoute({
  name: 'getCase',
  summary: 'Get a case as the list shows it, also when it is closed',
  method: 'GET',
  path: '/v1/cases/:kind/:id',
  roles: viewerRoles,
  params: Type.Object({ kind: closedEnum(caseKindNames, 'The kind of case.'), id: Uuid }),
  query: Type.Object(
    { user_id: Type.Optional({ ...Uuid, description: 'The user_id of the case; absent if the case has none.' }) },
    { additionalProperties: false },
  ),
  reply: { 200: CaseReply },
  errors: [caseNotFound],

  async handle({ params, query, look }, { caseKinds, settings }: CaseServices) {
    const kind = caseKinds.find(({ name }) => name === params.kind)!
    const name = { id: params.id, user_id: query.user_id?.toLowerCase() }
    return found(await look((tx) => findCase(tx, kind, name, settings.DESK_REVIEW_HOURS)), caseNotFound)
  },
})
