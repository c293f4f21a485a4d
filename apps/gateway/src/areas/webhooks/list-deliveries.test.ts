import { randomUUID } from 'node:crypto'
import { createTestDeliveries } from '@eclusa/testing/webhooks.ts'
import { describe, expect, it } from 'vitest'

const test = createTestDeliveries()

describe('200', () => {
  it('shows each delivery with its attempts: status, duration, the first bytes of the response', async () => {
    test.status = 500
    const pending = await test.pending()
    const { endpoint_id } = pending
    expect(pending).toHaveProperty('next_attempt_at')
    await test.drain(endpoint_id)
    const [failed] = await test.list(`endpoint_id=${endpoint_id}`)
    expect(failed).toMatchObject({
      status: 'FAILED',
      attempts: [
        { status_code: 500, response_excerpt: 'said 500' },
        { status_code: 500, response_excerpt: 'said 500' },
      ],
    })
    expect(failed).not.toHaveProperty('next_attempt_at')
    expect(failed).not.toHaveProperty('lease')
    expect(await test.list(`event_id=${failed!.event_id}`)).toEqual([failed])
    expect(await test.list(`event_id=${randomUUID()}`)).toEqual([])
    expect(await test.list(`endpoint_id=${endpoint_id}&status=DELIVERED`)).toEqual([])
  })

  it('shows nothing of another user', async () => {
    const { endpoint_id } = await test.pending()
    expect(await test.list(`endpoint_id=${endpoint_id}`, await test.gateway.user())).toEqual([])
  })
})
