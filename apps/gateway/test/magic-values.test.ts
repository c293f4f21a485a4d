import { readFileSync } from 'node:fs'
import { type MagicValue, magicValues } from '@eclusa/simulators/magic-values.ts'
import { fateOf, magicCpf } from '@eclusa/simulators/onboarding-checks/magic.ts'
import { describe, expect, it } from 'vitest'

/** The table headings of each page: the first column by its subject, the second the same everywhere. */
const pages: Record<string, { name: string; places: Record<string, MagicValue['place']>; shown: RegExp }> = {
  'magic-values.md': {
    name: 'name',
    places: {
      document: 'document',
      step: 'step',
      fate: 'fate',
      billet: 'billet',
      terms: 'terms',
      beneficiary: 'beneficiary',
    },
    shown: /`(\d{11})` is a person whose papers are rejected/,
  },
  'pt-BR/magic-values.md': {
    name: 'nome',
    places: {
      documento: 'document',
      etapa: 'step',
      destino: 'fate',
      boleto: 'billet',
      condições: 'terms',
      beneficiário: 'beneficiary',
    },
    shown: /`(\d{11})` é uma pessoa cujos documentos são recusados/,
  },
}

const sorted = (values: MagicValue[]) =>
  values.map(({ place, digits, name }) => `${place} ${digits} ${name}`).toSorted()

describe.each(Object.entries(pages))('%s', (file, { name: heading, places, shown }) => {
  const page = readFileSync(new URL(`../../../docs/guides/${file}`, import.meta.url), 'utf8')

  /** Every row of every table of the page, by the heading of its first column. */
  function written(): MagicValue[] {
    let place: MagicValue['place'] | undefined
    return page.split('\n').flatMap((line) => {
      const [, first = '', second = ''] = line.split('|').map((cell) => cell.trim())
      if (second === heading) place = places[first]
      const [digits, name] = [first, second].map((cell) => /^`(.+)`$/.exec(cell)?.[1])
      return digits && name ? [{ place: place!, digits, name }] : []
    })
  }

  it('has every magic value, and every value on it is magic', () => {
    expect(sorted(written())).toEqual(sorted(magicValues))
  })

  it('shows a document with the described effect', () => {
    const [, document] = shown.exec(page)!
    expect(document).toBe(magicCpf('CAF', 'reject', 0))
    expect(fateOf('CAF', document!)).toBe('reject')
  })
})
