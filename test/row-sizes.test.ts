import { readFileSync } from 'node:fs'
import { expect, inject, it } from 'vitest'
import { measureRows } from '../drills/sizes/row-sizes.ts'

/** So few rows take whole pages all the same; a column or an index that was added is more than that. */
const APART_MAX = 1.5

const page = readFileSync(new URL('../docs/guides/size.md', import.meta.url), 'utf8')
const told = new Map(
  [...page.matchAll(/^\| [^|]+ \| `([a-z_.]+)` +\| +([\d,]+) +\|/gm)].map(([, name, bytes]) => [
    name!,
    Number(bytes!.replaceAll(',', '')),
  ]),
)

/** The drill of `npm run drill -- row-sizes`, cut short. */
it('a row takes what the page of sizes says', async () => {
  const sizes = await measureRows(inject('adminUrl'), 200, () => {})
  expect(sizes.map(({ name }) => name).toSorted()).toEqual([...told.keys()].toSorted())
  for (const { name, bytes_per_row } of sizes) {
    const apart = bytes_per_row / told.get(name)!
    expect(apart, `${name}: ${bytes_per_row} bytes a row, and the page says ${told.get(name)}`).toBeLessThan(APART_MAX)
    expect(apart, `${name}: ${bytes_per_row} bytes a row, and the page says ${told.get(name)}`).toBeGreaterThan(
      1 / APART_MAX,
    )
  }
}, 120_000)
