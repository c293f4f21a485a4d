import { createTestDeliveries, ENDPOINTS } from '@eclusa/testing/webhooks.ts'
import { describe, expect, it } from 'vitest'
import { recoverWebhooks } from './recover-webhooks.job.ts'

const test = createTestDeliveries()
const since = '2026-01-01T00:00:00.000Z'
const recover = (id: string, as = test.user) => test.ask('POST', `${ENDPOINTS}/${id}/recover`, { since }, as)

async function left() {
  const { rows } = await test.gateway.db.admin.query('select data from pgboss.job where name = $1', [
    recoverWebhooks.name,
  ])
  return rows
}

describe('200', () => {
  it('responds at once and leaves the work to one job', async () => {
    const endpoint_id = await test.endpoint()
    const answer = await recover(endpoint_id)
    expect(answer).toMatchObject({ status: 200, body: { endpoint_id, since } })
    expect(await left()).toEqual([{ data: { user_id: test.user.user_id, ...answer.body } }])
  })
})

describe('404', () => {
  it("another user's endpoint", async () => {
    const endpoint_id = await test.endpoint()
    const before = await left()
    const refused = await recover(endpoint_id, await test.gateway.user())
    expect(refused).toMatchObject({ status: 404, body: { code: 'WEBHOOKS_ENDPOINT_NOT_FOUND' } })
    expect(await left()).toEqual(before)
  })
})

describe('422', () => {
  it('while the endpoint is disabled', async () => {
    const endpoint_id = await test.endpoint()
    const before = await left()
    await test.ask('PATCH', `${ENDPOINTS}/${endpoint_id}`, { enabled: false })
    expect(await recover(endpoint_id)).toMatchObject({ status: 422, body: { code: 'WEBHOOKS_ENDPOINT_DISABLED' } })
    expect(await left()).toEqual(before)
  })
})
