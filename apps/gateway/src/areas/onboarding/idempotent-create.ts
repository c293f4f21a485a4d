import type { TObject } from 'typebox'
import type { BrokenRule } from '../../platform/errors/fault.ts'
import { changedFields } from './fields.ts'

const differs = {
  code: 'DIFFERS',
  detail: { 'pt-BR': 'difere do cadastro', 'en-US': 'differs from the registered value' },
} as const

/**
 * The fields in which a repeated create differs from the existing record. Without any, it is the same call after a
 * lost response, and the existing record is returned. Both arguments are in their API form.
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
