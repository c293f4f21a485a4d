import { record } from '../../../events/record.ts'
import { route } from '../../../http/route.ts'
import { uuidv7 } from '../../../platform/ids.ts'
import { clientIdTaken, clientRulesBroken } from '../errors.ts'
import { crossborder } from '../events.ts'
import { ClientCreate, ClientReply, clientActivity, newClient } from './client.ts'
import { insertClient } from './client-store.ts'
import { texts } from './texts.ts'
import { verifyClient } from './verify-client.job.ts'

export const createClient = route({
  name: 'createClient',
  ...texts.createClient,
  method: 'POST',
  path: '/v1/crossborder/clients',
  body: ClientCreate,
  example: {
    name: 'Ada Clement',
    type: 'NATURAL_PERSON',
    country: 'US',
    nationality: 'American',
    document: 'P7654321',
    document_type: 'PASSPORT',
    email: 'ada@clement.example',
    birth_date: '1990-02-28',
    issue_date: '2020-01-31',
    issuing_country: 'US',
    phone_number: '13055550100',
    address: { street_line_1: '2 Bay Street', city: 'Miami', state: 'FL', postal_code: '33101', country: 'US' },
  },
  reply: { 201: ClientReply },
  errors: [clientIdTaken, clientRulesBroken],

  async handle({ body, scope, now, transaction_uuid, transaction }) {
    const [made, address_id] = [uuidv7(now.getTime()), uuidv7(now.getTime())]
    const client = newClient(transaction_uuid ?? made, scope.product_id, address_id, body, now)
    return transaction(async (tx) => {
      if (!(await insertClient(tx, client))) throw clientIdTaken()
      record(tx, crossborder.client.created(client), { activity: clientActivity(client, 'CLIENT_CREATED') })
      await tx.enqueue(verifyClient, { user_id: scope.user_id, client_id: client.id })
      return client
    })
  },
})
