import type { Claimed } from './delivery.ts'

interface Lane {
  user_id: string
  waiting: Claimed[]
  flying: number
  troubled: boolean
}

export interface FlyingLimits {
  perEndpoint: number
  perUser: number
}

/**
 * What this worker holds, a lane for each endpoint and so much in the air for each user: a slow endpoint fills its own
 * lane, many slow ones fill what their owner has, and neither anything of another's.
 */
export class Lanes {
  readonly #lanes = new Map<string, Lane>()
  readonly #flying = new Map<string, number>()
  readonly #limits: FlyingLimits
  #size = 0

  constructor(limits: FlyingLimits) {
    this.#limits = limits
  }

  /** How many are waiting or on their way. */
  get size(): number {
    return this.#size
  }

  take(delivery: Claimed): void {
    const lane = this.#lanes.get(delivery.endpoint_id) ?? newLane(delivery)
    this.#lanes.set(delivery.endpoint_id, lane)
    lane.waiting.push(delivery)
    lane.troubled = delivery.consecutive_failures > 0
    this.#size += 1
  }

  /** Everything that may be sent now. It counts as on its way until it has landed. */
  takeOff(): Claimed[] {
    const sent: Claimed[] = []
    // A lane that has sent one goes behind the others, and is met again there: an owner's lanes take turns.
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

  landed({ user_id, endpoint_id }: Claimed): void {
    const lane = this.#lanes.get(endpoint_id)!
    lane.flying -= 1
    this.#size -= 1
    const flying = this.#flying.get(user_id)! - 1
    if (flying > 0) this.#flying.set(user_id, flying)
    else this.#flying.delete(user_id)
    if (lane.flying === 0 && lane.waiting.length === 0 && !lane.troubled) this.#lanes.delete(endpoint_id)
  }

  /** Lets go of what waits for an endpoint, or for all of them. */
  giveUp(endpoint_id?: string): Claimed[] {
    const lanes = endpoint_id === undefined ? [...this.#lanes.values()] : [this.#lanes.get(endpoint_id)]
    const given = lanes.flatMap((lane) => lane?.waiting.splice(0) ?? [])
    this.#size -= given.length
    return given
  }

  /** Forgets what another worker has taken over meanwhile. */
  drop(lost: Set<Claimed>): void {
    for (const lane of this.#lanes.values()) {
      const kept = lane.waiting.filter((delivery) => !lost.has(delivery))
      this.#size -= lane.waiting.length - kept.length
      lane.waiting = kept
    }
  }

  /** Whether the endpoint has failed of late, as far as this worker knows. */
  isTroubled(endpoint_id: string): boolean {
    return this.#lanes.get(endpoint_id)?.troubled ?? false
  }

  note(endpoint_id: string, troubled: boolean): void {
    const lane = this.#lanes.get(endpoint_id)
    if (!lane) return
    lane.troubled = troubled
    if (!troubled && lane.flying === 0 && lane.waiting.length === 0) this.#lanes.delete(endpoint_id)
  }

  /** How many are held for each endpoint, and whose it is. */
  counts(): { user_id: string; endpoint_id: string; count: number }[] {
    return [...this.#lanes].map(([endpoint_id, { user_id, waiting, flying }]) => ({
      user_id,
      endpoint_id,
      count: waiting.length + flying,
    }))
  }
}

function newLane({ user_id }: Claimed): Lane {
  return { user_id, waiting: [], flying: 0, troubled: false }
}
