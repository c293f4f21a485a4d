import { describe, expect, it } from 'vitest'
import type { Claimed } from './delivery.ts'
import { Lanes } from './lanes.ts'

const claimed = (endpoint_id: string, consecutive_failures = 0) => ({ endpoint_id, consecutive_failures }) as Claimed

describe('lanes', () => {
  it('let so many of one endpoint fly and keep the rest waiting, whatever the others do', () => {
    const lanes = new Lanes(2)
    for (let n = 0; n < 5; n += 1) lanes.take(claimed('slow'))
    lanes.take(claimed('fast'))
    const sent = lanes.takeOff()
    expect(sent.map(({ endpoint_id }) => endpoint_id)).toEqual(['slow', 'slow', 'fast'])
    expect(lanes.takeOff()).toEqual([])
    lanes.landed(sent[0]!)
    expect(lanes.takeOff()).toHaveLength(1)
    expect(lanes.size).toBe(5)
    expect(lanes.counts()).toEqual(
      new Map([
        ['slow', 4],
        ['fast', 1],
      ]),
    )
  })

  it('give up what waits, not what flies', () => {
    const lanes = new Lanes(1)
    for (const endpoint of ['a', 'a', 'a', 'b', 'b']) lanes.take(claimed(endpoint))
    lanes.takeOff()
    expect(lanes.giveUp('a')).toHaveLength(2)
    expect(lanes.giveUp('unknown')).toEqual([])
    expect(lanes.giveUp()).toHaveLength(1)
    expect(lanes.size).toBe(2)
  })

  it('forget what another worker took, and remember who is in trouble until told otherwise', () => {
    const lanes = new Lanes(1)
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
    expect(lanes.counts().size).toBe(0)
  })
})
