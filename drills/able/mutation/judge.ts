import type { Reply } from './send.ts'

/** What may be answered when it is about the moment. */
const declared = new Set([
  'UNAVAILABLE',
  'OUTCOME_UNKNOWN',
  'DICT_UNAVAILABLE',
  'BILLET_REGISTRY_UNAVAILABLE',
  'STORAGE_UNAVAILABLE',
  'SIMULATOR_UNAVAILABLE',
])

/** What is wrong with an answer, whatever was asked: a 5xx that nobody declared, or none at all. */
export function wrongOf({ status, code }: Pick<Reply, 'status' | 'code'>): 'undeclared_5xx' | 'hangs' | undefined {
  if (status === undefined) return 'hangs'
  return status >= 500 && !(status === 503 && declared.has(code ?? '')) ? 'undeclared_5xx' : undefined
}
