/** Injectable clock, so that rules that depend on the time of day can be tested at that time. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }

// Sweden writes dates as ISO 8601 does.
const saoPaulo = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Sao_Paulo', dateStyle: 'short' })

/** The calendar day in São Paulo, which Brazilian banks use. The UTC day ends three hours earlier there. */
export function dayInSaoPaulo(now: Date): string {
  return saoPaulo.format(now)
}
