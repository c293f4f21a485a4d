import { formatsOf } from '@eclusa/ui/i18n/format.ts'
import { expect, test } from 'vitest'
import { postalCode, taxId } from './brazil.ts'

test.each([
  ['98764200116', '987.642.001-16'],
  ['***642001**', '***.642.001-**'],
  ['11222333000181', '11.222.333/0001-81'],
  ['12ABC34501DE35', '12.ABC.345/01DE-35'],
  ['***12', '***12'],
  ['X1234567', 'X1234567'],
])('shows the document %s as %s', (value, shown) => {
  expect(taxId(value)).toBe(shown)
})

test('shows a CEP with its hyphen and leaves other postal codes unchanged', () => {
  expect(postalCode('50030230')).toBe('50030-230')
  expect(postalCode('SW1A 1AA')).toBe('SW1A 1AA')
})

test('shows a date without a time zone, and a masked one unchanged', () => {
  expect(formatsOf('pt-BR').date('1991-04-21')).toBe('21/04/1991')
  expect(formatsOf('pt-BR').date('***')).toBe('***')
})

test('names countries in the language of the page', () => {
  expect(formatsOf('pt-BR').country('US')).toBe('Estados Unidos')
  expect(formatsOf('en-US').country('US')).toBe('United States')
  expect(formatsOf('pt-BR').country('CHECKED')).toBe('CHECKED')
})
