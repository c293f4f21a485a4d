import Type from 'typebox'
import { PageReply, paging } from '../../gate/page.ts'
import { closedEnum, moment, Uuid } from '../../gate/schema.ts'
import { deskRoute } from '../desk-route.ts'
import { lookers } from '../role.ts'
import { CaseReply, type CaseServices } from './case.ts'
import { caseKindNames } from './case-kind.ts'
import { listWaiting } from './case-store.ts'

export const listCases = deskRoute({
  name: 'listCases',
  summary: 'List what waits for somebody, what is due first before the rest',
  method: 'GET',
  path: '/v1/cases',
  roles: lookers,
  query: Type.Object(
    {
      ...paging(['deadline'], ['asc']),
      kind: Type.Optional(closedEnum(caseKindNames, 'Only cases of this kind.')),
      user_id: Type.Optional(Uuid),
      due_from: Type.Optional(moment('Only what is due at this moment or after it.')),
      due_before: Type.Optional(moment('Only what is due before this moment.')),
      assigned_to: Type.Optional(
        Type.String({ maxLength: 255, minLength: 1, description: 'Only what this person has in hand; `me` is you.' }),
      ),
    },
    { additionalProperties: false },
  ),
  reply: { 200: PageReply(CaseReply) },
  errors: [],

  handle({ query: { kind, assigned_to, ...filters }, person, list }, { caseKinds, settings }: CaseServices) {
    const kinds = caseKinds.filter(({ name }) => kind === undefined || name === kind)
    const hand = assigned_to === 'me' ? person.id : assigned_to
    const asked = { ...filters, ...(hand !== undefined && { assigned_to: hand }) }
    return list((tx, page) => listWaiting(tx, kinds, asked, page, settings.DESK_REVIEW_HOURS))
  },
})
