import { operations } from './contract.ts'
import type { Reply } from './send.ts'

const declaredBy = new Map(operations.map(({ id, unavailable }) => [id, new Set(unavailable)]))
/** For an unknown operation: what any of them may return. */
const declared = new Set(operations.flatMap(({ unavailable }) => unavailable))

/** Problems of a response, whatever the request was: a 5xx that the operation does not declare, or no response. */
export function wrongOf(
  { status, code }: Pick<Reply, 'status' | 'code'>,
  operation?: string,
): 'undeclared_5xx' | 'hangs' | undefined {
  if (status === undefined) return 'hangs'
  if (status < 500) return undefined
  const codes = (operation && declaredBy.get(operation)) || declared
  return status === 503 && codes.has(code ?? '') ? undefined : 'undeclared_5xx'
}
