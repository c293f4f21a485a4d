import { describe, expect, it } from 'vitest'
import type { LeasedDelivery } from './delivery.ts'
import { EndpointQueues } from './endpoint-queues.ts'

const claimed = (endpoint_id: string, consecutive_failures = 0, user_id = 'user') =>
  ({ user_id, endpoint_id, consecutive_failures }) as LeasedDelivery
const limits = (perEndpoint: number, perUser = 100) => ({ perEndpoint, perUser })

describe('endpoint queues', () => {
  it('limit the deliveries in progress of one endpoint, independently of the others', () => {
    const lanes = new EndpointQueues(limits(2))
    for (let n = 0; n < 5; n += 1) lanes.take(claimed('slow'))
    lanes.take(claimed('fast'))
    const sent = lanes.takeOff()
    expect(sent.map(({ endpoint_id }) => endpoint_id)).toEqual(['slow', 'fast', 'slow'])
    expect(lanes.takeOff()).toEqual([])
    lanes.landed(sent[0]!)
    expect(lanes.takeOff()).toHaveLength(1)
    expect(lanes.size).toBe(5)
    expect(lanes.counts()).toContainEqual({ user_id: 'user', endpoint_id: 'slow', count: 4 })
    expect(lanes.counts()).toContainEqual({ user_id: 'user', endpoint_id: 'fast', count: 1 })
  })

  it('limit the deliveries in progress of one user, with its endpoints in turn, and the same for another', () => {
    const lanes = new EndpointQueues(limits(4, 6))
    for (const endpoint of ['a', 'b', 'c']) for (let n = 0; n < 5; n += 1) lanes.take(claimed(endpoint, 0, 'many'))
    for (let n = 0; n < 5; n += 1) lanes.take(claimed('d', 0, 'one'))
    const sent = lanes.takeOff().map(({ endpoint_id }) => endpoint_id)
    expect(sent.toSorted().join('')).toBe('aabbccdddd')
    expect(lanes.takeOff()).toEqual([])
    // A finished delivery makes room for the next endpoint in turn, not always for the first.
    const next: string[] = []
    for (const endpoint of ['a', 'a', 'b']) {
      lanes.landed(claimed(endpoint, 0, 'many'))
      next.push(...lanes.takeOff().map(({ endpoint_id }) => endpoint_id))
    }
    expect(next.toSorted()).toEqual(['a', 'b', 'c'])
  })

  it('release queued deliveries, not those in progress', () => {
    const lanes = new EndpointQueues(limits(1))
    for (const endpoint of ['a', 'a', 'a', 'b', 'b']) lanes.take(claimed(endpoint))
    lanes.takeOff()
    expect(lanes.giveUp('a')).toHaveLength(2)
    expect(lanes.giveUp('unknown')).toEqual([])
    expect(lanes.giveUp()).toHaveLength(1)
    expect(lanes.size).toBe(2)
  })

  it('forget deliveries that another worker took, and remember failing endpoints until they recover', () => {
    const lanes = new EndpointQueues(limits(1))
    const lost = claimed('a', 3)
    lanes.take(claimed('a', 3))
    lanes.take(lost)
    const [flying] = lanes.takeOff()
    lanes.drop(new Set([lost]))
    expect(lanes.size).toBe(1)
    lanes.landed(flying!)
    expect(lanes.size).toBe(0)
    expect(lanes.isTroubled('a')).toBe(true)
    lanes.note('a', false)
    expect(lanes.isTroubled('a')).toBe(false)
    expect(lanes.counts()).toEqual([])
  })
})
