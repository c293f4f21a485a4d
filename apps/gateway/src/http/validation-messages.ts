import type { ErrorObject } from 'ajv'
import { both, type Text } from '../platform/language.ts'
import { linePattern, oneLinePattern, uuidV4Pattern } from './schema.ts'

/** Validation messages: the name of a violated rule and how to fix it, in both languages. */
export function ruleOf(error: ErrorObject): { code: string; detail: Text } {
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
      return patternRule(parentSchema as { format?: string; pattern?: string })
    case 'dependentRequired':
      return {
        code: 'MISSING_DATA',
        detail: both(`exige também ${params['missingProperty']}`, `also requires ${params['missingProperty']}`),
      }
    default:
      return { code: 'MATCHES', detail: both('não segue a forma esperada', 'does not have the expected form') }
  }
}

function patternRule({ format, pattern }: { format?: string; pattern?: string }): { code: string; detail: Text } {
  switch (format) {
    case 'uuid':
      return {
        code: 'IS_UUID',
        detail:
          pattern === uuidV4Pattern
            ? both('deve ser um UUID da versão 4', 'must be a UUID of version 4')
            : both('deve ser um UUID', 'must be a UUID'),
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
      return { code: 'MATCHES', detail: formOf(pattern) }
  }
}

function formOf(pattern: string | undefined): Text {
  if (pattern === linePattern)
    return both('deve ter algo legível, em uma só linha', 'must have something to read, on one line')
  if (pattern === oneLinePattern) return both('deve estar em uma só linha', 'must be on one line')
  return both('não segue a forma esperada', 'does not have the expected form')
}

/** Short lists are spelled out. For 249 countries the message refers to the contract. */
function list(schema: unknown): string {
  const { enum: values = [] } = (schema ?? {}) as { enum?: unknown[] }
  return values.length > 0 && values.length <= 15 ? `: ${values.join(', ')}` : ''
}
