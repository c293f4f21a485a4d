import contract from '../../../openapi/openapi.json' with { type: 'json' }
import type { Random } from '../random.ts'

export interface FuzzSchema {
  $ref?: string
  type?: string | string[]
  format?: string
  enum?: unknown[]
  const?: unknown
  anyOf?: FuzzSchema[]
  properties?: Record<string, FuzzSchema>
  required?: string[]
  items?: FuzzSchema
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  minItems?: number
}

interface FuzzParameter {
  in: 'path' | 'query' | 'header'
  name: string
  schema: FuzzSchema
}

export interface FuzzOperation {
  id: string
  method: string
  path: string
  parameters: FuzzParameter[]
  body: { type: string; schema: FuzzSchema; example: unknown } | undefined
  /** Codes of declared unavailability. */
  unavailable: string[]
}

interface DeclaredOperation {
  operationId: string
  parameters?: FuzzParameter[]
  requestBody?: { content: Record<string, { schema: FuzzSchema; example?: unknown }> }
  responses: Record<string, FuzzResponse>
}

interface FuzzResponse {
  $ref?: string
  description?: string
}

const schemas = contract.components.schemas as Record<string, FuzzSchema>
const responses = contract.components.responses as Record<string, FuzzResponse>

/** Every operation that the contract declares. */
export const operations: FuzzOperation[] = Object.entries(contract.paths).flatMap(([path, methods]) =>
  Object.entries(methods as Record<string, DeclaredOperation>).map(([method, declared]) => {
    const [type, media] = Object.entries(declared.requestBody?.content ?? {})[0] ?? []
    return {
      id: declared.operationId,
      method: method.toUpperCase(),
      path,
      parameters: declared.parameters ?? [],
      body: type && media ? { type, schema: media.schema, example: media.example } : undefined,
      unavailable: codesOf(declared.responses['503']),
    }
  }),
)

function codesOf(response: FuzzResponse | undefined): string[] {
  const { description = '' } = (response?.$ref ? responses[response.$ref.split('/').at(-1)!] : response) ?? {}
  return description.match(/[A-Z_]+/g) ?? []
}

const texts: Record<string, (random: Random) => string> = {
  uuid: (random) => random.uuid(),
  date: () => '2026-11-15',
  'date-time': () => '2026-11-15T12:00:00.000Z',
  email: () => 'somebody@eclusa.example',
  uri: () => 'https://hooks.example/new',
}

/** A value of this schema, as close to a valid one as the schema allows. */
export function sample(schema: FuzzSchema, random: Random, depth = 0): unknown {
  const { $ref, anyOf, type, format = '' } = schema
  if ($ref) return sample(schemas[$ref.split('/').at(-1)!] ?? {}, random, depth)
  if (anyOf) return sample(random.pick(anyOf), random, depth)
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return random.pick(schema.enum)
  switch (Array.isArray(type) ? random.pick(type) : type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {})
          .filter(([name]) => depth < 6 && (schema.required?.includes(name) || random.chance(0.5)))
          .map(([name, member]) => [name, sample(member, random, depth + 1)]),
      )
    case 'array':
      return Array.from({ length: (schema.minItems ?? 0) + random.int(2) }, () =>
        sample(schema.items ?? {}, random, depth + 1),
      )
    case 'integer':
    case 'number':
      return Math.min(schema.maximum ?? 1_000, (schema.minimum ?? 0) + random.int(10))
    case 'boolean':
      return random.chance(0.5)
    case 'null':
      return null
    default:
      return texts[format]?.(random) ?? 'a'.repeat(Math.max(schema.minLength ?? 1, 1))
  }
}
