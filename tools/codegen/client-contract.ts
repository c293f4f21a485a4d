import { answerOf, bodyOf, type NamedOperation, operationsOf, parametersIn, readAgain } from './contract-operations.ts'
import {
  comment,
  member,
  objectType,
  schemaTypes,
  type TypedContract,
  type TypedContractOperation,
  typeOf,
} from './typed-contract.ts'

/** The types of the client: of each operation what is sent and what is returned, of each event its data. */
export function clientTypes(contract: TypedContract): string {
  const operations = operationsOf(contract).map(
    (one) =>
      `${comment(one.summary)}${one.operationId}: { asked: ${askedOf(one)}; answer: ${answersOf(contract, one)} }`,
  )
  const events = Object.entries(contract.webhooks!).map(([type, { post }]) =>
    member(type, typeOf(bodyOf(post)![1].schema), true, post.summary),
  )
  return `export interface operations ${objectType(operations)}
export interface events ${objectType(events)}
${schemaTypes(contract)}`
}

function askedOf(operation: NamedOperation): string {
  const given = (['path', 'query'] as const).flatMap((place) => {
    const here = parametersIn(place, operation)
    if (here.length === 0) return []
    const members = here.map(({ name, schema, required = false, description }) =>
      member(name, typeOf(schema), required, description),
    )
    const needed = here.some(({ required }) => required)
    return [member(place === 'path' ? 'params' : 'query', objectType(members), needed)]
  })
  const body = bodyOf(operation)
  if (body) given.push(member('body', typeOf(body[1].schema), true))
  if (parametersIn('header', operation).some(({ name }) => name === 'if-match'))
    given.push(member('ifMatch', 'string', false, 'The `etag` the record must still have.'))
  return objectType(given)
}

/** After a lost answer the client reads the record again, and that reply may have fewer members. */
function answersOf(contract: TypedContract, operation: NamedOperation): string {
  const again = readAgain(contract, operation)
  const types = [operation, ...(again ? [again] : [])].map((one) => typeOf(answerOf(one)))
  return [...new Set(types)].join(' | ')
}

/** The table by which the client calls an operation by its name. */
export function clientOperations(contract: TypedContract, version: string): string {
  const table = operationsOf(contract).map((one) => {
    const again = readAgain(contract, one)
    const { method, path } = one
    return [
      one.operationId,
      { method, path, ...(isForm(one) && { form: true }), ...(again && { reads: again.operationId }) },
    ] as const
  })
  return `export const VERSION = ${JSON.stringify(version)}
export const operations = ${JSON.stringify(Object.fromEntries(table), null, 2)} as const
`
}

const isForm = (operation: TypedContractOperation) => bodyOf(operation)?.[0] === 'multipart/form-data'
