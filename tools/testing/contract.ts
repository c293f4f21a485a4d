import { readFileSync } from 'node:fs'

interface TestingResponse {
  description: string
  headers?: Record<string, { $ref: string }>
  content: Record<string, { schema: object; example?: unknown; examples?: Record<string, { $ref: string }> }>
}
export interface TestingContract {
  paths: Record<string, Record<string, { operationId: string; responses: Record<string, TestingResponse> }>>
  components: {
    responses: Record<string, TestingResponse>
    headers: Record<string, object>
    examples: Record<string, { value: Record<string, unknown> }>
  }
}

/** The committed contract with the responses of all operations resolved. */
export function readContract(): TestingContract {
  const text = readFileSync(new URL('../../openapi/openapi.json', import.meta.url), 'utf8')
  const contract = JSON.parse(text) as TestingContract
  for (const operation of Object.values(contract.paths).flatMap((methods) => Object.values(methods)))
    for (const [status, said] of Object.entries(operation.responses) as [string, TestingResponse & { $ref?: string }][])
      if (said.$ref) operation.responses[status] = contract.components.responses[said.$ref.split('/').at(-1)!]!
  return contract
}
