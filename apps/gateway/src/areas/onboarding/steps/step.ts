import Type from 'typebox'
import type { OfProduct, StoredRecord } from '../../../http/repository.ts'
import { DateTime, openEnum, Uuid } from '../../../http/schema.ts'
import { uuidv7 } from '../../../platform/ids.ts'
import { withNextVersion } from '../../../platform/record-version.ts'
import type { Onboarding } from '../onboarding.ts'
import { active, type People, type RegistrySubject, subjectsOf } from './subjects.ts'

export const stepNames = ['BC_PROTEGE', 'CAF', 'LIVENESS', 'DICT', 'RUFRA'] as const
export type StepName = (typeof stepNames)[number]

export const stepStatuses = ['PENDING', 'PROCESSING', 'APPROVED', 'REJECTED', 'ERROR', 'MANUAL_REVIEW'] as const
export type StepStatus = (typeof stepStatuses)[number]

export const StepRecord = Type.Object({
  id: Uuid,
  onboarding_id: Uuid,
  name: openEnum(stepNames),
  status: openEnum(stepStatuses),
  /** Steps with the same order run concurrently; the next order begins when all of them are approved. */
  order: Type.Integer(),
  /** Absent when the step is about the account holder. */
  legal_representative_id: Type.Optional(Uuid),
  /** A shareholder who is queried at BC Protege+ and is not a representative. */
  shareholder_id: Type.Optional(Uuid),
  /** The number of attempts. Polling for a pending verdict is the same attempt. */
  attempts: Type.Integer(),
  /** The number of consecutive failed calls. */
  failures: Type.Integer(),
  /** Since when the partner reports a pending verdict. Absent when the last response was another one. */
  pending_since: Type.Optional(DateTime),
  reason: Type.Optional(Type.String()),
  /** When the next call is due. Absent while an analyst has to decide, and at the end. */
  next_action_at: Type.Optional(DateTime),
  finished_at: Type.Optional(DateTime),
  created_at: DateTime,
  updated_at: DateTime,
})

/** `document`: the number with which a registry is queried. An answer is valid only for that number. */
export type Step = StoredRecord<typeof StepRecord, OfProduct & { document: string | null }>

/** The current order: the lowest in which not all steps are approved. Undefined when everything is approved. */
export function currentOrder(steps: Step[]): number | undefined {
  const open = steps.filter(({ status }) => status !== 'APPROVED').map((step) => step.order)
  return open.length > 0 ? Math.min(...open) : undefined
}

/**
 * Checks that need no action of the person come first: a video is requested only after the registries have approved.
 */
const order: Record<StepName, number> = { BC_PROTEGE: 1, DICT: 2, RUFRA: 3, CAF: 4, LIVENESS: 5 }

/**
 * The steps of an onboarding. BC Protege+ is queried about every subject, the other registries about the account
 * holder.
 */
export function planSteps(
  onboarding: Pick<Onboarding, 'id' | 'product_id' | 'person_type' | 'document'>,
  { representatives, shareholders }: People,
  now: Date,
): Step[] {
  const { id: onboarding_id, product_id, person_type } = onboarding
  const subjects = subjectsOf(onboarding, { representatives, shareholders })
  const holder = subjects[0]!
  const faceless = { ...holder, document: null }
  const people =
    person_type === 'NATURAL_PERSON'
      ? [faceless]
      : active(representatives).map(({ id }) => ({ ...faceless, legal_representative_id: id }))
  const planned: [StepName, RegistrySubject[]][] = [
    ['BC_PROTEGE', subjects],
    ['DICT', [holder]],
    ['RUFRA', [holder]],
    ['CAF', person_type === 'NATURAL_PERSON' ? people : [faceless, ...people]],
    ['LIVENESS', people],
  ]
  const at = now.toISOString()
  // Each a millisecond later, so that steps of one order are listed in the order of the representatives.
  let turn = now.getTime()
  return planned.flatMap(([name, of]) =>
    of.map((subject) => ({
      ...subject,
      id: uuidv7(turn++),
      product_id,
      onboarding_id,
      name,
      status: 'PENDING' as const,
      order: order[name],
      attempts: 0,
      failures: 0,
      pending_since: null,
      reason: null,
      next_action_at: order[name] === 1 ? at : null,
      finished_at: null,
      version: 1,
      created_at: at,
      updated_at: at,
    })),
  )
}

/** Steps that need only a document number. */
export const registers = new Set<StepName>(['BC_PROTEGE', 'DICT', 'RUFRA'])

/**
 * The steps of a second submission. While the onboarding was open, the integrator could replace anything of any
 * person, so approvals of documents and data are repeated. A registry that approved another number is queried about
 * the current one. Steps of withdrawn persons are removed.
 */
export function replanSteps(
  stored: Step[],
  planned: Step[],
  now: Date,
): Record<'changed' | 'added' | 'removed', Step[]> {
  const nameOf = ({ name, legal_representative_id, shareholder_id }: Step) =>
    `${name} ${legal_representative_id} ${shareholder_id}`
  const wanted = new Map(planned.map((step) => [nameOf(step), step]))
  const known = new Set(stored.map(nameOf))
  const kept = stored.filter((step) => wanted.has(nameOf(step)))
  const documentOf = (step: Step) => wanted.get(nameOf(step))!.document
  const again = kept.filter(
    (step) => !(registers.has(step.name) && step.status === 'APPROVED' && step.document === documentOf(step)),
  )
  const added = planned.filter((step) => !known.has(nameOf(step)))
  const first = currentOrder([...again.map((step) => ({ ...step, status: 'PENDING' as const })), ...added])
  const dueAt = (step: Step) => (step.order === first ? now.toISOString() : null)
  const fresh = { status: 'PENDING', failures: 0, pending_since: null, reason: null, finished_at: null } as const
  return {
    changed: again.map((step) =>
      withNextVersion(step, { ...fresh, document: documentOf(step), next_action_at: dueAt(step) }, now),
    ),
    added: added.map((step) => ({ ...step, next_action_at: dueAt(step) })),
    removed: stored.filter((step) => !wanted.has(nameOf(step))),
  }
}
