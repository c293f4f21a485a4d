import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { type MagicValue, magicValues } from '../sandbox/magic-values.ts'
import { fateOf, magicCpf } from '../sandbox/onboarding-checks/magic.ts'

const page = readFileSync(new URL('../docs/guides/magic-values.md', import.meta.url), 'utf8')

/** Every row of every table of the page, under what the head of its first column says. */
function written(): MagicValue[] {
  let place = ''
  return page.split('\n').flatMap((line) => {
    const [, first = '', second = ''] = line.split('|').map((cell) => cell.trim())
    if (second === 'name') place = first
    const [digits, name] = [first, second].map((cell) => /^`(.+)`$/.exec(cell)?.[1])
    return digits && name ? [{ place: place as MagicValue['place'], digits, name }] : []
  })
}

const sorted = (values: MagicValue[]) =>
  values.map(({ place, digits, name }) => `${place} ${digits} ${name}`).toSorted()

it('every magic value is on the page, and every value on the page is magic', () => {
  expect(sorted(written())).toEqual(sorted(magicValues))
})

it('the document that the page shows asks for what it says', () => {
  const [, shown] = /`(\d{11})` is a person whose papers are rejected/.exec(page)!
  expect(shown).toBe(magicCpf('CAF', 'reject', 0))
  expect(fateOf('CAF', shown!)).toBe('reject')
})
