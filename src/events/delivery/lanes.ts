import type { Claimed } from './delivery.ts'

interface Lane {
  waiting: Claimed[]
  flying: number
  troubled: boolean
}

/** What this worker holds, a lane for each endpoint: a slow endpoint fills its own lane and nobody else's. */
export class Lanes {
  readonly #lanes = new Map<string, Lane>()
  readonly #flyingMax: number
  #size = 0

  constructor(flyingMax: number) {
    this.#flyingMax = flyingMax
  }

  /** How many are waiting or on their way. */
  get size(): number {
    return this.#size
  }

  take(delivery: Claimed): void {
    const lane = this.#lanes.get(delivery.endpoint_id) ?? { waiting: [], flying: 0, troubled: false }
    this.#lanes.set(delivery.endpoint_id, lane)
    lane.waiting.push(delivery)
    lane.troubled = delivery.consecutive_failures > 0
    this.#size += 1
  }

  /** Everything that may be sent now. It counts as on its way until it has landed. */
  takeOff(): Claimed[] {
    return [...this.#lanes.values()].flatMap((lane) => {
      const sent = lane.waiting.splice(0, this.#flyingMax - lane.flying)
      lane.flying += sent.length
      return sent
    })
  }

  landed({ endpoint_id }: Claimed): void {
    const lane = this.#lanes.get(endpoint_id)!
    lane.flying -= 1
    this.#size -= 1
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

  counts(): Map<string, number> {
    return new Map([...this.#lanes].map(([endpoint_id, { waiting, flying }]) => [endpoint_id, waiting.length + flying]))
  }
}
