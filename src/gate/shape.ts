import Ajv, { type ErrorObject } from 'ajv'
import addFormats from 'ajv-formats'
import type { FastifySchemaCompiler } from 'fastify'
import type { TSchema } from 'typebox'
import type { BrokenRule } from '../base/errors/fault.ts'
import type { Text } from '../base/language.ts'
import { requestMalformed } from './faults.ts'
import type { CommonHeaders } from './headers.ts'
import { uuidPattern } from './schema.ts'

/** Every broken rule is listed, so that a caller mends a request once and not once a rule. */
const options = { allErrors: true, verbose: true, useDefaults: true, strict: false }
const strict = addFormats.default(new Ajv.default({ ...options, coerceTypes: false }))
/** A query string has no types of its own, so numbers and booleans are read out of its text. */
const reading = addFormats.default(new Ajv.default({ ...options, coerceTypes: true }))

/** Nobody mends more than this at a time, and a body of six thousand wrong fields is not answered with six thousand lines. */
const RULES_TOLD_MAX = 50

type Part = 'body' | 'headers' | 'params' | 'querystring' | 'record'

export const compileShape: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) => {
  const validate = (httpPart === 'querystring' ? reading : strict).compile(schema)
  return (value: unknown) => {
    if (validate(value)) return { value }
    return { error: requestMalformed({ errors: brokenRules(httpPart as Part, validate.errors ?? []) }) }
  }
}

/** A body that streams has no shape yet when shapes are judged; its parts are judged as they come. */
export const compileShapeOfStream: FastifySchemaCompiler<TSchema> = (part) =>
  part.httpPart === 'body' ? () => true : compileShape(part)

/** The fields of a multipart body are text, as those of a query are. */
export function checkFields(schema: TSchema, fields: Record<string, string>): never {
  const validate = reading.compile(schema)
  const value: unknown = { ...fields }
  if (!validate(value)) throw requestMalformed({ errors: brokenRules('body', validate.errors ?? []) })
  return value as never
}

/** Judges one record of a batch: every rule it breaks, pointed at from the record's own root. */
export function recordShape(schema: TSchema): (value: unknown) => BrokenRule[] {
  const validate = strict.compile(schema)
  return (value) => (validate(value) ? [] : brokenRules('record', validate.errors ?? []))
}

export function brokenRules(part: Part, errors: ErrorObject[]): BrokenRule[] {
  const place = { body: '/body', headers: '/headers', params: '/params', querystring: '/query', record: '' }[part]
  const rules = errors.filter(isTelling).map((error) => {
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

function ruleOf(error: ErrorObject): { code: string; detail: Text } {
  const { keyword, params, parentSchema } = error
  switch (keyword) {
    case 'required':
      return { code: 'MISSING_DATA', detail: both('é obrigatório', 'is required') }
    case 'additionalProperties':
    case 'unevaluatedProperties':
      return { code: 'NOT_ALLOWED', detail: both('não é aceito aqui', 'is not accepted here') }
    case 'type':
      return {
        code: `IS_${String(params['type']).toUpperCase()}`,
        detail: both(`deve ser do tipo ${params['type']}`, `must be of type ${params['type']}`),
      }
    case 'enum':
      return {
        code: 'IS_ENUM',
        detail: both(
          `deve ser um dos valores aceitos${list(parentSchema)}`,
          `must be one of the accepted values${list(parentSchema)}`,
        ),
      }
    case 'minLength':
      return {
        code: 'MIN_LENGTH',
        detail: both(
          `deve ter ao menos ${params['limit']} caracteres`,
          `must have at least ${params['limit']} characters`,
        ),
      }
    case 'maxLength':
      return {
        code: 'MAX_LENGTH',
        detail: both(
          `deve ter no máximo ${params['limit']} caracteres`,
          `must have at most ${params['limit']} characters`,
        ),
      }
    case 'minProperties':
      return { code: 'IS_NOT_EMPTY', detail: both('deve conter ao menos um campo', 'must hold at least one field') }
    case 'minimum':
      return {
        code: 'MIN',
        detail: both(`deve ser no mínimo ${params['limit']}`, `must be at least ${params['limit']}`),
      }
    case 'maximum':
      return {
        code: 'MAX',
        detail: both(`deve ser no máximo ${params['limit']}`, `must be at most ${params['limit']}`),
      }
    case 'minItems':
    case 'maxItems':
      return { code: 'LENGTH', detail: both('tem itens de menos ou de mais', 'has too few or too many items') }
    case 'pattern':
    case 'format':
      return patternRule(parentSchema as { format?: string })
    case 'dependentRequired':
      return {
        code: 'MISSING_DATA',
        detail: both(`exige também ${params['missingProperty']}`, `also requires ${params['missingProperty']}`),
      }
    default:
      return { code: 'MATCHES', detail: both('não segue a forma esperada', 'does not have the expected form') }
  }
}

function patternRule({ format }: { format?: string }): { code: string; detail: Text } {
  switch (format) {
    case 'uuid':
      return {
        code: 'IS_UUID',
        detail: both('deve ser um UUID da versão pedida', 'must be a UUID of the version asked for'),
      }
    case 'date':
      return { code: 'IS_DATE_STRING', detail: both('deve ser uma data AAAA-MM-DD', 'must be a date YYYY-MM-DD') }
    case 'date-time':
      return {
        code: 'IS_ISO_STRING_DATE_FORMAT',
        detail: both('deve ser data e hora ISO 8601', 'must be an ISO 8601 date-time'),
      }
    case 'email':
      return { code: 'IS_EMAIL', detail: both('deve ser um e-mail', 'must be an e-mail address') }
    default:
      return { code: 'MATCHES', detail: both('não segue a forma esperada', 'does not have the expected form') }
  }
}

/** Short lists are spelled out; the caller of a list of 249 countries is better served by the contract. */
function list(schema: unknown): string {
  const { enum: values = [] } = (schema ?? {}) as { enum?: unknown[] }
  return values.length > 0 && values.length <= 15 ? `: ${values.join(', ')}` : ''
}

function both(portuguese: string, english: string): Text {
  return { 'pt-BR': portuguese, 'en-US': english }
}

/** The rules between headers, which a schema of single headers does not hold. */
export function refuseLooseHeaders(headers: CommonHeaders): void {
  const errors: BrokenRule[] = []
  const missing = (name: string, because: string) =>
    errors.push({
      pointer: `/headers/${name}`,
      code: 'MISSING_DATA',
      detail: both(`é obrigatório com ${because}`, `is required with ${because}`),
    })
  if (headers['x-product-target-user-uuid'] && !headers['x-product-uuid'])
    missing('x-product-uuid', 'x-product-target-user-uuid')
  if (headers['x-include-replay-protection-schema']?.includes('x-transaction-uuid') && !headers['x-transaction-uuid']) {
    missing('x-transaction-uuid', 'x-include-replay-protection-schema')
  }
  if (errors.length > 0) throw requestMalformed({ errors })
}

/** An operation without a body takes none: a field that is silently ignored is a promise nobody keeps. */
export function refuseBody(body: unknown): void {
  if (body === undefined || body === null) return
  throw requestMalformed({
    errors: [{ pointer: '/body', code: 'NOT_ALLOWED', detail: both('não é aceito aqui', 'is not accepted here') }],
  })
}

/** The character NUL has no place in a text of the database, and no meaning in one of ours. */
export function refuseNul(place: 'body' | 'query', value: unknown): void {
  if (!holdsNul(value)) return
  throw requestMalformed({
    errors: [
      { pointer: `/${place}`, code: 'IS_UNICODE', detail: both('contém o caractere NUL', 'holds the character NUL') },
    ],
  })
}

function holdsNul(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0')
  return value !== null && typeof value === 'object' && Object.values(value).some(holdsNul)
}

/** An id in capitals is the same id: to the database, to replay protection and to the caller. */
export function settleIds<Ids extends object>(ids: Ids): Ids {
  return Object.fromEntries(
    Object.entries(ids).map(([name, value]) => [name, isUuid(value) ? value.toLowerCase() : value]),
  ) as Ids
}

const uuid = new RegExp(uuidPattern)

function isUuid(value: unknown): value is string {
  return typeof value === 'string' && uuid.test(value)
}
