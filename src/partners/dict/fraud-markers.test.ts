import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { done, FIRST, OTHER, OURS, openTestDict, type TestDict } from '../../../test/support/dict.ts'
import type { Dict } from './dict.ts'
import { listEventNotifications } from './event-notifications.ts'
import { cancelFraudMarker, createFraudMarker, getFraudMarker } from './fraud-markers.ts'
import { learnBuckets, listRatePolicies } from './rate-policies.ts'

let dict: TestDict
let ours: Dict
let first: Dict
let other: Dict

beforeAll(async () => {
  dict = await openTestDict()
  ours = dict.as(OURS)
  first = dict.as(FIRST)
  other = dict.as(OTHER)
})
afterAll(() => dict.close())

const refused = (type: string, status = 400) => expect.objectContaining({ outcome: 'refused', type, status })

describe('fraud markers', () => {
  it('are made once for a RequestId, however often it is sent', async () => {
    const marker = { request_id: randomUUID(), tax_id_number: '11144477735', fraud_type: 'SCAMMER_ACCOUNT' } as const
    const made = done(await createFraudMarker(ours, marker)).fraud_marker
    expect(done(await createFraudMarker(ours, marker)).fraud_marker).toEqual(made)
    const changed = await createFraudMarker(ours, { ...marker, fraud_type: 'MULE_ACCOUNT' })
    expect(changed).toEqual(refused('RequestIdAlreadyUsed'))
    // The same id from another bank is another request.
    expect(done(await createFraudMarker(first, marker)).fraud_marker.id).not.toBe(made.id)
    expect(done(await getFraudMarker(ours, made.id)).fraud_marker).toEqual(made)
    expect(done(await cancelFraudMarker(ours, made.id)).fraud_marker.status).toBe('CANCELLED')
    expect(await getFraudMarker(first, made.id)).toEqual(refused('NotFound', 404))
  })
})

describe('rate policies', () => {
  it('tells how full the buckets are, and our count comes down to that', async () => {
    dict.simulated.buckets.set(OTHER, 'EVENT_LIST', 1)
    const { policies, category } = done(await listRatePolicies(other))
    expect(category).toBe('A')
    expect(policies.find(({ name }) => name === 'EVENT_LIST')).toMatchObject({ capacity: 200, refill_tokens: 40 })
    expect(done(await learnBuckets(other))).toBe(14)
    expect((await listEventNotifications(other)).outcome).toBe('done')
    expect(await listEventNotifications(other)).toMatchObject({ outcome: 'not_done', reason: 'OUR_BUCKET_EMPTY' })
  })
})
