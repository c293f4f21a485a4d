import { isProblem } from '@eclusa/ui/api/problem.ts'
import type { Schemas } from '../api/client.ts'

/** Another person to whom a case is assigned. */
export interface Colleague {
  id: string
  name: string
}

export function colleagueOf(row: Schemas['Case'] | undefined, me: string): Colleague | undefined {
  if (!row?.assigned_to || row.assigned_to === me) return undefined
  return { id: row.assigned_to, name: row.assigned_name ?? row.assigned_to }
}

/** The colleague named in an error: the case was taken after the page was read. */
export function holderIn(error: unknown): Colleague | undefined {
  if (!isProblem(error, 'CASE_TAKEN')) return undefined
  const { assigned_to, assigned_name } = error.members
  return { id: String(assigned_to), name: String(assigned_name) }
}
