import { readFileSync } from 'node:fs'
import {
  bankMod11,
  collectionMod11,
  issueBankSlip,
  issueCollectionSlip,
  mod10,
} from '@eclusa/simulators/billet-registry/issue-slips.ts'
import { type SeededDraw, seededDraw } from '@eclusa/testing/seeded-digits.ts'
import { describe, expect, it } from 'vitest'
import { decodeDigits } from './decode-digits.ts'
import type { Decoding } from './slip.ts'

const TODAY = '2026-10-01'
const SLIPS_PER_FORM = 250

const FORMS: { form: string; draw: (draw: SeededDraw) => string }[] = [
  { form: 'Bank line', draw: (draw) => drawBank(draw).line },
  { form: 'Bank barcode', draw: (draw) => drawBank(draw).barcode },
  { form: 'Collection line, modulus 10', draw: (draw) => drawCollection(draw, '67').line },
  { form: 'Collection barcode, modulus 10', draw: (draw) => drawCollection(draw, '67').barcode },
  { form: 'Collection line, modulus 11', draw: (draw) => drawCollection(draw, '89').line },
  { form: 'Collection barcode, modulus 11', draw: (draw) => drawCollection(draw, '89').barcode },
]
const ERRORS = [
  { error: 'one digit', spoil: changeEachDigit },
  { error: 'two swapped', spoil: swapEachPair },
]

describe('typing errors', () => {
  const page = readFileSync(new URL('../../../../../docs/guides/billet-check-digits.md', import.meta.url), 'utf8')
  // The formatter pads table columns, so runs of spaces are collapsed before the comparison.
  const docs = page.replaceAll(/ +/g, ' ')

  for (const { form, draw } of FORMS) {
    for (const { error, spoil } of ERRORS) {
      it(`${form}, ${error}: errors that a check digit can detect are rejected with their block; the rest is in the docs`, () => {
        const seeded = seededDraw(20_250_222)
        const tally = { tried: 0, byCheckDigit: 0, byOtherRule: 0, missed: 0 }
        const misnamed: string[] = []
        for (let slip = 0; slip < SLIPS_PER_FORM; slip += 1) {
          for (const spoiled of spoil(draw(seeded))) {
            const decoding = decodeDigits(spoiled, TODAY)
            const wrong = wrongCheckDigits(spoiled)
            if (namedCheckDigits(decoding) !== wrong) misnamed.push(spoiled)
            tally.tried += 1
            if (wrong) tally.byCheckDigit += 1
            else if (decoding.kind === 'REFUSED') tally.byOtherRule += 1
            else tally.missed += 1
          }
        }
        expect(misnamed).toEqual([])
        expect(docs).toContain(tableRow(form, error, ...Object.values(tally)))
      })
    }
  }
})

function drawBank(draw: SeededDraw) {
  const factor = 1000 + draw.below(1500)
  const bankCode = `${draw.below(8)}${draw.digits(2)}`
  return issueBankSlip({
    bankCode,
    currency: '9',
    factorAndAmount: factor + draw.digits(10),
    freeField: draw.digits(25),
  })
}

function drawCollection(draw: SeededDraw, valueIdentifiers: string) {
  return issueCollectionSlip({
    segment: draw.oneOf('12345679'),
    valueIdentifier: draw.oneOf(valueIdentifiers),
    value: draw.digits(11),
    companyAndFreeField: draw.digits(29),
  })
}

function* changeEachDigit(digits: string) {
  for (let at = 0; at < digits.length; at += 1) {
    for (const digit of '0123456789') {
      if (digit !== digits[at]) yield digits.slice(0, at) + digit + digits.slice(at + 1)
    }
  }
}

function* swapEachPair(digits: string) {
  for (let at = 0; at + 1 < digits.length; at += 1) {
    const [left = '', right = ''] = digits.slice(at, at + 2)
    if (left !== right) yield digits.slice(0, at) + right + left + digits.slice(at + 2)
  }
}

function namedCheckDigits(decoding: Decoding): string {
  if (decoding.kind !== 'REFUSED') return ''
  const flaws = decoding.flaws.filter(({ code }) => code.endsWith('_CHECK_DIGIT_WRONG'))
  return flaws.map(({ block }) => block).join(' ')
}

/** The blocks with a wrong check digit, calculated with the issuer's arithmetic instead of the decoder's. */
function wrongCheckDigits(typed: string): string {
  const isBank = typed.length === 47 || (typed.length === 44 && !/^8[1-9]/.test(typed))
  const printed = isBank ? bankCheckDigits(typed) : collectionCheckDigits(typed)
  return printed
    .filter(([, digits, digit, check]) => check(digits) !== digit)
    .map(([block]) => block)
    .join(' ')
}

type TestUndetectedErrorsPrint = [block: string, digits: string, digit: string, check: (digits: string) => string]

function bankCheckDigits(typed: string): TestUndetectedErrorsPrint[] {
  const [, one = '', x = '', two = '', y = '', three = '', z = '', general = '', rest = ''] =
    /^(.{9})(.)(.{10})(.)(.{10})(.)(.)(.{14})$/.exec(typed) ?? []
  if (!one) return [['BARCODE', typed.slice(0, 4) + typed.slice(5), typed.charAt(4), bankMod11]]
  return [
    ['BLOCK_1', one, x, mod10],
    ['BLOCK_2', two, y, mod10],
    ['BLOCK_3', three, z, mod10],
    ['BARCODE', one.slice(0, 4) + rest + one.slice(4) + two + three, general, bankMod11],
  ]
}

function collectionCheckDigits(typed: string): TestUndetectedErrorsPrint[] {
  const identifier = typed.charAt(2)
  if (!'6789'.includes(identifier)) return []
  const check = '67'.includes(identifier) ? mod10 : collectionMod11
  const blocks = typed.length === 48 ? (typed.match(/.{12}/g) ?? []) : []
  const barcode = blocks.length > 0 ? blocks.map((block) => block.slice(0, 11)).join('') : typed
  return [
    ...blocks.map(
      (block, index): TestUndetectedErrorsPrint => [`BLOCK_${index + 1}`, block.slice(0, 11), block.charAt(11), check],
    ),
    ['BARCODE', barcode.slice(0, 3) + barcode.slice(4), barcode.charAt(3), check],
  ]
}

function tableRow(form: string, error: string, ...counts: number[]): string {
  return `| ${[form, error, ...counts.map((count) => count.toLocaleString('en-US'))].join(' | ')} |`
}
