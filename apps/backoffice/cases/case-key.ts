import type { Schemas } from '../api/client.ts'

/** The key of a case. Users choose some ids themselves, so the user is part of the key. It contains no personal data. */
export interface CaseKey {
  kind: string
  id: string
  user_id?: string
  /** The client of an account, the onboarding of a step. */
  under_id?: string
}

const uuid = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i

/** The search parameters in the URL of a case. */
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

/** The location of a case, for a link or for navigation. */
export function placeOf({ kind, id, ...search }: CaseKey) {
  return { to: '/cases/$kind/$id', params: { kind, id }, search } as const
}
