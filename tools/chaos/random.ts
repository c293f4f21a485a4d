/** Reproducible random numbers: the same seed makes the same choices, on any machine. */
export interface Random {
  /** From 0 up to, and without, 1. */
  next: () => number
  /** From 0 up to, and without, `below`. */
  int(below: number): number
  chance(probability: number): boolean
  pick<T>(from: readonly T[]): T
  uuid(): string
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0
  // Mulberry32: small, and good enough for choices.
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const int = (below: number) => Math.floor(next() * below)
  const hex = (digits: number) => Array.from({ length: digits }, () => int(16).toString(16)).join('')
  return {
    next,
    int,
    chance: (probability) => next() < probability,
    pick: (from) => from[int(from.length)]!,
    uuid: () => `${hex(8)}-${hex(4)}-4${hex(3)}-${'89ab'[int(4)]}${hex(3)}-${hex(12)}`,
  }
}
