import type { OperationName } from './operations.ts'

/** Ways in which DICT can be made to misbehave. */
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
  // The answer is not what DICT would sign.
  'bad_signature',
  'foreign_signature',
  'unsigned',
  'wrapped',
  'document_type',
  'not_xml',
  'other_answer',
  'too_large',
  'gzip_bomb',
  // A list says one thing twice.
  'duplicate',
] as const

export type FaultKind = (typeof faultKinds)[number]

export interface Fault {
  kind: FaultKind
  /** Which operation misbehaves; any, when left out. */
  operation?: OperationName
  /** How often. */
  times?: number
  /** By DICT's own clock, of `slow` and `late_answer`: minutes of it are a hang. */
  delay_ms?: number
}

export interface Faults {
  add(fault: Fault): void
  clear(): void
  /** The fault due for this operation, used up by being asked for. */
  take(operation: OperationName): Fault | undefined
}

export function makeFaults(): Faults {
  let waiting: (Fault & { times: number })[] = []
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
