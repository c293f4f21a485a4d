import { PassThrough } from 'node:stream'
import { sha256 } from '@eclusa/testing/files.ts'
import { expect, it } from 'vitest'
import { receivePart } from './receive-part.ts'

const part = Buffer.alloc(100, 'part')
const said = { size: part.length, sha256: sha256(part) }

/** A phone that sends a byte at a time, until the stream is destroyed. */
function drip(everyMs: number): PassThrough {
  const source = new PassThrough()
  let at = 0
  const timer = setInterval(
    () => (at < part.length ? source.write(part.subarray(at, (at += 1))) : source.end()),
    everyMs,
  )
  return source.on('close', () => clearInterval(timer))
}

it('is complete when it arrives in time', async () => {
  expect(await receivePart(drip(1), said)).toEqual(part)
})

it('is incomplete when it takes too long, even at a steady rate', async () => {
  const started = performance.now()
  const received = receivePart(drip(20), said, { silenceMs: 1_000, totalMs: 300 })
  await expect(received).rejects.toMatchObject({ status: 400, code: 'PART_BROKE_OFF' })
  expect(performance.now() - started).toBeLessThan(1_500)
})

it('is incomplete when no more bytes arrive', async () => {
  const silent = new PassThrough()
  silent.write(part.subarray(0, 1))
  const received = receivePart(silent, said, { silenceMs: 100, totalMs: 60_000 })
  await expect(received).rejects.toMatchObject({ code: 'PART_BROKE_OFF' })
})

it.each([
  ['longer', Buffer.concat([part, part])],
  ['shorter', part.subarray(1)],
  ['another', Buffer.alloc(part.length)],
])('differs when it is %s', async (_, bytes) => {
  const source = new PassThrough()
  source.end(bytes)
  await expect(receivePart(source, said)).rejects.toMatchObject({ code: 'PART_DIFFERS' })
})
