import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTestAuditLog, newKeys, type TestJournal } from '@eclusa/testing/audit-log.ts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Anchor, anchorKey, documentHash, readSigningKey, readVerifyKeys, signAnchor } from './anchor.ts'

/** An attacker with write access to the anchor store, and what verification finds. */
let test: TestJournal
beforeEach(async () => {
  test = await createTestAuditLog()
  for (let n = 0; n < 4; n += 1) {
    await test.write(5)
    await test.anchor()
  }
})
afterEach(() => test.close())

const pathOf = (sequence: number) => join(test.folder, anchorKey(sequence))
const broken = async () => (await test.verify())['anchors']!.broken
const documentOf = (sequence: number) => readFile(pathOf(sequence), 'utf8')

async function replace(sequence: number, document: string): Promise<void> {
  await rm(pathOf(sequence))
  await writeFile(pathOf(sequence), document)
}

it('are separate files, which list in the order of the journal and are read-only', async () => {
  const names = await readdir(join(test.folder, 'anchors'))
  expect(names.toSorted()).toEqual([5, 10, 15, 20].map((sequence) => `${String(sequence).padStart(16, '0')}.json`))
  expect((await stat(pathOf(5))).mode & 0o777).toBe(0o400)
  expect(JSON.parse(await documentOf(10))).toMatchObject({
    schema: 'eclusa/journal-anchor/1',
    sequence: 10,
    previous: documentHash(await documentOf(5)),
  })
  expect(await broken()).toBeUndefined()
})

it.each([
  ['hash', '0'.repeat(64)],
  ['sequence', 11],
  ['at', '2020-01-01T00:00:00.000Z'],
  ['previous', null],
  ['signature', Buffer.alloc(64).toString('base64')],
])('reports one whose %s was altered', async (member, value) => {
  const document = JSON.parse(await documentOf(10)) as object
  await replace(10, JSON.stringify({ ...document, [member]: value }))
  expect(await broken()).toMatchObject({ where: anchorKey(10), kind: 'ANCHOR_ALTERED' })
})

it('reports a truncated one, or another file', async () => {
  await replace(10, (await documentOf(10)).slice(0, 50))
  expect(await broken()).toMatchObject({ where: anchorKey(10), kind: 'ANCHOR_ALTERED' })
  await replace(10, '{}')
  expect(await broken()).toMatchObject({ where: anchorKey(10), kind: 'ANCHOR_ALTERED' })
})

it('reports the position of a removed one, and that the oldest are missing', async () => {
  await rm(pathOf(10))
  expect(await broken()).toMatchObject({ where: anchorKey(15), kind: 'ANCHOR_REMOVED' })
  await rm(pathOf(5))
  const { anchors, anchored } = await test.verify()
  expect(anchors!.broken).toBeUndefined()
  expect(anchors!.notes[0]).toContain('are not here')
  expect(anchored).toMatchObject({ seen: 2 })
})

it('reports one signed by another key, though all its content is right', async () => {
  const { schema: _, key: __, ...said } = JSON.parse(await documentOf(20)) as Anchor
  const { signature: ___, ...anchor } = said as typeof said & { signature: string }
  await replace(20, signAnchor(anchor, readSigningKey(newKeys().signing)))
  expect(await broken()).toMatchObject({ where: anchorKey(20), kind: 'ANCHOR_UNSIGNED' })
})

it('reports one under the name of another', async () => {
  await rename(pathOf(10), pathOf(12))
  expect(await broken()).toMatchObject({ where: anchorKey(12), kind: 'ANCHOR_ALTERED' })
})

it('reports that there is none at all', async () => {
  await rm(join(test.folder, 'anchors'), { recursive: true })
  expect(await broken()).toMatchObject({ kind: 'ANCHORS_MISSING' })
})

it('accepts the keys before and after a change, and no key of another kind', () => {
  const [old, next] = [newKeys(), newKeys()]
  expect(readVerifyKeys(`${old.verify}\n${next.verify}`)).toHaveLength(2)
  expect(() => readVerifyKeys('nothing')).toThrow('JOURNAL_VERIFY_KEY')
})
