import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { done, OTHER, openTestBanks, refused } from '../../../test/support/dict.ts'
import { listEventNotifications } from './event-notifications.ts'
import { cancelFraudMarker, createFraudMarker, getFraudMarker } from './fraud-markers.ts'
import { learnBuckets, listRatePolicies } from './rate-policies.ts'

const banks = openTestBanks()

describe('fraud markers', () => {
  it('are made once for a RequestId, however often it is sent', async () => {
    const marker = { request_id: randomUUID(), tax_id_number: '11144477735', fraud_type: 'SCAMMER_ACCOUNT' } as const
    const made = done(await createFraudMarker(banks.ours, marker)).fraud_marker
    expect(done(await createFraudMarker(banks.ours, marker)).fraud_marker).toEqual(made)
    const changed = await createFraudMarker(banks.ours, { ...marker, fraud_type: 'MULE_ACCOUNT' })
    expect(changed).toEqual(refused('RequestIdAlreadyUsed'))
    // The same id from another bank is another request.
    expect(done(await createFraudMarker(banks.first, marker)).fraud_marker.id).not.toBe(made.id)
    expect(done(await getFraudMarker(banks.ours, made.id)).fraud_marker).toEqual(made)
    expect(done(await cancelFraudMarker(banks.ours, made.id)).fraud_marker.status).toBe('CANCELLED')
    expect(await getFraudMarker(banks.first, made.id)).toEqual(refused('NotFound', 404))
  })
})

describe('rate policies', () => {
  it('tells how full the buckets are, and our count comes down to that', async () => {
    banks.simulated.buckets.set(OTHER, 'EVENT_LIST', 1)
    const { policies, category } = done(await listRatePolicies(banks.other))
    expect(category).toBe('A')
    expect(policies.find(({ name }) => name === 'EVENT_LIST')).toMatchObject({ capacity: 200, refill_tokens: 40 })
    expect(done(await learnBuckets(banks.other))).toBe(14)
    expect((await listEventNotifications(banks.other)).outcome).toBe('done')
    expect(await listEventNotifications(banks.other)).toMatchObject({ outcome: 'not_done', reason: 'OUR_BUCKET_EMPTY' })
  })
})
