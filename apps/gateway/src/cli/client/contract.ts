import { readFileSync } from 'node:fs'
import { Misunderstood } from './error-messages.ts'
import { nearest } from './nearest.ts'

/** The part of JSON Schema that options are generated from. */
export interface OptionSchema {
  $ref?: string
  type?: string
  format?: string
  description?: string
  enum?: string[]
  const?: string
  'x-extensible-enum'?: string[]
  properties?: Record<string, OptionSchema>
  required?: string[]
  items?: OptionSchema
  anyOf?: OptionSchema[]
}

export interface CliParameter {
  name: string
  in: 'path' | 'query' | 'header'
  required?: boolean
  description?: string
  schema: OptionSchema
}

/** An operation of the contract. */
export interface CliOperation {
  name: string
  method: string
  path: string
  summary: string
  description?: string
  area: string
  parameters: CliParameter[]
  body?: { schema: OptionSchema; isForm: boolean }
  /** Whether it is paginated. */
  isList: boolean
}

interface OperationObject {
  operationId: string
  summary?: string
  description?: string
  tags?: string[]
  parameters?: CliParameter[]
  requestBody?: { content: Record<string, { schema: OptionSchema }> }
}

export interface Contract {
  operations: CliOperation[]
  /** Event types. */
  events: string[]
  /** Resolves a schema's reference. */
  open(schema: OptionSchema): OptionSchema
}

const FILE = new URL('../../../../../openapi/openapi.json', import.meta.url)
let kept: Contract | undefined

/**
 * The contract of this version, which is part of the program: help and completion need no gateway, and the client is
 * generated from the same file. An older gateway rejects unknown operations with its own error.
 */
export function readContract(): Contract {
  kept ??= contractOf(JSON.parse(readFileSync(FILE, 'utf8')) as ContractDocument)
  return kept
}

interface ContractDocument {
  paths: Record<string, Record<string, OperationObject>>
  webhooks: Record<string, unknown>
  components: { schemas: Record<string, OptionSchema> }
}

function contractOf({ paths, webhooks, components }: ContractDocument): Contract {
  return {
    operations: Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, written]) => operationOf(method.toUpperCase(), path, written)),
    ),
    events: Object.keys(webhooks),
    open: (schema) => (schema.$ref ? components.schemas[schema.$ref.split('/').at(-1)!]! : schema),
  }
}

function operationOf(method: string, path: string, written: OperationObject): CliOperation {
  const { operationId: name, summary = '', description, tags = [], parameters = [], requestBody } = written
  const [media, body] = Object.entries(requestBody?.content ?? {})[0] ?? []
  return {
    name,
    method,
    path,
    summary,
    ...(description !== undefined && { description }),
    area: tags[0] ?? '',
    parameters,
    ...(body && { body: { schema: body.schema, isForm: media === 'multipart/form-data' } }),
    isList: method === 'GET' && parameters.some((one) => one.name === 'page_state'),
  }
}

/** The operation with this name, or an error with the nearest names. */
export function findOperation(name: string): CliOperation {
  const { operations } = readContract()
  const found = operations.find((one) => one.name === name)
  if (found) return found
  throw unknown('operation', name, operations, 'eclusa call lists them all')
}

export function unknown(what: string, name: string, among: { name: string }[], hint: string): Misunderstood {
  const near = nearest(
    name,
    among.map((one) => one.name),
  )
  const guess = near.length > 0 ? ` Did you mean ${near.join(', ')}?` : ''
  return new Misunderstood(`there is no ${what} ${name}.${guess} (${hint})`)
}
