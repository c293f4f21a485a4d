import { once } from 'node:events'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { createTestDict, done, FIRST, OURS, type TestDict } from '@eclusa/testing/dict.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listEventNotifications } from './event-notifications.ts'
import { createFraudMarker, type NewFraudMarker } from './fraud-markers.ts'

let dict: TestDict
beforeAll(async () => {
  dict = await createTestDict()
})
afterAll(() => dict.close())

const marker = (): NewFraudMarker => ({
  request_id: crypto.randomUUID(),
  tax_id_number: '11144477735',
  fraud_type: 'OTHER',
})
const marked = () => dict.simulated.world.markers.all().length

describe('our own certificate', () => {
  it('that has expired is detected before anything is sent', async () => {
    const expired = await dict.simulated.expired(OURS)
    const { tls } = dict.simulated.settingsFor(OURS)
    const client = dict.as(OURS, { tls: { ...tls, ...expired } })
    expect(await listEventNotifications(client)).toMatchObject({
      outcome: 'not_done',
      reason: 'OUR_CERTIFICATE_NOT_VALID',
    })
  })

  it('that has expired is also rejected by DICT', async () => {
    const expired = await dict.simulated.expired(OURS)
    const { tls } = dict.simulated.settingsFor(OURS)
    const client = { ...dict.as(OURS, { tls: { ...tls, ...expired } }), own: [] }
    expect(await listEventNotifications(client)).toMatchObject({ outcome: 'not_done' })
    const before = marked()
    expect((await createFraudMarker(client, marker())).outcome).not.toBe('done')
    expect(marked()).toBe(before)
  })

  it('of an authority unknown to DICT is rejected', async () => {
    const stranger = await dict.simulated.stranger(OURS)
    const { tls } = dict.simulated.settingsFor(OURS)
    const client = dict.as(OURS, { tls: { ...tls, ...stranger } })
    expect(await listEventNotifications(client)).toMatchObject({ outcome: 'not_done' })
    const before = marked()
    expect(['unknown', 'not_done']).toContain((await createFraudMarker(client, marker())).outcome)
    expect(marked()).toBe(before)
  })

  it('cannot be used to send requests as another participant', async () => {
    const { tls } = dict.simulated.settingsFor(FIRST)
    const forbidden = { outcome: 'refused', type: 'Forbidden', status: 403 }
    expect(await listEventNotifications(dict.as(OURS, { tls }))).toMatchObject(forbidden)
    const { signing } = dict.simulated.settingsFor(FIRST)
    const outcome = await createFraudMarker(dict.as(OURS, { signing }), marker())
    expect(outcome).toMatchObject({ outcome: 'refused', type: 'RequestSignatureInvalid', status: 400 })
  })
})

describe('the server', () => {
  it('with a certificate of another authority receives nothing of ours', async () => {
    const identity = await dict.simulated.stranger('localhost')
    let asked = 0
    const server = createServer({ cert: identity.certificate, key: identity.key }, (_, response) => {
      asked += 1
      response.end()
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const client = dict.as(OURS, { url: `https://127.0.0.1:${(server.address() as AddressInfo).port}/api/v2` })
    expect(await createFraudMarker(client, marker())).toMatchObject({ outcome: 'not_done', reason: 'NOT_CONNECTED' })
    expect(asked).toBe(0)
    server.close()
  })

  it('that is unreachable is distinguished from one that stopped responding', async () => {
    const client = dict.as(OURS, { url: 'https://127.0.0.1:1/api/v2' })
    expect(await createFraudMarker(client, marker())).toMatchObject({ outcome: 'not_done', reason: 'NOT_CONNECTED' })
  })
})

describe('connections', () => {
  it('are reused: thirty requests, one handshake', async () => {
    const client = dict.as(FIRST, { limits: { connections: 1 } })
    const before = dict.simulated.handshakes()
    for (let each = 0; each < 30; each += 1) done(await createFraudMarker(client, marker()))
    expect(dict.simulated.handshakes() - before).toBe(1)
  })
})
