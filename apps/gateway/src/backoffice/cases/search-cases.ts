import Type from 'typebox'
import { line, Uuid } from '../../http/schema.ts'
import { deskRoute } from '../backoffice-route.ts'
import { revealsLimited, roleMissing } from '../faults.ts'
import { mayReveal, viewerRoles } from '../role.ts'
import { CaseReply, type CaseServices } from './case.ts'
import { type CaseName, findCases } from './case-store.ts'

/**
 * Searches cases. A document must not be part of a URL, so this operation has a body. The search itself is recorded in the
 * journal with the person who searched.
 */
export const searchCases = deskRoute({
  name: 'searchCases',
  summary: 'Find cases by an exact id, end-to-end id or document, pending or closed',
  method: 'POST',
  path: '/v1/cases/search',
  roles: viewerRoles,
  reveals: 'search',
  body: Type.Object(
    {
      id: Type.Optional(Uuid),
      end_to_end_id: Type.Optional(Type.String({ pattern: '^[ED][0-9A-Za-z]{31}$' })),
      document: Type.Optional(line(50, 'As it was registered. For analysts and approvers only.')),
    },
    { additionalProperties: false, minProperties: 1, maxProperties: 1, title: 'CaseSearch' },
  ),
  example: { end_to_end_id: 'E1234567820260901120000000000001' },
  reply: { 200: Type.Object({ data: Type.Array(CaseReply) }) },
  errors: [revealsLimited],

  handle({ body, person, act }, { caseKinds, settings }: CaseServices) {
    // Otherwise any viewer could guess documents by trying them.
    if ('document' in body && !mayReveal(person)) throw roleMissing()
    const name = ('id' in body ? { id: body.id.toLowerCase() } : body) as CaseName
    return act({
      subject: { type: 'cases', id: 'search' },
      async work(tx) {
        const data = await findCases(tx, caseKinds, name, settings.DESK_REVIEW_HOURS)
        const found = data.map(({ kind, id }) => ({ kind, id }))
        const open = 'document' in name ? { by: 'document', found } : { ...name, found }
        return { answer: { data }, changes: open, ...('document' in name && { sealed: name }) }
      },
    })
  },
})
