import type { BrokenRule } from '../../platform/errors/fault.ts'
import type { Text } from '../../platform/language.ts'
import type { Flaw, FlawCode, SlipPart } from './slip.ts'

/** The message for each flaw, with the block that the payer should check. */

const blocks: Record<SlipPart, Text> = {
  INPUT: { 'pt-BR': 'o que foi digitado', 'en-US': 'what was typed' },
  BLOCK_1: { 'pt-BR': 'bloco 1', 'en-US': 'block 1' },
  BLOCK_2: { 'pt-BR': 'bloco 2', 'en-US': 'block 2' },
  BLOCK_3: { 'pt-BR': 'bloco 3', 'en-US': 'block 3' },
  BLOCK_4: { 'pt-BR': 'bloco 4', 'en-US': 'block 4' },
  BARCODE: { 'pt-BR': 'o código como um todo', 'en-US': 'the code as a whole' },
}

const flaws: Record<FlawCode, Text> = {
  CHARACTER_NOT_ALLOWED: {
    'pt-BR': 'só dígitos, espaços, pontos e hifens são aceitos',
    'en-US': 'only digits, blanks, dots and hyphens are accepted',
  },
  LENGTH_WRONG: {
    'pt-BR': 'a linha tem 47 ou 48 dígitos, o código de barras 44',
    'en-US': 'a line has 47 or 48 digits, a barcode 44',
  },
  COLLECTION_MARK_WRONG: {
    'pt-BR': 'só uma guia de arrecadação, de 48 dígitos, começa por 8',
    'en-US': 'a collection slip, of 48 digits, begins with 8, and no other slip does',
  },
  CURRENCY_NOT_REAL: { 'pt-BR': 'a moeda não é o real', 'en-US': 'the currency is not the real' },
  SEGMENT_UNKNOWN: { 'pt-BR': 'o segmento não existe', 'en-US': 'there is no such segment' },
  VALUE_IDENTIFIER_UNKNOWN: {
    'pt-BR': 'o identificador de valor não existe',
    'en-US': 'there is no such value identifier',
  },
  BLOCK_CHECK_DIGIT_WRONG: { 'pt-BR': 'o dígito verificador não confere', 'en-US': 'the check digit does not agree' },
  GENERAL_CHECK_DIGIT_WRONG: {
    'pt-BR': 'o dígito verificador geral não confere',
    'en-US': 'the general check digit does not agree',
  },
  DUE_DATE_OUTSIDE_WINDOW: {
    'pt-BR': 'o vencimento está fora do período em que um boleto pode ser pago',
    'en-US': 'the due date is outside the time in which a billet can be paid',
  },
}

/** Builds one broken rule for each flaw, and the list of blocks for programs. */
export function flawParticulars(found: Flaw[]): { errors: BrokenRule[]; members: { blocks: SlipPart[] } } {
  const errors = found.map(({ code, block }) => ({
    pointer: '/body/typeable_line',
    code,
    detail: {
      'pt-BR': `${blocks[block]['pt-BR']}: ${flaws[code]['pt-BR']}`,
      'en-US': `${blocks[block]['en-US']}: ${flaws[code]['en-US']}`,
    },
  }))
  return { errors, members: { blocks: [...new Set(found.map(({ block }) => block))] } }
}
