import type { RecordOutcome, RecordResult } from './ingest-batch.ts'

const columnOf = {
  CREATED: 'created',
  UPDATED: 'updated',
  UNCHANGED: 'unchanged',
  OUTDATED: 'outdated',
  REFUSED: 'refused',
} as const satisfies Record<RecordOutcome, string>

export type OutcomeCounts = Record<(typeof columnOf)[RecordOutcome], number>

export const noOutcomes: OutcomeCounts = { created: 0, updated: 0, unchanged: 0, outdated: 0, refused: 0 }

export function countOutcomes(results: RecordResult[], before: OutcomeCounts = noOutcomes): OutcomeCounts {
  const counts = { ...before }
  for (const { outcome } of results) counts[columnOf[outcome]] += 1
  return counts
}
