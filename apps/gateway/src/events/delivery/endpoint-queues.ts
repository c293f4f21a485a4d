import type { LeasedDelivery } from './delivery.ts'

interface EndpointQueue {
  user_id: string
  waiting: LeasedDelivery[]
  flying: number
  troubled: boolean
}

export interface FlyingLimits {
  perEndpoint: number
  perUser: number
}

/**
 * Fair queues of this worker, one for each endpoint, with limits of deliveries in progress per endpoint and per user:
 * a slow endpoint uses up only its own limit, and many slow ones only their owner's.
 */
export class EndpointQueues {
  readonly #lanes = new Map<string, EndpointQueue>()
  readonly #flying = new Map<string, number>()
  readonly #limits: FlyingLimits
  #size = 0

  constructor(limits: FlyingLimits) {
    this.#limits = limits
  }

  /** The number of queued and in-progress deliveries. */
  get size(): number {
    return this.#size
  }

  take(delivery: LeasedDelivery): void {
    const lane = this.#lanes.get(delivery.endpoint_id) ?? newLane(delivery)
    this.#lanes.set(delivery.endpoint_id, lane)
    lane.waiting.push(delivery)
    lane.troubled = delivery.consecutive_failures > 0
    this.#size += 1
  }

  /** Dequeues every delivery that may be sent now. It counts as in progress until it is finished. */
  takeOff(): LeasedDelivery[] {
    const sent: LeasedDelivery[] = []
    // Round robin: a queue that has sent one moves behind the others.
    for (const [endpoint_id, lane] of this.#lanes) {
      const flying = this.#flying.get(lane.user_id) ?? 0
      if (lane.flying >= this.#limits.perEndpoint || flying >= this.#limits.perUser) continue
      const delivery = lane.waiting.shift()
      if (!delivery) continue
      lane.flying += 1
      this.#flying.set(lane.user_id, flying + 1)
      this.#lanes.delete(endpoint_id)
      this.#lanes.set(endpoint_id, lane)
      sent.push(delivery)
    }
    return sent
  }

  landed({ user_id, endpoint_id }: LeasedDelivery): void {
    const lane = this.#lanes.get(endpoint_id)!
    lane.flying -= 1
    this.#size -= 1
    const flying = this.#flying.get(user_id)! - 1
    if (flying > 0) this.#flying.set(user_id, flying)
    else this.#flying.delete(user_id)
    if (lane.flying === 0 && lane.waiting.length === 0 && !lane.troubled) this.#lanes.delete(endpoint_id)
  }

  /** Releases the queued deliveries of an endpoint, or of all. */
  giveUp(endpoint_id?: string): LeasedDelivery[] {
    const lanes = endpoint_id === undefined ? [...this.#lanes.values()] : [this.#lanes.get(endpoint_id)]
    const given = lanes.flatMap((lane) => lane?.waiting.splice(0) ?? [])
    this.#size -= given.length
    return given
  }

  /** Removes deliveries that another worker has taken over. */
  drop(lost: Set<LeasedDelivery>): void {
    for (const lane of this.#lanes.values()) {
      const kept = lane.waiting.filter((delivery) => !lost.has(delivery))
      this.#size -= lane.waiting.length - kept.length
      lane.waiting = kept
    }
  }

  /** Whether the endpoint failed recently, as far as this worker knows. */
  isTroubled(endpoint_id: string): boolean {
    return this.#lanes.get(endpoint_id)?.troubled ?? false
  }

  note(endpoint_id: string, troubled: boolean): void {
    const lane = this.#lanes.get(endpoint_id)
    if (!lane) return
    lane.troubled = troubled
    if (!troubled && lane.flying === 0 && lane.waiting.length === 0) this.#lanes.delete(endpoint_id)
  }

  /** The number of leased deliveries per endpoint, with its user. */
  counts(): { user_id: string; endpoint_id: string; count: number }[] {
    return [...this.#lanes].map(([endpoint_id, { user_id, waiting, flying }]) => ({
      user_id,
      endpoint_id,
      count: waiting.length + flying,
    }))
  }
}

function newLane({ user_id }: LeasedDelivery): EndpointQueue {
  return { user_id, waiting: [], flying: 0, troubled: false }
}
