/** The time, as a seam: rules that depend on the hour are tested at the hour they name. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }
