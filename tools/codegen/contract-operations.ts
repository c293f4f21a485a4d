import {
  nameOf,
  type TypedContract,
  type TypedContractOperation,
  type TypedContractParameter,
  type TypedContractSchema,
} from './typed-contract.ts'

/** An operation of the contract, with its path and method. */
export interface NamedOperation extends TypedContractOperation {
  method: string
  path: string
}

export const operationsOf = ({ paths }: TypedContract): NamedOperation[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, method: method.toUpperCase(), path })),
  )

export const bodyOf = ({ requestBody }: TypedContractOperation) => Object.entries(requestBody?.content ?? {})[0]

export const parametersIn = (
  place: TypedContractParameter['in'],
  { parameters = [] }: TypedContractOperation,
): TypedContractParameter[] => parameters.filter((one) => one.in === place)

export function answerOf({ responses }: TypedContractOperation): TypedContractSchema {
  const [, success] = Object.entries(responses).find(([status]) => status.startsWith('2'))!
  return Object.values(success.content ?? {})[0]!.schema
}

/**
 * The operation that reads the record a write changes: one with the same reply, complete or without members returned only
 * once, by ids known by then. The last of its own ids is the returned one.
 */
export function readAgain(contract: TypedContract, write: NamedOperation): NamedOperation | undefined {
  if (write.method === 'GET') return undefined
  const given = new Set(parametersIn('path', write).map(({ name }) => name))
  const isReachable = (read: NamedOperation) => {
    const ids = parametersIn('path', read).map(({ name }) => name)
    return ids.length > 0 && ids.slice(0, -1).every((id) => given.has(id))
  }
  const reads = operationsOf(contract).filter((one) => one.method === 'GET' && isReachable(one))
  const isNear = ({ path }: NamedOperation) => write.path.startsWith(path.replace(/\/\{\w+\}$/, ''))
  const [answer, recordOf] = [answerOf(write), createRecords(contract)]
  return (
    reads.find((one) => answer.$ref !== undefined && answerOf(one).$ref === answer.$ref) ??
    reads.find((one) => isNear(one) && areViews(recordOf(answerOf(one)), recordOf(answer)))
  )
}

/** Every required member of one exists in the other: they are two views of one record. */
function areViews(one: TypedContractSchema, other: TypedContractSchema): boolean {
  if (!one.properties?.['id'] || !other.properties?.['id']) return false
  return knows(one, other.required) || knows(other, one.required)
}

const knows = ({ properties }: TypedContractSchema, required: string[] = []) =>
  required.every((name) => properties?.[name])

const createRecords =
  ({ components }: TypedContract) =>
  (schema: TypedContractSchema): TypedContractSchema =>
    schema.$ref ? components.schemas[nameOf(schema.$ref)]! : schema
