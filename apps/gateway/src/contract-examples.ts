import { readdirSync, readFileSync } from 'node:fs'
import { gateFaults } from './http/faults.ts'
import type { Route } from './http/route.ts'
import { type FaultKind, renderProblem } from './platform/errors/fault.ts'
import type { Language } from './platform/language.ts'
import { shownProblems } from './problem-examples.ts'

/** A recorded test response, with values that differ between runs normalised: `tools/testing/record-example.ts`. */
export interface ShownAnswer {
  etag?: string
  body: unknown
}

interface ContractExamplesResponse {
  headers?: Record<string, object>
  content?: Record<string, { example?: unknown; examples?: Record<string, object> }>
}
interface ExampleOperation {
  operationId: string
  responses: Record<string, ContractExamplesResponse>
}
export interface ExampleTarget {
  paths: Record<string, Record<string, ExampleOperation>>
  components: Record<string, object>
}

const REQUEST_ID = '01981f3a-7c1e-7b52-9d0a-5f3c2b1a0e4f'
const text = (description: string) => ({ description, schema: { type: 'string' } })

/** Descriptions of the response headers. */
const headers = {
  'x-request-id': { ...text('The id of this request, as in its line of /v1/requests.'), required: true },
  'content-language': { ...text('The language of the texts in this response.'), required: true },
  etag: text('The version of the record: send it as If-Match to change this version and no later one.'),
  link: text(
    'rel="next": the next page of a list, absent on the last one. rel="deprecation": the guide for the migration from API keys.',
  ),
  deprecation: text('The moment from which API keys are deprecated, in responses to a key: RFC 9745.'),
  sunset: text(
    'The moment from which API keys are rejected, in responses to a key, where the operator has set it: RFC 8594.',
  ),
  'retry-after': { description: 'Seconds to wait before the next try.', schema: { type: 'integer' } },
}
const always = ['x-request-id', 'content-language', 'deprecation', 'sunset', 'link'] as const

const refer = (kind: string, name: string) => ({ $ref: `#/components/${kind}/${name}` })
const referHeaders = (names: (keyof typeof headers)[]) =>
  Object.fromEntries(names.map((name) => [name, refer('headers', name)]))

/** Statuses whose responses may have Retry-After: a repeat, a rate limit, and temporary failures. */
const passing = new Set(['409', '429', '503'])

/**
 * Adds to each response its headers, a recorded example, and an example of each error. Errors that the pipeline can
 * return for any operation are described once and referenced.
 */
export function withAnswers<Described extends object>(described: Described, routes: Route[]): Described {
  const document = described as unknown as ExampleTarget
  const shown = readShownAnswers()
  const common: Record<string, ContractExamplesResponse> = {}
  const named = new Map(routes.map((route) => [route.name, route]))

  const refusal = (status: string, said: ContractExamplesResponse, route: Route) => {
    const of = ({ errors }: { errors: FaultKind[] }) => errors.filter((kind) => String(kind.status) === status)
    const examples = [...of({ errors: gateFaults }), ...of(route)].map(({ code }) => [code, refer('examples', code)])
    const complete = {
      ...said,
      headers: referHeaders([...always, ...(passing.has(status) ? (['retry-after'] as const) : [])]),
      content: Object.fromEntries(
        Object.entries(said.content!).map(([type, content]) => [
          type,
          { ...content, examples: Object.fromEntries(examples) as Record<string, object> },
        ]),
      ),
    }
    if (of(route).length > 0) return complete
    common[`Refused${status}`] = complete
    return refer('responses', `Refused${status}`)
  }
  const success = (said: ContractExamplesResponse, { etag, body }: ShownAnswer) => ({
    ...said,
    headers: referHeaders([...always, ...(etag ? (['etag'] as const) : [])]),
    content: Object.fromEntries(Object.entries(said.content!).map(([type, one]) => [type, { ...one, example: body }])),
  })
  const answered = ({ operationId, responses, ...operation }: ExampleOperation) => ({
    operationId,
    ...operation,
    responses: Object.fromEntries(
      Object.entries(responses).map(([status, said]) => [
        status,
        Number(status) < 400 && shown[operationId]
          ? success(said, shown[operationId])
          : Number(status) < 400
            ? said
            : refusal(status, said, named.get(operationId)!),
      ]),
    ),
  })
  const paths = Object.fromEntries(
    Object.entries(document.paths).map(([path, methods]) => [
      path,
      Object.fromEntries(Object.entries(methods).map(([method, operation]) => [method, answered(operation)])),
    ]),
  )
  const components = { ...document.components, headers, responses: common, examples: problemExamples(routes, 'en-US') }
  return { ...document, paths, components } as unknown as Described
}

/** One example of each error, rendered as for a caller. */
export function problemExamples(routes: Route[], language: Language): Record<string, { value: object }> {
  const kinds = [...gateFaults, ...routes.flatMap(({ errors }) => errors)]
  return Object.fromEntries(kinds.map((kind) => [kind.code, { value: problemExample(kind, language) }]))
}

export function problemExample(kind: FaultKind, language: Language) {
  return renderProblem(kind(shownProblems[kind.code]), language, REQUEST_ID, 'https://gateway.example/docs')
}

/** Recorded responses by operation. There is one file per area, generated by `npm run answers`. */
export function readShownAnswers(): Record<string, ShownAnswer> {
  const folder = new URL('../../../openapi/examples/', import.meta.url)
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'))
  const read = (name: string) => JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as Record<string, ShownAnswer>
  return Object.assign({}, ...files.map(read)) as Record<string, ShownAnswer>
}
