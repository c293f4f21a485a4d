import { createTestGateway, type TestGateway } from '@eclusa/testing/gateway.ts'
import { endpointsOf } from '@eclusa/testing/webhooks.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'

/** Which endpoints receive the events of an operation. */
let gateway: TestGateway

beforeAll(async () => {
  gateway = await createTestGateway()
})
afterAll(() => gateway.close())

it('makes one delivery for each enabled endpoint that wants the type, in the transaction of the effect', async () => {
  const owner = await gateway.user()
  // Created before the endpoint, so that its event is not delivered.
  const { account_id, url } = await gateway.account(owner)
  const { ask, made } = endpointsOf(gateway, owner)
  const create = async (event_types: string[] | null) => (await made({ event_types })).id
  const [all, some, none, off] = [
    await create(null),
    await create(['crossborder.account.updated']),
    await create(['crossborder.account.created']),
    await create(null),
  ]
  await ask('PATCH', `/${off}`, { enabled: false })
  const patch = (body: object) => gateway.ask({ method: 'PATCH', url, as: owner, body })
  const told = async () =>
    (
      await gateway.db.admin.query<{ endpoint_id: string }>(
        `select d.endpoint_id from webhook_deliveries d join events e on e.id = d.event_id
         where e.object_id = $1 order by d.endpoint_id`,
        [account_id],
      )
    ).rows.map(({ endpoint_id }) => endpoint_id)
  expect((await patch({ nickname: 'told' })).status).toBe(200)
  expect(await told()).toEqual([all, some].toSorted())
  expect(await told()).not.toContain(none)

  // A rejected operation emits no event.
  expect((await patch({ currency_symbol: 'USD', bank_code: '1' })).status).toBe(422)
  expect(await told()).toHaveLength(2)
})
