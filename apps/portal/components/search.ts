/** What a URL may contain: ids, days, names of the contract. Anything else is removed. */
export const forms = {
  id: /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i,
  day: /^2\d{3}-\d\d-\d\d$/,
  type: /^[a-z_]+(\.[a-z_]+){1,4}$/,
  operation: /^[a-z][A-Za-z]{2,80}$/,
}
export const ID_PATTERN = '[0-9a-fA-F]{8}-([0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}'

export function read<Name extends string>(
  search: Record<string, unknown>,
  wanted: Record<Name, RegExp>,
): { [one in Name]?: string } {
  const names = Object.keys(wanted) as Name[]
  const found = names.flatMap((name) => {
    const value = search[name]
    return typeof value === 'string' && wanted[name].test(value) ? [[name, value]] : []
  })
  return Object.fromEntries(found) as { [one in Name]?: string }
}

const DAY_MS = 86_400_000

const begin = (day: string) => new Date(`${day}T00:00:00-03:00`).getTime()

/** Whole days in São Paulo, which has had one offset since 2019, as times for the API. */
export function period({ since, until }: { since?: string; until?: string }) {
  return {
    ...(since && { created_from: new Date(begin(since)).toISOString() }),
    ...(until && { created_to: new Date(begin(until) + DAY_MS).toISOString() }),
  }
}
