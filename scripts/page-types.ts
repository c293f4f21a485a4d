import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { isOpen } from './typed-contract.ts'

/**
 * Writes the types of each contract for the pages that call it, as openapi-fetch reads them. The usual generator stands on
 * the compiler's own library, which TypeScript no longer has since it is native; and what our contracts are made of is
 * little. An open enumeration is any string: what a later version adds is one too.
 */
interface Schema {
  $ref?: string
  type?: string
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  description?: string
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: Schema | boolean
  items?: Schema
}
interface Parameter {
  in: 'query' | 'path' | 'header'
  name: string
  required?: boolean
  schema: Schema
}
type Content = Record<string, { schema: Schema }>
interface Response {
  $ref?: string
  content?: Content
}
interface Operation {
  summary: string
  parameters?: Parameter[]
  requestBody?: { content: Content }
  responses: Record<string, Response>
}
interface Contract {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema>; responses?: Record<string, Response> }
}

const root = new URL('../', import.meta.url)

const said = (text: string | undefined) => (text ? `/** ${text.replaceAll('*/', '* /')} */\n` : '')
const union = (values: unknown[]) => values.map((value) => JSON.stringify(value)).join(' | ')

function typeOf(schema: Schema): string {
  if (schema.$ref) return `schemas[${JSON.stringify(schema.$ref.split('/').at(-1))}]`
  if (schema.enum) return union(schema.enum)
  if (schema.const !== undefined) return union([schema.const])
  if (isOpen(schema)) return 'string'
  if (schema.anyOf) return schema.anyOf.map(typeOf).join(' | ')
  if (schema.type === 'array') return `(${typeOf(schema.items ?? {})})[]`
  if (schema.type === 'object') return objectOf(schema)
  if (schema.type === 'integer' || schema.type === 'number') return 'number'
  return ['string', 'boolean', 'null'].includes(schema.type ?? '') ? schema.type! : 'unknown'
}

function objectOf({ properties = {}, required = [], additionalProperties }: Schema): string {
  const members = Object.entries(properties).map(
    ([name, schema]) => `${said(schema.description)}${key(name, required.includes(name))} ${typeOf(schema)}`,
  )
  const more = typeof additionalProperties === 'object' ? typeOf(additionalProperties) : 'unknown'
  if (additionalProperties) members.push(`[name: string]: ${more}`)
  return `{\n${members.join('\n')}\n}`
}

const key = (name: string, isRequired: boolean) => `${JSON.stringify(name)}${isRequired ? '' : '?'}:`

const contentOf = (content: Content = {}) =>
  `{ ${Object.entries(content)
    .map(([media, { schema }]) => `${JSON.stringify(media)}: ${typeOf(schema)}`)
    .join('; ')} }`

function operationOf(
  { summary, parameters = [], requestBody, responses }: Operation,
  { components }: Contract,
): string {
  const given = (['query', 'path'] as const).map((place) => {
    const here = parameters.filter((one) => one.in === place)
    if (here.length === 0) return `${place}?: never`
    const members = here.map(({ name, required = false, schema }) => `${key(name, required)} ${typeOf(schema)}`)
    return `${key(
      place,
      here.some(({ required }) => required),
    )} { ${members.join('; ')} }`
  })
  // What any operation may answer is said once in the contract.
  const opened = ({ $ref, content }: Response) =>
    $ref ? components.responses![$ref.split('/').at(-1)!]!.content : content
  const answers = Object.entries(responses).map(
    ([status, said]) => `${status}: { headers: Record<string, unknown>; content: ${contentOf(opened(said))} }`,
  )
  return `${said(summary)}{
    parameters: { ${given.join('; ')} }
    ${requestBody ? `requestBody: { content: ${contentOf(requestBody.content)} }` : 'requestBody?: never'}
    responses: { ${answers.join('; ')} }
  }`
}

function write(contractFile: string, typesFile: string, more: (contract: Contract) => string = () => ''): void {
  const contract = JSON.parse(readFileSync(new URL(contractFile, root), 'utf8')) as Contract
  const paths = Object.entries(contract.paths).map(
    ([path, methods]) =>
      `${JSON.stringify(path)}: { ${Object.entries(methods)
        .map(([method, operation]) => `${method}: ${operationOf(operation, contract)}`)
        .join('; ')} }`,
  )
  const schemas = Object.entries(contract.components.schemas).map(
    ([name, schema]) => `${said(schema.description)}${JSON.stringify(name)}: ${typeOf(schema)}`,
  )
  const file = new URL(typesFile, root)
  mkdirSync(new URL('.', file), { recursive: true })
  writeFileSync(
    file,
    `// Written by scripts/page-types.ts from ${contractFile}.
export interface paths {\n${paths.join('\n')}\n}
export interface schemas {\n${schemas.join('\n')}\n}
${more(contract)}`,
  )
}

/** Which events an endpoint can choose: as values, since somebody has to be shown them. */
function eventTypes({ components }: Contract): string {
  const chosen = components.schemas['EndpointCreate']!.properties!['event_types']!.anyOf![0]!.items!.enum!
  return `export const eventTypes = ${JSON.stringify(chosen, undefined, 2)} as const\n`
}

write('openapi/desk.json', 'desk/contract/types.ts')
write('openapi/openapi.json', 'room/contract/types.ts', eventTypes)
