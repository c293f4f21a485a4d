/**
 * Exports the contract as a collection of requests in the Postman 2.1 format, which Postman, Bruno, Insomnia and
 * Hoppscotch can import. Every operation is in the folder of its tag, with the contract's examples as request body and
 * responses.
 */
interface MediaContent {
  schema?: CollectionSchema
  example?: unknown
  examples?: Record<string, { value?: unknown }>
}
interface CollectionSchema {
  properties?: Record<string, { format?: string; enum?: string[]; description?: string }>
  required?: string[]
}
interface CollectionParameter {
  in: string
  name: string
  description?: string
}
interface CollectionOperation {
  operationId: string
  summary: string
  description?: string
  tags: string[]
  parameters?: CollectionParameter[]
  requestBody?: { content: Record<string, MediaContent> }
  responses: Record<string, { description?: string; content?: Record<string, MediaContent> }>
}
export interface CollectionContract {
  info: { title: string; description: string }
  paths: Record<string, Record<string, CollectionOperation>>
}

const variables = [
  { key: 'base_url', value: 'http://127.0.0.1:8080', description: 'The gateway; the sandbox prints its own.' },
  { key: 'token', value: '', description: 'A platform token; the sandbox prints one.' },
]

export function collectionOf({ info, paths }: CollectionContract) {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  )
  const folders = Map.groupBy(operations, ({ operation }) => operation.tags[0]!)
  return {
    info: {
      name: info.title,
      description: info.description,
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{token}}', type: 'string' }] },
    variable: variables,
    item: [...folders].map(([name, items]) => ({ name, item: items.map(itemOf) })),
  }
}

function itemOf({ path, method, operation }: { path: string; method: string; operation: CollectionOperation }) {
  return {
    name: operation.operationId,
    request: {
      method,
      description: operation.description ?? operation.summary,
      header: headersOf(operation),
      url: urlOf(path, operation.parameters ?? []),
      ...bodyOf(operation),
    },
    response: answersOf(operation),
  }
}

/** The tool generates a new nonce for each request. The headers that choose a scope are present and disabled. */
function headersOf({ parameters = [], requestBody }: CollectionOperation) {
  const json = requestBody && 'application/json' in requestBody.content
  return [
    { key: 'nonce', value: '{{$guid}}' },
    ...(json ? [{ key: 'content-type', value: 'application/json' }] : []),
    ...parameters
      .filter(({ in: where, name }) => where === 'header' && name !== 'nonce')
      .map(({ name }) => ({ key: name, value: '', disabled: true })),
  ]
}

function urlOf(path: string, parameters: CollectionParameter[]) {
  const segments = path.slice(1).replaceAll(/\{(\w+)\}/g, ':$1')
  const of = (where: string) => parameters.filter((parameter) => parameter.in === where)
  return {
    raw: `{{base_url}}/${segments}`,
    host: ['{{base_url}}'],
    path: segments.split('/'),
    query: of('query').map(({ name, description }) => ({ key: name, value: '', description, disabled: true })),
    variable: of('path').map(({ name }) => ({ key: name, value: `{{${name}}}` })),
  }
}

function bodyOf({ requestBody }: CollectionOperation) {
  if (!requestBody) return {}
  const { 'application/json': json, 'multipart/form-data': form } = requestBody.content
  if (json) return { body: { mode: 'raw', raw: written(exampleOf(json)), options: { raw: { language: 'json' } } } }
  const { properties = {}, required = [] } = form!.schema!
  const parts = Object.entries(properties).map(([key, { format, enum: values, description }]) => ({
    key,
    ...(format === 'binary'
      ? { type: 'file', src: null }
      : { type: 'text', value: format === 'date-time' ? '{{$isoTimestamp}}' : (values?.[0] ?? key) }),
    description,
    disabled: !required.includes(key),
  }))
  return { body: { mode: 'formdata', formdata: parts } }
}

function answersOf({ responses }: CollectionOperation) {
  return Object.entries(responses)
    .filter(([status]) => status.startsWith('2'))
    .flatMap(([status, { content = {} }]) =>
      Object.entries(content)
        .filter(([, one]) => exampleOf(one) !== undefined)
        .map(([type, one]) => ({
          name: status,
          code: Number(status),
          header: [{ key: 'content-type', value: type }],
          body: written(exampleOf(one)),
        })),
    )
}

const exampleOf = ({ example, examples }: MediaContent) => example ?? Object.values(examples ?? {})[0]?.value
const written = (example: unknown) => (example === undefined ? '' : JSON.stringify(example, null, 2))
