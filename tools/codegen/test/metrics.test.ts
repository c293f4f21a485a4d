import { metrics } from '@eclusa/gateway/src/metrics.ts'
import { describe, expect, it } from 'vitest'
import { readSources } from '../sources.ts'

const sources = [...readSources(['apps/gateway/src'])].filter(([path]) => !path.endsWith('.test.ts'))
const declared = sources
  .filter(([path]) => path.endsWith('/metrics.ts'))
  .flatMap(([path, text]) =>
    [...text.matchAll(/^export const (\w+) = (?:counter|gauge|histogram)\(\s*'(\w+)'/gm)].map(([, constant, name]) => ({
      path,
      constant: constant!,
      name: name!,
    })),
  )

it('are all in the table, each with a unique name', () => {
  expect(metrics.map(({ name }) => name).toSorted()).toEqual(declared.map(({ name }) => name).toSorted())
  expect(new Set(metrics.map(({ name }) => name)).size).toBe(metrics.length)
})

it.each(declared)('$name is recorded somewhere, by its constant', ({ path, constant }) => {
  const taking = new RegExp(`\\.(count|observe|set|replace|watch)\\(\\s*${constant}\\b`)
  expect(sources.some(([other, text]) => other !== path && taking.test(text))).toBe(true)
})

describe.each(metrics)('$name', ({ name, kind, unit, labels, help, by }) => {
  it('is named by the conventions of Prometheus', () => {
    expect(name).toMatch(/^eclusa_[a-z]+(_[a-z]+)*$/)
    expect(name.endsWith('_total')).toBe(kind === 'counter')
    if (unit) expect(name).toMatch(new RegExp(`_${unit}(_total)?$`))
    if (kind === 'histogram') expect(unit).toBe('seconds')
    for (const label of labels) expect(label).toMatch(/^[a-z]+(_[a-z]+)*$/)
  })

  it('describes its value, and the exporting process', () => {
    expect(help.length).toBeGreaterThan(15)
    expect(by.length).toBeGreaterThan(0)
  })
})
