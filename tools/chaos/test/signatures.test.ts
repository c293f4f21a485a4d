import { expect, it } from 'vitest'
import { crossSign } from '../signatures.ts'

/** A few documents of the drill; `npm run drill -- signatures 1000` takes a thousand. */
it('a signature of one implementation is accepted by the others, and a changed document by none', async () => {
  const { documents, refused, altered_believed, misread } = await crossSign(20, () => {})
  expect(documents).toBe(20)
  const hands = ['client', 'simulator', 'xmlsec1']
  const none = Object.fromEntries(hands.flatMap((by) => hands.map((reader) => [`${by}→${reader}`, 0])))
  expect({ refused, altered_believed, misread }).toEqual({ refused: none, altered_believed: none, misread: none })
}, 300_000)
