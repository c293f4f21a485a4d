/**
 * The id a Pix transaction has at the central bank: E for a payment, D for a devolution, the participant that made it, the
 * UTC minute it was made, and eleven characters of that participant's choice. Upper and lower case differ. Participants
 * may come to have letters in their number, as companies do.
 */
export const endToEndIdPattern = '^[ED][0-9A-Z]{8}[0-9]{12}[a-zA-Z0-9]{11}$'

const parts = /^([ED])[0-9A-Z]{8}(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)[a-zA-Z0-9]{11}$/

/** Whether it is one of the given kind, made in a minute that the calendar has. */
export function isEndToEndId(id: string, kind: 'E' | 'D'): boolean {
  const [, letter, year, month, day, hour, minute] = parts.exec(id) ?? []
  if (letter !== kind) return false
  const written = `${year}-${month}-${day}T${hour}:${minute}:00.000Z`
  const moment = new Date(written)
  // The calendar rolls 31 February over into March; what it gives back then is not what was written.
  return !Number.isNaN(moment.getTime()) && moment.toISOString() === written
}
