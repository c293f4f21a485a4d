import { parametersIn } from './contract-operations.ts'
import {
  comment,
  isOpen,
  member,
  nameOf,
  objectType,
  schemaTypes,
  type TypedContract,
  type TypedContractContent,
  type TypedContractOperation,
  type TypedContractResponse,
  type TypedContractSchema,
  typeOf,
} from './typed-contract.ts'

/** The types by which a page calls its contract, in the form that openapi-fetch reads. */
export function pageTypes(document: TypedContract): string {
  const contract = withPlainStrings(document)
  const paths = Object.entries(contract.paths).map(([path, methods]) => {
    const operations = Object.entries(methods).map(
      ([method, operation]) => `${comment(operation.summary)}${method}: ${operationType(operation, contract)}`,
    )
    return member(path, objectType(operations), true)
  })
  return `export interface paths ${objectType(paths)}\n${schemaTypes(contract)}`
}

/** openapi-fetch maps `string & {}` to an object type, so an open enumeration is a plain string to a page. */
const withPlainStrings = (contract: TypedContract) => JSON.parse(JSON.stringify(contract), plain) as TypedContract

const plain = (_: string, value: TypedContractSchema | null) =>
  value !== null && isOpen(value) ? { description: value.description, type: 'string' } : value

function operationType(operation: TypedContractOperation, { components }: TypedContract): string {
  const { requestBody, responses } = operation
  const given = (['query', 'path'] as const).map((place) => {
    const here = parametersIn(place, operation)
    if (here.length === 0) return `${place}?: never`
    const members = here.map(({ name, required = false, schema }) => member(name, typeOf(schema), required))
    const needed = here.some(({ required }) => required)
    return member(place, objectType(members), needed)
  })
  // A response that any operation may return is in the contract once.
  const resolved = ({ $ref, content }: TypedContractResponse) =>
    $ref ? components.responses![nameOf($ref)]!.content : content
  const answers = Object.entries(responses).map(
    ([status, response]) =>
      `${status}: { headers: Record<string, unknown>; content: ${contentType(resolved(response))} }`,
  )
  return objectType([
    `parameters: ${objectType(given)}`,
    requestBody ? `requestBody: { content: ${contentType(requestBody.content)} }` : 'requestBody?: never',
    `responses: ${objectType(answers)}`,
  ])
}

const contentType = (content: TypedContractContent = {}) =>
  objectType(Object.entries(content).map(([media, { schema }]) => member(media, typeOf(schema), true)))

/** The event types that an endpoint can choose, as values: a page lists them. */
export function eventTypes({ components }: TypedContract): string {
  const chosen = components.schemas['EndpointCreate']!.properties!['event_types']!.anyOf![0]!.items!.enum!
  return `export const eventTypes = ${JSON.stringify(chosen, undefined, 2)} as const\n`
}
