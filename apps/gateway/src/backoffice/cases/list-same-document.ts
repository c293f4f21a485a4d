import Type from 'typebox'
import { PageReply, paging } from '../../http/page.ts'
import { closedEnum, openEnum, Uuid } from '../../http/schema.ts'
import { found } from '../../platform/errors/fault.ts'
import { deskRoute } from '../backoffice-route.ts'
import { viewerRoles } from '../role.ts'
import { CaseReply, type CaseServices } from './case.ts'
import { caseKindNames } from './case-kind.ts'
import { findCase } from './case-store.ts'
import { caseNotFound } from './errors.ts'
import { parties } from './same-document.ts'
import { listSame } from './same-document-store.ts'

const CaseOfDocument = Type.Object(
  {
    ...CaseReply.properties,
    same: Type.Array(openEnum(parties), { description: 'Whose document of the requested case it has.' }),
  },
  { title: 'CaseOfDocument' },
)

export const listSameDocument = deskRoute({
  name: 'listSameDocument',
  summary: 'List the other cases of the same user that have a document of this one, newest first',
  description:
    'Of any kind, pending or closed. A Pix case has the documents of both sides of its payment. The ' +
    'document itself is not returned.',
  method: 'GET',
  path: '/v1/cases/:kind/:id/same-document',
  roles: viewerRoles,
  params: Type.Object({ kind: closedEnum(caseKindNames, 'The kind of case.'), id: Uuid }),
  query: Type.Object(
    {
      ...paging(['opened_at'], ['desc']),
      user_id: Type.Optional({ ...Uuid, description: 'The user_id of the case; absent if the case has none.' }),
    },
    { additionalProperties: false },
  ),
  reply: { 200: PageReply(CaseOfDocument) },
  errors: [caseNotFound],

  handle({ params, query, list }, { caseKinds, settings }: CaseServices) {
    const kind = caseKinds.find(({ name }) => name === params.kind)!
    const name = { id: params.id.toLowerCase(), user_id: query.user_id?.toLowerCase() }
    const hours = settings.DESK_REVIEW_HOURS
    return list(async (tx, page) => {
      const { id, user_id } = found(await findCase(tx, kind, name, hours), caseNotFound)
      return user_id === null ? [] : listSame(tx, caseKinds, { kind, id, user_id }, page, hours)
    })
  },
})
