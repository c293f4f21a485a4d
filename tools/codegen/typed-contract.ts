/**
 * The one writer of TypeScript types from an OpenAPI document, for the pages and for the client. openapi-typescript needs the
 * JavaScript library of the compiler, which the native TypeScript no longer has. A schema that this file does not understand is
 * an error, so that no type allows more than the contract does.
 */
export interface TypedContractSchema {
  $ref?: string
  type?: string
  format?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: TypedContractSchema[]
  title?: string
  description?: string
  properties?: Record<string, TypedContractSchema>
  required?: string[]
  additionalProperties?: TypedContractSchema | boolean
  items?: TypedContractSchema
}
export interface TypedContractParameter {
  in: 'query' | 'path' | 'header'
  name: string
  required?: boolean
  schema: TypedContractSchema
  description?: string
}
export type TypedContractContent = Record<string, { schema: TypedContractSchema }>
export interface TypedContractResponse {
  $ref?: string
  content?: TypedContractContent
}
export interface TypedContractOperation {
  operationId: string
  summary: string
  parameters?: TypedContractParameter[]
  requestBody?: { content: TypedContractContent }
  responses: Record<string, TypedContractResponse>
}
export interface TypedContract {
  paths: Record<string, Record<string, TypedContractOperation>>
  webhooks?: Record<string, { post: TypedContractOperation }>
  components: { schemas: Record<string, TypedContractSchema>; responses?: Record<string, TypedContractResponse> }
}

const literals = (values: unknown[]) => values.map((value) => JSON.stringify(value)).join(' | ')

export function typeOf(schema: TypedContractSchema): string {
  if (schema.$ref) return `schemas[${JSON.stringify(nameOf(schema.$ref))}]`
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return literals(schema.enum)
  if (isOpen(schema)) return `${literals(schema.anyOf![0]!.enum!)} | (string & {})`
  if (schema.anyOf) return schema.anyOf.map((one) => `(${typeOf(one)})`).join(' | ')
  switch (schema.type) {
    case 'array':
      return `(${typeOf(schema.items ?? {})})[]`
    case 'object':
      return objectOf(schema)
    case 'integer':
    case 'number':
      return 'number'
    case 'string':
      return schema.format === 'binary' ? 'Blob' : 'string'
    case 'boolean':
    case 'null':
      return schema.type
    default:
      if (isAnything(schema)) return 'unknown'
      throw new Error(`no type is known for ${JSON.stringify(schema)}`)
  }
}

/** A schema without any rule accepts every value. */
const isAnything = ({ title: _title, description: _description, ...rules }: TypedContractSchema) =>
  Object.keys(rules).length === 0

/** These values, or any string: an editor completes them, and a value that a later version adds still compiles. */
export function isOpen({ anyOf: [known, any, ...more] = [] }: TypedContractSchema): boolean {
  return known?.enum !== undefined && any?.type === 'string' && Object.keys(any).length === 1 && more.length === 0
}

export const nameOf = (ref: string): string => ref.split('/').at(-1)!

/** A member of an object type, with its description as a comment. */
export function member(name: string, type: string, required: boolean, description?: string): string {
  return `${comment(description)}${JSON.stringify(name)}${required ? '' : '?'}: ${type}`
}

export const comment = (text: string | undefined): string => (text ? `/** ${text.replaceAll('*/', '* /')} */\n` : '')

export const objectType = (members: string[]): string => `{\n${members.join('\n')}\n}`

function objectOf({ properties = {}, required = [], additionalProperties }: TypedContractSchema): string {
  const members = Object.entries(properties).map(([name, schema]) =>
    member(name, typeOf(schema), required.includes(name), schema.description),
  )
  const more = typeof additionalProperties === 'object' ? typeOf(additionalProperties) : 'unknown'
  if (additionalProperties) members.push(`[name: string]: ${more}`)
  return objectType(members)
}

/** The named schemas of a contract, to which `typeOf` refers. */
export function schemaTypes({ components }: TypedContract): string {
  const members = Object.entries(components.schemas).map(([name, schema]) =>
    member(name, typeOf(schema), true, schema.description),
  )
  return `export interface schemas ${objectType(members)}\n`
}
