import type { FastifySchema } from 'fastify'
import Type, { type TObject, type TSchema } from 'typebox'
import type { FaultKind } from '../base/errors/fault.ts'
import { gateFaults, preconditionFailed } from './faults.ts'
import { CommonHeaders } from './headers.ts'
import type { Route } from './route.ts'

const BrokenRule = Type.Object(
  {
    pointer: Type.String({ description: 'Where in the request, as a JSON pointer.' }),
    code: Type.String({ description: 'Which rule, stable.' }),
    detail: Type.String({ description: 'What to do about it, in the language asked for.' }),
  },
  { title: 'BrokenRule' },
)

export const Problem = Type.Object(
  {
    type: Type.String({ format: 'uri-reference', description: 'The page of this error.' }),
    title: Type.String(),
    status: Type.Integer(),
    detail: Type.String({ description: 'What to do next, in the language asked for.' }),
    instance: Type.String({ description: 'This occurrence.' }),
    code: Type.String({ description: 'Stable, never translated. Branch on this.' }),
    request_id: Type.String(),
    errors: Type.Optional(Type.Array(BrokenRule, { description: 'Every broken rule at once.' })),
  },
  { title: 'Problem', additionalProperties: true, description: 'An error, as RFC 9457 has it.' },
)

const HeadersWithIfMatch = Type.Object({
  ...CommonHeaders.properties,
  'if-match': Type.Optional(
    Type.String({ description: 'The ETag the record is expected to have; 412 when it has another.' }),
  ),
})

const REPEATABLE =
  'Repeated on purpose: without x-include-replay-protection-schema the nonce is compared too, so that a new nonce is a new request.'

/** One of them and not one for each operation: what is compiled out of a schema is known again by it. */
const NoQuery = Type.Object({}, { additionalProperties: false })

/** The schema the framework checks requests against and the contract is made from: one source for both. */
export function describeOperation(route: Route): FastifySchema {
  const takesIfMatch = route.errors.some(({ code }) => code === preconditionFailed.code)
  return {
    ...describe(route, gateFaults),
    ...(route.repeatable && { description: REPEATABLE }),
    headers: takesIfMatch ? HeadersWithIfMatch : CommonHeaders,
  }
}

type Described = Pick<Route, 'name' | 'summary' | 'path' | 'reply' | 'errors'> &
  Partial<Pick<Route, 'params' | 'query' | 'body' | 'example' | 'multipart'>> & {
    description?: string
    /** Of an answer that is no JSON. */
    type?: string
  }

/** What is said of an operation of whichever gate: `faults` are what that gate may refuse on any of them. */
export function describe(route: Described, faults: FaultKind[]): FastifySchema {
  return {
    operationId: route.name,
    summary: route.summary,
    ...(route.description && { description: route.description }),
    tags: [areaOf(route.path)],
    ...(route.params && { params: route.params }),
    querystring: route.query ?? NoQuery,
    ...bodyOf(route),
    response: { ...successes(route), ...refusals([...faults, ...route.errors]) },
  }
}

/**
 * What of it the framework has to know. A refusal is written as it was rendered, so a writer for each status of each
 * operation would be made at every start and asked by nobody.
 */
export function servedPart({ response, ...schema }: FastifySchema): FastifySchema {
  const successes = Object.entries(response as object).filter(([status]) => Number(status) < 400)
  return { ...schema, response: Object.fromEntries(successes) }
}

function bodyOf({ body, example, multipart }: Described): Pick<FastifySchema, 'body'> {
  if (!multipart) return body ? { body: { ...body, examples: [example] } } : {}
  const files = Object.entries(multipart.files).map(([name, { required, description }]) => {
    const file = Type.String({ format: 'binary', description })
    return [name, required ? file : Type.Optional(file)] as const
  })
  const fields = (body as TObject | undefined)?.properties ?? {}
  return { consumes: ['multipart/form-data'], body: Type.Object({ ...fields, ...Object.fromEntries(files) }) } as object
}

function successes(route: Described): Record<string, TSchema> {
  const { type } = route
  return Object.fromEntries(
    Object.entries(route.reply).map(([status, schema]) => [
      status,
      type ? { description: 'Done.', content: { [type]: { schema } } } : { description: 'Done.', ...schema },
    ]),
  )
}

function refusals(faults: FaultKind[]): Record<string, unknown> {
  const codesByStatus = Map.groupBy(faults, ({ status }) => status)
  return Object.fromEntries(
    [...codesByStatus].map(([status, kinds]) => [
      status,
      {
        description: kinds.map(({ code }) => `\`${code}\``).join(', '),
        content: { 'application/problem+json': { schema: Problem } },
      },
    ]),
  )
}

/** What follows the version, `crossborder` of /v1/crossborder/…, or `sandbox`, which has none: only a test installation has it. */
function areaOf(path: string): string {
  return /\/v\d+\/([^/]+)/.exec(path)?.[1] ?? /^\/(sandbox)\//.exec(path)?.[1] ?? 'gateway'
}
