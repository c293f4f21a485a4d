import type { TObject } from 'typebox'
import type { BrokenRule } from '../../base/errors/fault.ts'
import { changedFields } from './fields.ts'

const differs = {
  code: 'DIFFERS',
  detail: { 'pt-BR': 'não é o que está cadastrado', 'en-US': 'is not what is registered' },
} as const

/**
 * In what a document that is sent again says other than what is there. Nothing: then it is the same call, whose answer was
 * lost, and what is there is the answer. Both are given as they are shown.
 */
export function saidOtherwise(
  stored: { id: string },
  sent: object,
  shape: TObject,
  chosen_id: string | undefined,
): BrokenRule[] {
  const fields = changedFields(stored, sent, shape).map((field) => `/body/${field}`)
  const pointers = chosen_id && chosen_id !== stored.id ? ['/headers/x-transaction-uuid', ...fields] : fields
  return pointers.map((pointer) => ({ pointer, ...differs }))
}
