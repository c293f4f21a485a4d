/**
 * A contract as types, in the text of TypeScript. The usual generator stands on the compiler's own library, which TypeScript
 * no longer has since it is native; and what our contracts are made of is little. What this does not know it refuses, so
 * that no type says less than the contract without anybody having seen it.
 */
export interface Schema {
  $ref?: string
  type?: string
  format?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  description?: string
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: Schema | boolean
  items?: Schema
}
export interface Parameter {
  in: 'query' | 'path' | 'header'
  name: string
  required?: boolean
  schema: Schema
  description?: string
}
export type Content = Record<string, { schema: Schema }>
export interface Operation {
  operationId: string
  summary: string
  parameters?: Parameter[]
  requestBody?: { content: Content }
  responses: Record<string, { content?: Content }>
}
export interface Contract {
  paths: Record<string, Record<string, Operation>>
  webhooks: Record<string, { post: Operation }>
  components: { schemas: Record<string, Schema> }
}

const literals = (values: unknown[]) => values.map((value) => JSON.stringify(value)).join(' | ')

export function typeOf(schema: Schema): string {
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
      throw new Error(`no type is known for ${JSON.stringify(schema)}`)
  }
}

/** These, or any string: completed by an editor, and still no surprise when a later version adds one. */
export function isOpen({ anyOf: [known, any, ...more] = [] }: Schema): boolean {
  return known?.enum !== undefined && any?.type === 'string' && Object.keys(any).length === 1 && more.length === 0
}

export const nameOf = (ref: string): string => ref.split('/').at(-1)!

/** A member of a type, with what is said about it. */
export function member(name: string, type: string, required: boolean, description?: string): string {
  return `${said(description)}${JSON.stringify(name)}${required ? '' : '?'}: ${type}`
}

export const said = (text: string | undefined): string => (text ? `/** ${text.replaceAll('*/', '* /')} */\n` : '')

function objectOf({ properties = {}, required = [], additionalProperties }: Schema): string {
  const members = Object.entries(properties).map(([name, schema]) =>
    member(name, typeOf(schema), required.includes(name), schema.description),
  )
  const more = typeof additionalProperties === 'object' ? typeOf(additionalProperties) : 'unknown'
  if (additionalProperties) members.push(`[name: string]: ${more}`)
  return `{\n${members.join('\n')}\n}`
}
