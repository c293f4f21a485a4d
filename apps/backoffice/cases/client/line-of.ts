import type { Schemas } from '../../api/client.ts'

/** A postal address in one line. */
export function lineOf(address: Schemas['ClientAddressReply']): string {
  const { street_line_1, street_line_2, subdivision, city, state, postal_code, country } = address
  return [street_line_1, street_line_2, subdivision, city, `${state} ${postal_code}`, country]
    .filter(Boolean)
    .join(', ')
}
