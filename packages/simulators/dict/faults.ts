import type { OperationName } from './operations.ts'

/** Fault injection: how DICT can misbehave. */
export const faultKinds = [
  // Before the effect: nothing was done.
  'slow',
  'error_500',
  'reset',
  'rate_limited',
  'unavailable',
  'conflict',
  // After the effect: it was done, and the client cannot know.
  'error_500_after_write',
  'reset_after_write',
  'late_answer',
  'stalled_answer',
  // The signature of the response is invalid.
  'bad_signature',
  'foreign_signature',
  'unsigned',
  'wrapped',
  'document_type',
  'not_xml',
  'other_answer',
  'too_large',
  'gzip_bomb',
  // A list contains an entry twice.
  'duplicate',
] as const

export type FaultKind = (typeof faultKinds)[number]

export interface DictFault {
  kind: FaultKind
  /** The operation that fails. Any, when absent. */
  operation?: OperationName
  /** How many calls fail. */
  times?: number
  /** The delay of `slow` and `late_answer` in simulated time. A delay of minutes acts as a hang. */
  delay_ms?: number
}

export interface Faults {
  add(fault: DictFault): void
  clear(): void
  /** Returns and consumes the fault that is due for this operation. */
  take(operation: OperationName): DictFault | undefined
}

export function makeFaults(): Faults {
  let waiting: (DictFault & { times: number })[] = []
  return {
    add: (fault) => void waiting.push({ times: 1, ...fault }),
    clear: () => void (waiting = []),
    take(operation) {
      const fault = waiting.find((each) => each.times > 0 && (each.operation ?? operation) === operation)
      if (fault) fault.times -= 1
      return fault
    },
  }
}
