import { operations } from './contract.ts'
import type { Reply } from './send.ts'

const declaredBy = new Map(operations.map(({ id, unavailable }) => [id, new Set(unavailable)]))
/** Where it is not known who was asked: what any of them may say. */
const declared = new Set(operations.flatMap(({ unavailable }) => unavailable))

/** What is wrong with an answer, whatever was asked: a 5xx that the operation does not declare, or none at all. */
export function wrongOf(
  { status, code }: Pick<Reply, 'status' | 'code'>,
  operation?: string,
): 'undeclared_5xx' | 'hangs' | undefined {
  if (status === undefined) return 'hangs'
  if (status < 500) return undefined
  const codes = (operation && declaredBy.get(operation)) || declared
  return status === 503 && codes.has(code ?? '') ? undefined : 'undeclared_5xx'
}
