import { readFileSync } from 'node:fs'
import { expect, inject, it } from 'vitest'
import { measureRows } from '../drills/sizes/row-sizes.ts'

const APART_MAX = 1.4
/** What a table takes ahead of its rows, and to know where it has room: much for a few rows, and nothing for many. */
const AHEAD_BYTES = 200_000

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
  for (const { name, rows, bytes_per_row } of sizes) {
    const [found, expected] = [bytes_per_row * rows, told.get(name)! * rows]
    const what = `${name}: ${bytes_per_row} bytes a row of ${rows}, and the page says ${told.get(name)}`
    expect(found, what).toBeLessThan(expected * APART_MAX + AHEAD_BYTES)
    expect(found, what).toBeGreaterThan(expected / APART_MAX)
  }
}, 120_000)
