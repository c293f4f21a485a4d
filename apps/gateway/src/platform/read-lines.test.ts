import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { type FileLine, readLines } from './read-lines.ts'

async function* chunks(text: string, size: number): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function collect(text: string, size: number, max = 1_000): Promise<FileLine[]> {
  const lines: FileLine[] = []
  for await (const line of readLines(chunks(text, size), max)) lines.push(line)
  return lines
}

it('gives the lines of any text, however its bytes are cut', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.string({ unit: 'grapheme' }).filter((line) => !line.includes('\n') && line.isWellFormed())),
      fc.integer({ min: 1, max: 20 }),
      async (lines, size) => {
        const text = lines.map((line) => `${line}\n`).join('')
        expect((await collect(text, size)).map((line) => line.text)).toEqual(lines)
      },
    ),
  )
})

it('counts lines and bytes, and accepts a last line without a line end', async () => {
  expect(await collect('ab\n\nç', 1)).toEqual([
    { number: 1, bytesRead: 3, text: 'ab' },
    { number: 2, bytesRead: 4, text: '' },
    { number: 3, bytesRead: 6, text: 'ç' },
  ])
  expect(await collect('', 1)).toEqual([])
})

it('skips a line that is too long and continues after it', async () => {
  for (const size of [1, 3, 7, 100]) {
    const texts = (await collect(`1234\n12345\n${'x'.repeat(90)}\n12\n`, size, 4)).map((line) => line.text)
    expect(texts).toEqual(['1234', undefined, undefined, '12'])
  }
})
