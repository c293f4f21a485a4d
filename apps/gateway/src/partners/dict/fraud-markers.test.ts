import { randomUUID } from 'node:crypto'
import { createTestParticipants, done, OTHER, pay, refused } from '@eclusa/testing/dict.ts'
import { describe, expect, it } from 'vitest'
import { listEventNotifications } from './event-notifications.ts'
import { cancelFraudMarker, createFraudMarker, getFraudMarker, listFraudMarkers } from './fraud-markers.ts'
import {
  acknowledgeInfractionReport,
  cancelInfractionReport,
  closeInfractionReport,
  createInfractionReport,
} from './infraction-reports.ts'
import { keepLearning, learnBuckets, listRatePolicies } from './rate-policies.ts'

const banks = createTestParticipants()

describe('fraud markers', () => {
  it('are created once for a RequestId, however often it is sent', async () => {
    const marker = { request_id: randomUUID(), tax_id_number: '11144477735', fraud_type: 'SCAMMER_ACCOUNT' } as const
    const made = done(await createFraudMarker(banks.ours, marker)).fraud_marker
    expect(done(await createFraudMarker(banks.ours, marker)).fraud_marker).toEqual(made)
    const changed = await createFraudMarker(banks.ours, { ...marker, fraud_type: 'MULE_ACCOUNT' })
    expect(changed).toEqual(refused('RequestIdAlreadyUsed'))
    // The same id from another participant is a separate request.
    expect(done(await createFraudMarker(banks.first, marker)).fraud_marker.id).not.toBe(made.id)
    expect(done(await getFraudMarker(banks.ours, made.id)).fraud_marker).toEqual(made)
    expect(done(await cancelFraudMarker(banks.ours, made.id)).fraud_marker.status).toBe('CANCELLED')
    expect(await getFraudMarker(banks.first, made.id)).toEqual(refused('NotFound', 404))
  })
})

describe('the fraud marker of a report', () => {
  const person = '52998224725'
  const marks = async () => done(await listFraudMarkers(banks.first, { tax_id_number: person })).fraud_markers

  async function agree(): Promise<{ id: string; fraud_marker_id?: string }> {
    const payment = pay(banks.simulated)
    const { world } = banks.simulated
    world.transactions.set(payment.id, { ...payment, creditor: { ...payment.creditor, tax_id_number: person } })
    const report = { transaction_id: payment.id, reason: 'REFUND_REQUEST', situation_type: 'SCAM' } as const
    const { id } = done(await createInfractionReport(banks.ours, report)).infraction_report
    done(await acknowledgeInfractionReport(banks.first, id))
    const verdict = { analysis_result: 'AGREED', fraud_type: 'MULE_ACCOUNT' } as const
    const closed = done(await closeInfractionReport(banks.first, id, verdict)).infraction_report
    return { id, ...(closed.fraud_marker_id && { fraud_marker_id: closed.fraud_marker_id }) }
  }

  it('is created by an agreement, listed only for the agreeing participant, and removed with the report', async () => {
    const { id, fraud_marker_id } = await agree()
    expect(await marks()).toMatchObject([
      { id: fraud_marker_id, status: 'REGISTERED', fraud_type: 'MULE_ACCOUNT', infraction_report: { id } },
    ])
    expect(done(await listFraudMarkers(banks.ours, { tax_id_number: person })).fraud_markers).toEqual([])
    done(await cancelInfractionReport(banks.ours, id))
    expect(await marks()).toMatchObject([{ id: fraud_marker_id, status: 'CANCELLED' }])
  })

  it('may be cancelled only by the agreeing participant', async () => {
    const { fraud_marker_id } = await agree()
    expect(await cancelFraudMarker(banks.ours, fraud_marker_id!)).toEqual(refused('NotFound', 404))
    expect(done(await cancelFraudMarker(banks.first, fraud_marker_id!)).fraud_marker.status).toBe('CANCELLED')
  })
})

describe('rate policies', () => {
  it('are learned when a process starts and then periodically, and the new rate is used', async () => {
    const client = banks.as(OTHER)
    banks.simulated.buckets.limit('REFUNDS_READ', 60, 2)
    const lines: string[] = []
    const say = (event: string, { name }: { name?: string }) => void lines.push(`${event} ${name ?? ''}`)
    const stop = keepLearning(client, { info: say, warn: say } as never, 500)
    await expect.poll(() => lines).toEqual(['dict_limit_changed REFUNDS_READ'])
    banks.simulated.buckets.limit('REFUNDS_READ', 1_200, 36_000)
    await expect.poll(() => lines).toHaveLength(2)
    expect(lines[1]).toBe('dict_limit_changed REFUNDS_READ')
    stop()
  })

  it('report the bucket levels, and our level is lowered to them', async () => {
    banks.simulated.buckets.set(OTHER, 'EVENT_LIST', 1)
    const { policies, category } = done(await listRatePolicies(banks.other))
    expect(category).toBe('A')
    expect(policies.find(({ name }) => name === 'EVENT_LIST')).toMatchObject({ capacity: 200, refill_tokens: 40 })
    expect(done(await learnBuckets(banks.other))).toEqual({ stated: 15, changed: [] })
    expect((await listEventNotifications(banks.other)).outcome).toBe('done')
    expect(await listEventNotifications(banks.other)).toMatchObject({ outcome: 'not_done', reason: 'OUR_BUCKET_EMPTY' })
  })
})
