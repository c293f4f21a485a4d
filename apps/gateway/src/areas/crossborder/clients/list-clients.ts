import Type from 'typebox'
import { PageQuery, PageReply } from '../../../http/page.ts'
import { route } from '../../../http/route.ts'
import { closedEnum } from '../../../http/schema.ts'
import { countries } from '../country.ts'
import { ClientSummary, clientRisks, clientStatuses, clientTypes } from './client.ts'
import { listClientsOf } from './client-store.ts'
import { texts } from './texts.ts'

const exactly = (max: number) =>
  Type.Optional(Type.String({ minLength: 1, maxLength: max, description: 'The exact value.' }))

export const listClients = route({
  name: 'listClients',
  ...texts.listClients,
  method: 'GET',
  path: '/v1/crossborder/clients',
  query: PageQuery(['created_at', 'name'], {
    type: Type.Optional(closedEnum(clientTypes, 'Natural or legal persons.')),
    status: Type.Optional(closedEnum(clientStatuses, 'Only clients in this state.')),
    document: exactly(50),
    name: exactly(80),
    email: exactly(255),
    country: Type.Optional(closedEnum(countries, 'Only clients of this country.')),
    risk: Type.Optional(closedEnum(clientRisks, 'Only clients of this risk.')),
  }),
  reply: { 200: PageReply(ClientSummary) },
  errors: [],

  handle: ({ query, list }) => list((tx, page) => listClientsOf(tx, query, page)),
})
