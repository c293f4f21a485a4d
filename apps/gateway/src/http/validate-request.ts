import Ajv, { type ErrorObject, type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'
import type { FastifyRequest, FastifySchema } from 'fastify'
import type { TObject, TSchema } from 'typebox'
import type { BrokenRule } from '../platform/errors/fault.ts'
import { both } from '../platform/language.ts'
import { requestMalformed } from './faults.ts'
import { normaliseTexts } from './request-texts.ts'
import { uuidPattern } from './schema.ts'
import { ruleOf } from './validation-messages.ts'

/** All violated rules are listed, so that a caller can fix them in one attempt. */
const options = { allErrors: true, verbose: true, useDefaults: true, strict: false }
const strict = addFormats.default(new Ajv.default({ ...options, coerceTypes: false }))
/** A query string has no types, so numbers and booleans are parsed from its text. */
const reading = addFormats.default(new Ajv.default({ ...options, coerceTypes: true }))

/** The most errors in a response: a body of six thousand wrong fields does not get six thousand of them. */
const RULES_TOLD_MAX = 50

/** No-op validator for Fastify: `createRequestValidator` validates all parts of the request together. */
export const noopValidatorCompiler = () => () => true

/** The parts of a request, with the pointer prefix of errors in each. */
const parts = { params: '/params', query: '/query', headers: '/headers', body: '/body' } as const
type RequestPart = keyof typeof parts

/**
 * Validates a whole request, all of its parts at once. A streamed body is not there yet: its parts are validated as they
 * come. The texts of a batch are validated record by record.
 */
export function createRequestValidator(
  { params, querystring, headers, body }: FastifySchema,
  { streams = false, recordwise = false }: { streams?: boolean; recordwise?: boolean | undefined } = {},
): (request: FastifyRequest) => void {
  const schemas = { params, query: querystring, headers, body: streams ? undefined : body }
  const judges = Object.entries(schemas).flatMap(([part, schema]) =>
    schema ? [[part as RequestPart, (part === 'query' ? reading : strict).compile(schema)] as const] : [],
  )
  const integers = querystring ? integersOf(querystring) : []
  return (request) => {
    const errors = [
      ...notDecimal('/query', integers, request.query),
      ...judges.flatMap(([part, validate]) =>
        // Headers are not stored, and a proxy may add some with any text.
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

/** The fields of a multipart body are text, like those of a query. */
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

/**
 * Number parsing would accept 1e1, 0x10 and 10.0 as integers. Only plain digits are accepted; other texts are left to the
 * schema.
 */
function notDecimal(place: string, names: string[], values: unknown): BrokenRule[] {
  return names.flatMap((name) => {
    const value = (values as Record<string, unknown> | undefined)?.[name]
    if (typeof value !== 'string' || /^-?\d+$/.test(value) || !Number.isInteger(Number(value)) || value === '')
      return []
    return [{ pointer: `${place}/${name}`, ...ruleOf({ keyword: 'type', params: { type: 'integer' } } as never) }]
  })
}

/** Validates one record of a batch, with pointers relative to the record. */
export function recordShape(schema: TSchema): (value: unknown) => BrokenRule[] {
  const validate = strict.compile(schema)
  return (value) => brokenRules('', validate, value)
}

/**
 * A part whose texts are normalised before its schema is validated. A text that no field accepts is reported once, as such.
 */
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
  // A format and its pattern fail together, and are one rule for the caller.
  return [...new Map(rules.map((rule) => [`${rule.pointer} ${rule.code}`, rule])).values()].slice(0, RULES_TOLD_MAX)
}

/** Each member of a union reports its own errors. They contradict each other, so only those of the first are returned. */
function isTelling({ keyword, schemaPath }: ErrorObject): boolean {
  if (keyword === 'anyOf') return false
  return !/anyOf\/[1-9]/.test(schemaPath)
}

/** The pointer names the missing or unknown member itself, not the object around it. */
function lastStep({ params }: ErrorObject): string {
  const member = params['missingProperty'] ?? params['additionalProperty'] ?? params['unevaluatedProperty']
  return member === undefined ? '' : `/${String(member).replaceAll('~', '~0').replaceAll('/', '~1')}`
}

const missing = (name: string, because: string): BrokenRule => ({
  pointer: `/headers/${name}`,
  code: 'MISSING_DATA',
  detail: both(`é obrigatório com ${because}`, `is required with ${because}`),
})

/** Rules between headers, which a schema of single headers cannot express. */
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

/** An operation without a body accepts an empty one only, so that no field is silently ignored. */
function unwantedBody(body: unknown): BrokenRule[] {
  if (body === undefined || body === null || isEmptyObject(body)) return []
  return [{ pointer: '/body', code: 'NOT_ALLOWED', detail: both('não é aceito aqui', 'is not accepted here') }]
}

function isEmptyObject(body: unknown): boolean {
  return typeof body === 'object' && !Array.isArray(body) && Object.keys(body as object).length === 0
}

/**
 * Ids are case-insensitive and written in lower case: for the database, for replay protection and for the caller. Copied
 * only where one has capitals.
 */
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
