/** The time, as a seam: rules that depend on the hour are tested at the hour they name. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }

// Sweden writes dates as ISO 8601 does.
const saoPaulo = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Sao_Paulo', dateStyle: 'short' })

/** The calendar day in São Paulo, by which Brazilian banks count: in UTC it ends three hours late. */
export function dayInSaoPaulo(now: Date): string {
  return saoPaulo.format(now)
}
