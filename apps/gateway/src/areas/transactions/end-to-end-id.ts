/**
 * The central bank's id of a Pix transaction: E for a payment, D for a devolution, then the participant, the UTC
 * minute of its creation, and eleven characters of the participant's choice. It is case-sensitive. Participant numbers
 * may contain letters in future, like CNPJs.
 */
export const endToEndIdPattern = '^[ED][0-9A-Z]{8}[0-9]{12}[a-zA-Z0-9]{11}$'

const parts = /^([ED])[0-9A-Z]{8}(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)[a-zA-Z0-9]{11}$/

/** Whether the id has this kind and an existing minute. */
export function isEndToEndId(id: string, kind: 'E' | 'D'): boolean {
  const [, letter, year, month, day, hour, minute] = parts.exec(id) ?? []
  if (letter !== kind) return false
  const written = `${year}-${month}-${day}T${hour}:${minute}:00.000Z`
  const moment = new Date(written)
  // JavaScript turns 31 February into March, so the formatted result differs from the input.
  return !Number.isNaN(moment.getTime()) && moment.toISOString() === written
}
