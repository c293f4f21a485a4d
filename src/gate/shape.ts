import Ajv, { type ErrorObject, type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'
import type { FastifyRequest, FastifySchema } from 'fastify'
import type { TObject, TSchema } from 'typebox'
import type { BrokenRule } from '../base/errors/fault.ts'
import { both } from '../base/language.ts'
import { requestMalformed } from './faults.ts'
import { normaliseTexts } from './request-texts.ts'
import { ruleOf } from './rule-texts.ts'
import { uuidPattern } from './schema.ts'

/** Every broken rule is listed, so that a caller mends a request once and not once a rule. */
const options = { allErrors: true, verbose: true, useDefaults: true, strict: false }
const strict = addFormats.default(new Ajv.default({ ...options, coerceTypes: false }))
/** A query string has no types of its own, so numbers and booleans are read out of its text. */
const reading = addFormats.default(new Ajv.default({ ...options, coerceTypes: true }))

/** Nobody mends more than this at a time, and a body of six thousand wrong fields is not answered with six thousand lines. */
const RULES_TOLD_MAX = 50

/** What the framework is given for a judge: the shape of a request is judged as a whole, by `openShape`. */
export const judgeNothing = () => () => true

/** The parts of a request, and where an error points when it is in one of them. */
const parts = { params: '/params', query: '/query', headers: '/headers', body: '/body' } as const
type Part = keyof typeof parts

/**
 * Judges a whole request, all of its parts at once. A body that streams has no shape yet when shapes are judged: its
 * parts are judged as they come. The texts of a batch are those of its records, of which each is read by itself.
 */
export function openShape(
  { params, querystring, headers, body }: FastifySchema,
  { streams = false, recordwise = false }: { streams?: boolean; recordwise?: boolean | undefined } = {},
): (request: FastifyRequest) => void {
  const schemas = { params, query: querystring, headers, body: streams ? undefined : body }
  const judges = Object.entries(schemas).flatMap(([part, schema]) =>
    schema ? [[part as Part, (part === 'query' ? reading : strict).compile(schema)] as const] : [],
  )
  const integers = querystring ? integersOf(querystring) : []
  return (request) => {
    const errors = [
      ...notDecimal('/query', integers, request.query),
      ...judges.flatMap(([part, validate]) =>
        // Of the headers none is stored, and a proxy may add some with any text.
        part === 'headers' || (part === 'body' && recordwise)
          ? brokenRules(parts[part], validate, request[part] ?? null)
          : brokenPart(parts[part], validate, request[part] ?? null),
      ),
      ...looseHeaders(request.headers),
      ...(body ? [] : unwantedBody(request.body)),
    ]
    if (errors.length > 0) throw requestMalformed({ errors: errors.slice(0, RULES_TOLD_MAX) })
  }
}

/** The fields of a multipart body are text, as those of a query are. */
export function checkFields(schema: TSchema, fields: Record<string, string>): never {
  const value: unknown = { ...fields }
  const errors = [
    ...notDecimal('/body', integersOf(schema), value),
    ...brokenPart('/body', reading.compile(schema), value),
  ]
  if (errors.length > 0) throw requestMalformed({ errors })
  return value as never
}

const integersOf = (schema: unknown): string[] =>
  Object.entries((schema as Partial<TObject>).properties ?? {}).flatMap(
    ([name, { type }]: [string, { type?: string }]) => (type === 'integer' ? [name] : []),
  )

/** Reading a number out of text takes 1e1, 0x10 and 10.0 for integers. Only plain digits are; what is no number is left to the shape. */
function notDecimal(place: string, names: string[], values: unknown): BrokenRule[] {
  return names.flatMap((name) => {
    const value = (values as Record<string, unknown> | undefined)?.[name]
    if (typeof value !== 'string' || /^-?\d+$/.test(value) || !Number.isInteger(Number(value)) || value === '')
      return []
    return [{ pointer: `${place}/${name}`, ...ruleOf({ keyword: 'type', params: { type: 'integer' } } as never) }]
  })
}

/** Judges one record of a batch: every rule it breaks, pointed at from the record's own root. */
export function recordShape(schema: TSchema): (value: unknown) => BrokenRule[] {
  const validate = strict.compile(schema)
  return (value) => brokenRules('', validate, value)
}

/** A part whose texts are normalised before its shape is validated. A text that no field takes is reported once, as such. */
function brokenPart(place: string, validate: ValidateFunction, value: unknown): BrokenRule[] {
  const texts = normaliseTexts(value, place)
  const shape = brokenRules(place, validate, value)
  if (texts.length === 0) return shape
  const reported = new Set(texts.map(({ pointer }) => pointer))
  return [...texts, ...shape.filter(({ pointer }) => !reported.has(pointer))]
}

function brokenRules(place: string, validate: ValidateFunction, value: unknown): BrokenRule[] {
  if (validate(value)) return []
  const rules = (validate.errors ?? []).filter(isTelling).map((error) => {
    const { code, detail } = ruleOf(error)
    return { pointer: `${place}${error.instancePath}${lastStep(error)}`, code, detail }
  })
  // A format and its pattern break together, and are one rule to the caller.
  return [...new Map(rules.map((rule) => [`${rule.pointer} ${rule.code}`, rule])).values()].slice(0, RULES_TOLD_MAX)
}

/** The members of a union each complain; what a caller can act on is what the union as a whole, or its first member, asks. */
function isTelling({ keyword, schemaPath }: ErrorObject): boolean {
  if (keyword === 'anyOf') return false
  return !/anyOf\/[1-9]/.test(schemaPath)
}

/** A missing or unknown member is pointed at itself, not at the object around it. */
function lastStep({ params }: ErrorObject): string {
  const member = params['missingProperty'] ?? params['additionalProperty'] ?? params['unevaluatedProperty']
  return member === undefined ? '' : `/${String(member).replaceAll('~', '~0').replaceAll('/', '~1')}`
}

const missing = (name: string, because: string): BrokenRule => ({
  pointer: `/headers/${name}`,
  code: 'MISSING_DATA',
  detail: both(`é obrigatório com ${because}`, `is required with ${because}`),
})

/** The rules between headers, which a schema of single headers does not hold. */
function looseHeaders(headers: FastifyRequest['headers']): BrokenRule[] {
  const schema = headers['x-include-replay-protection-schema']
  return [
    ...(headers['x-product-target-user-uuid'] && !headers['x-product-uuid']
      ? [missing('x-product-uuid', 'x-product-target-user-uuid')]
      : []),
    ...(schema?.includes('x-transaction-uuid') && !headers['x-transaction-uuid']
      ? [missing('x-transaction-uuid', 'x-include-replay-protection-schema')]
      : []),
  ]
}

/** An operation without a body takes an empty one; a field that is silently ignored is a promise nobody keeps. */
function unwantedBody(body: unknown): BrokenRule[] {
  if (body === undefined || body === null || isEmptyObject(body)) return []
  return [{ pointer: '/body', code: 'NOT_ALLOWED', detail: both('não é aceito aqui', 'is not accepted here') }]
}

function isEmptyObject(body: unknown): boolean {
  return typeof body === 'object' && !Array.isArray(body) && Object.keys(body as object).length === 0
}

/** An id in capitals is the same id: to the database, to replay protection and to the caller. Copied only where one has any. */
export function lowerIds<Ids extends object>(ids: Ids): Ids {
  let lowered = ids
  for (const name in ids) {
    const value: unknown = ids[name]
    if (!isUuid(value) || !CAPITAL.test(value)) continue
    if (lowered === ids) lowered = { ...ids }
    lowered[name] = value.toLowerCase() as never
  }
  return lowered
}

const CAPITAL = /[A-F]/
const UUID_LENGTH = 36

const uuid = new RegExp(uuidPattern)

function isUuid(value: unknown): value is string {
  return typeof value === 'string' && value.length === UUID_LENGTH && uuid.test(value)
}
