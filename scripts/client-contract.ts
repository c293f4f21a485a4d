import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { answerOf, bodyOf, type Named, operationsOf, parametersIn, readAgain } from './contract-operations.ts'
import { type Contract, member, type Operation, said, typeOf } from './typed-contract.ts'

/**
 * Writes what the client knows of the contract: its types, and the table by which an operation is called by its name.
 * Nothing of it is kept: it is made anew from the contract whenever it is checked, tested or packed.
 */
const root = new URL('../', import.meta.url)
const read = (path: string) => JSON.parse(readFileSync(new URL(path, root), 'utf8')) as unknown
const contract = read('openapi/openapi.json') as Contract
const { version } = read('clients/typescript/package.json') as { version: string }

const operations = operationsOf(contract)
const isForm = (operation: Operation) => bodyOf(operation)?.[0] === 'multipart/form-data'

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
  const again = readAgain(contract, operation)
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
      ...(readAgain(contract, one) && { reads: readAgain(contract, one)!.operationId }),
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
