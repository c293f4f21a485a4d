import { readFileSync } from 'node:fs'
import { createStreamInspector } from '@eclusa/gateway/src/areas/storage/stream-inspector.ts'
import { samples } from '@eclusa/testing/files.ts'
import { videos } from '@eclusa/testing/liveness.ts'
import { describe, expect, it } from 'vitest'
import { drawnPdf, drawnPng } from './sampled.ts'
import { ownBytes } from './unique-bytes.ts'

const measured = (bytes: Buffer) => {
  const meter = createStreamInspector()
  meter.take(bytes)
  return meter.end()
}

const { pdf, png, jpeg, mov } = samples
const files = {
  pdf,
  png,
  jpeg,
  mov,
  mp4: videos.mp4,
  webm: videos.webm,
  'drawn pdf': drawnPdf('Conta de luz'),
  'drawn png': drawnPng(30, 40),
  'sample png': readFileSync(new URL('samples/selfie.png', import.meta.url)),
}

it.each([
  ['pdf', () => drawnPdf('Conta de luz')],
  ['png', () => drawnPng(30, 40)],
])('a drawn %s has other bytes each time', (_, draw) => {
  expect(draw().equals(draw())).toBe(false)
})

describe('a file with a comment', () => {
  it.each(Object.entries(files))('%s: is still valid, and has bytes of its own', async (_, bytes) => {
    const { sniffed, whole } = await measured(bytes)
    const [ana, ines, again] = await Promise.all(
      ['Ana', 'Inês', 'Ana'].map((person) => measured(ownBytes(bytes, person))),
    )
    for (const own of [ana, ines]) expect(own).toMatchObject({ sniffed, whole, archive_behind: false })
    expect(new Set([(await measured(bytes)).sha256, ana!.sha256, ines!.sha256]).size).toBe(3)
    expect(again!.sha256).toBe(ana!.sha256)
  })

  it('of another format is rejected', () => {
    expect(() => ownBytes(samples.csv, 'Ana')).toThrow('has no comment')
  })
})
