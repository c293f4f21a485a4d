import { type Role, roles } from '../role.ts'

export type Claims = Record<string, unknown>

/** Roles of a person, from the issuer's claims. Undefined when the claim is missing. */
export type ReadRoles = (claims: Claims) => Role[] | undefined

/** A claim of an unexpected type gives no role: its meaning is not guessed. */
export function createRoleReader(claim: string, mapping: string): ReadRoles {
  const given = readMapping(mapping)
  return (claims) => {
    const found = findClaim(claims, claim)
    if (found === undefined) return undefined
    const values = typeof found === 'string' ? [found] : Array.isArray(found) ? found : []
    const mine = new Set(values.flatMap((value) => (typeof value === 'string' ? (given.get(value) ?? []) : [])))
    return roles.filter((role) => mine.has(role))
  }
}

function readMapping(mapping: string): Map<string, string[]> {
  const given = new Map<string, string[]>()
  for (const entry of mapping.split(',')) {
    const [value, names] = entry.split('=') as [string, string]
    given.set(value.trim(), [...(given.get(value.trim()) ?? []), ...names.split('+')])
  }
  return given
}

/** First as a whole name, because a claim name may be a URL with dots, and then as a path. */
function findClaim(claims: Claims, claim: string): unknown {
  if (Object.hasOwn(claims, claim)) return claims[claim]
  return claim
    .split('.')
    .reduce<unknown>(
      (holder, name) =>
        holder !== null && typeof holder === 'object' && Object.hasOwn(holder, name)
          ? (holder as Claims)[name]
          : undefined,
      claims,
    )
}
