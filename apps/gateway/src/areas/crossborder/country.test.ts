import { getCountrySpecifications } from 'ibantools'
import { expect, it } from 'vitest'
import { countries } from './country.ts'
import { currencies } from './currency.ts'

it('lists the 249 countries once each', () => {
  expect(countries).toHaveLength(249)
  expect(new Set(countries).size).toBe(249)
})

it('agrees with an independently maintained ISO 3166 list, except for Kosovo', () => {
  const theirs = Object.keys(getCountrySpecifications()).filter((code) => code !== 'XK')
  expect(countries.toSorted()).toEqual(theirs.toSorted())
})

it('lists the 13 currencies once each', () => {
  expect(currencies).toHaveLength(13)
  expect(new Set(currencies).size).toBe(13)
})
