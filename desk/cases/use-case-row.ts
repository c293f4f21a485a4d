import { useQueryClient } from '@tanstack/react-query'
import type { Schemas } from '../contract/client.ts'
import { cachedRows } from '../queue/case-list.ts'
import { type CaseKey, isSameCase, keyOf } from './case-key.ts'

/** The case as the queue has it. */
export function useCaseRow(key: CaseKey): Schemas['Case'] | undefined {
  return cachedRows(useQueryClient()).find((row) => isSameCase(keyOf(row), key))
}
