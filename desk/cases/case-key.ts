import type { Schemas } from '../contract/client.ts'

/** What names a case: users choose some ids themselves, so that whose it is belongs to the name. Nothing of a person. */
export interface CaseKey {
  kind: string
  id: string
  user_id?: string
  /** The client of an account, the onboarding of a step. */
  under_id?: string
}

const uuid = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i

/** What stands in the address of a case besides its path. */
export function readCaseSearch(search: Record<string, unknown>): { user_id?: string; under_id?: string } {
  const read = (name: string) => {
    const value = search[name]
    return typeof value === 'string' && uuid.test(value) ? { [name]: value } : {}
  }
  return { ...read('user_id'), ...read('under_id') }
}

export function keyOf({ kind, id, user_id, under_id }: Schemas['Case']): CaseKey {
  return { kind, id, ...(user_id && { user_id }), ...(under_id && { under_id }) }
}

export const isSameCase = (one: CaseKey, other: CaseKey) =>
  one.kind === other.kind && one.id === other.id && one.user_id === other.user_id

/** Where a case is, for a link or for going there. */
export function placeOf({ kind, id, ...search }: CaseKey) {
  return { to: '/cases/$kind/$id', params: { kind, id }, search } as const
}
