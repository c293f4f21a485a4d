import { type Role, roles } from '../role.ts'

export type Claims = Record<string, unknown>

/** What somebody may do here, by what the issuer says they are. Undefined when the issuer says nothing about it. */
export type ReadRoles = (claims: Claims) => Role[] | undefined

/** A claim of a shape that nobody expects gives no role: it is not guessed at. */
export function openRoleReader(claim: string, mapping: string): ReadRoles {
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

/** By its whole name first, since a claim may be named by an address with dots in it, and then as a path. */
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
