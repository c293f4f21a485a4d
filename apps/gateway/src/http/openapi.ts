import type { FastifySchema } from 'fastify'
import Type, { type TObject, type TSchema } from 'typebox'
import type { FaultKind } from '../platform/errors/fault.ts'
import { both, prose, type Text } from '../platform/language.ts'
import { gateFaults, preconditionFailed } from './faults.ts'
import { CommonHeaders } from './headers.ts'
import { isWrite, type Route } from './route.ts'

const BrokenRule = Type.Object(
  {
    pointer: Type.String({ description: 'The place in the request, as a JSON pointer.' }),
    code: Type.String({ description: 'The broken rule; stable.' }),
    detail: Type.String({ description: 'What to do about it, in the requested language.' }),
  },
  { title: 'BrokenRule' },
)

export const Problem = Type.Object(
  {
    type: Type.String({ format: 'uri-reference', description: 'The page of this error.' }),
    title: Type.String(),
    status: Type.Integer(),
    detail: Type.String({ description: 'What to do next, in the requested language.' }),
    instance: Type.String({ description: 'This occurrence.' }),
    code: Type.String({ description: 'Stable, never translated. Branch on this.' }),
    request_id: Type.String(),
    errors: Type.Optional(Type.Array(BrokenRule, { description: 'Every broken rule, in one list.' })),
  },
  { title: 'Problem', additionalProperties: true, description: 'An error, as RFC 9457 has it.' },
)

const HeadersWithIfMatch = Type.Object({
  ...CommonHeaders.properties,
  'if-match': Type.Optional(
    Type.String({ description: 'The ETag the record is expected to have; 412 when it has another.' }),
  ),
})

/** The replay protection of an operation, derived from its declaration. */
const CLAIMED = prose(
  `A requisição é registrada na mesma transação: outra igual, dentro da janela, é recusada com \`REPLAY\`, que
  mostra o resultado da primeira.`,
  `The request is claimed in the same transaction: an equal one within the window is rejected with \`REPLAY\`,
  which shows the outcome of the first one.`,
)
const REPEATABLE = prose(
  `Repetida de propósito: sem x-include-replay-protection-schema o nonce também é comparado, de modo que um nonce novo é
  uma requisição nova; com o mesmo nonce a resposta é \`REPLAY\`.`,
  `Repeated on purpose: without x-include-replay-protection-schema the nonce is compared too, so that a new nonce is a new
  request; with the same nonce the answer is \`REPLAY\`.`,
)
const READ = prose(
  `Nada muda; a requisição só é registrada contra repetição quando x-include-replay-protection-schema é enviado.`,
  `Nothing changes; the request is claimed against repeats only when x-include-replay-protection-schema is sent.`,
)

/** One shared object and not one per operation, so that its compiled validator is found again by identity. */
const NoQuery = Type.Object({}, { additionalProperties: false })

/** The schema for validation and for the contract: one source for both. */
export function describeOperation(route: Route): FastifySchema {
  const takesIfMatch = route.errors.some(({ code }) => code === preconditionFailed.code)
  return {
    ...describe({ ...route, summary: route.summary['en-US'], description: descriptionOf(route)['en-US'] }, gateFaults),
    headers: takesIfMatch ? HeadersWithIfMatch : CommonHeaders,
  }
}

/** The description of an operation: its own text, then the texts it shares with others of its kind. */
export function descriptionOf(route: Pick<Route, 'description' | 'method' | 'repeatable'>): Text {
  const common = route.repeatable ? REPEATABLE : isWrite(route) ? CLAIMED : READ
  const said = (language: keyof Text) => `${route.description[language]}\n\n${common[language]}`
  return both(said('pt-BR'), said('en-US'))
}

type DocumentedRoute = Pick<Route, 'name' | 'path' | 'reply' | 'errors'> &
  Partial<Pick<Route, 'params' | 'query' | 'body' | 'example' | 'multipart'>> & {
    summary: string
    description?: string
    /** For a response that is not JSON. */
    type?: string
  }

/** The contract of an operation of any gate. `faults` are those that the gate can return for every operation. */
export function describe(route: DocumentedRoute, faults: FaultKind[]): FastifySchema {
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
 * The part of the contract that Fastify needs. Errors are sent as rendered text, so response serialisers for their statuses
 * would be compiled at every start and never used.
 */
export function servedPart({ response, ...schema }: FastifySchema): FastifySchema {
  const successes = Object.entries(response as object).filter(([status]) => Number(status) < 400)
  return { ...schema, response: Object.fromEntries(successes) }
}

function bodyOf({ body, example, multipart }: DocumentedRoute): Pick<FastifySchema, 'body'> {
  if (!multipart) return body ? { body: { ...body, examples: [example] } } : {}
  const files = Object.entries(multipart.files).map(([name, { required, description }]) => {
    const file = Type.String({ format: 'binary', description })
    return [name, required ? file : Type.Optional(file)] as const
  })
  const fields = (body as TObject | undefined)?.properties ?? {}
  return { consumes: ['multipart/form-data'], body: Type.Object({ ...fields, ...Object.fromEntries(files) }) } as object
}

function successes(route: DocumentedRoute): Record<string, TSchema> {
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

/**
 * The tag after the version, `crossborder` of /v1/crossborder/…, or `sandbox`, which has no version and exists only in a
 * test installation.
 */
function areaOf(path: string): string {
  return /\/v\d+\/([^/]+)/.exec(path)?.[1] ?? /^\/(sandbox)\//.exec(path)?.[1] ?? 'gateway'
}
