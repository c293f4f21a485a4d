import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import {
  type Contract,
  member,
  nameOf,
  type Operation,
  type Parameter,
  type Schema,
  said,
  typeOf,
} from './typed-contract.ts'

/**
 * Writes what the client knows of the contract: its types, and the table by which an operation is called by its name.
 * Nothing of it is kept: it is made anew from the contract whenever it is checked, tested or packed.
 */
const root = new URL('../', import.meta.url)
const read = (path: string) => JSON.parse(readFileSync(new URL(path, root), 'utf8')) as unknown
const contract = read('openapi/openapi.json') as Contract
const { version } = read('clients/typescript/package.json') as { version: string }

interface Named extends Operation {
  method: string
  path: string
}
const operations: Named[] = Object.entries(contract.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ ...operation, method: method.toUpperCase(), path })),
)

const bodyOf = ({ requestBody }: Operation) => Object.entries(requestBody?.content ?? {})[0]
const isForm = (operation: Operation) => bodyOf(operation)?.[0] === 'multipart/form-data'
const parametersIn = (place: Parameter['in'], { parameters = [] }: Operation) =>
  parameters.filter((one) => one.in === place)

function answerOf({ responses }: Operation): Schema {
  const [, success] = Object.entries(responses).find(([status]) => status.startsWith('2'))!
  return Object.values(success.content ?? {})[0]!.schema
}

/**
 * Where the record that a write leaves is read: an operation that answers the same record, whole or without what is told
 * only once, by ids that are known by then. Of its own ids the last is the one that was answered.
 */
function readAgain(write: Named): Named | undefined {
  if (write.method === 'GET') return undefined
  const given = new Set(parametersIn('path', write).map(({ name }) => name))
  const isReachable = (read: Named) => {
    const ids = parametersIn('path', read).map(({ name }) => name)
    return ids.length > 0 && ids.slice(0, -1).every((id) => given.has(id))
  }
  const reads = operations.filter((one) => one.method === 'GET' && isReachable(one))
  return reads.find((one) => isSame(one, write)) ?? reads.find((one) => isOf(one, write) && isNear(one, write))
}

const isSame = (read: Named, write: Named) =>
  answerOf(write).$ref !== undefined && answerOf(read).$ref === answerOf(write).$ref

const isNear = (read: Named, write: Named) => write.path.startsWith(read.path.replace(/\/\{\w+\}$/, ''))

/** Every member that one is sure to have, the other knows: they are two views of one record. */
function isOf(read: Named, write: Named): boolean {
  const [one, other] = [recordOf(answerOf(read)), recordOf(answerOf(write))]
  if (!one.properties?.['id'] || !other.properties?.['id']) return false
  return knows(one, other.required) || knows(other, one.required)
}

const knows = ({ properties }: Schema, required: string[] = []) => required.every((name) => properties?.[name])

const recordOf = (schema: Schema): Schema =>
  schema.$ref ? contract.components.schemas[nameOf(schema.$ref)]! : schema.type === 'object' ? schema : {}

function askedOf(operation: Named): string {
  const given = (['path', 'query'] as const).flatMap((place) => {
    const here = parametersIn(place, operation)
    if (here.length === 0) return []
    const members = here.map(({ name, schema, required = false, description }) =>
      member(name, typeOf(schema), required, description),
    )
    const needed = here.some(({ required }) => required)
    return [member(place === 'path' ? 'params' : 'query', `{\n${members.join('\n')}\n}`, needed)]
  })
  const body = bodyOf(operation)
  if (body) given.push(member('body', typeOf(body[1].schema), true))
  if (parametersIn('header', operation).some(({ name }) => name === 'if-match'))
    given.push(member('ifMatch', 'string', false, 'The `etag` the record must still have.'))
  return `{\n${given.join('\n')}\n}`
}

/** What a write answers when its first answer was lost is what can be read, which may be less. */
function answersOf(operation: Named): string {
  const again = readAgain(operation)
  const types = [operation, ...(again ? [again] : [])].map((one) => typeOf(answerOf(one)))
  return [...new Set(types)].join(' | ')
}

const types = `export interface operations {
${operations
  .map((one) => `${said(one.summary)}${one.operationId}: { asked: ${askedOf(one)}; answer: ${answersOf(one)} }`)
  .join('\n')}
}
export interface events {
${Object.entries(contract.webhooks)
  .map(([type, { post }]) => `${said(post.summary)}${JSON.stringify(type)}: ${typeOf(bodyOf(post)![1].schema)}`)
  .join('\n')}
}
export interface schemas {
${Object.entries(contract.components.schemas)
  .map(([name, schema]) => member(name, typeOf(schema), true, schema.description))
  .join('\n')}
}
`
const table = Object.fromEntries(
  operations.map((one) => [
    one.operationId,
    {
      method: one.method,
      path: one.path,
      ...(isForm(one) && { form: true }),
      ...(readAgain(one) && { reads: readAgain(one)!.operationId }),
    },
  ]),
)

const made = new URL('clients/typescript/src/made/', root)
mkdirSync(made, { recursive: true })
writeFileSync(new URL('contract.ts', made), types)
writeFileSync(
  new URL('operations.ts', made),
  `export const VERSION = ${JSON.stringify(version)}\nexport const operations = ${JSON.stringify(table, null, 2)} as const\n`,
)
