/** Reproducible random numbers: counts in the docs are recounted, so no library update may change them. */
export interface SeededDraw {
  below(limit: number): number
  digits(length: number): string
  oneOf(choices: string): string
}

export function seededDraw(seed: number): SeededDraw {
  let state = seed
  // Mulberry32, public domain: one 32-bit state with good distribution, which is enough for test digits.
  function fraction(): number {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  function below(limit: number): number {
    return Math.floor(fraction() * limit)
  }
  return {
    below,
    digits: (length) => Array.from({ length }, () => below(10)).join(''),
    oneOf: (choices) => choices.charAt(below(choices.length)),
  }
}
