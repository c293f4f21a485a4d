import { readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTestAuditLog, rewriteChain, type TestJournal } from '@eclusa/testing/audit-log.ts'
import { createTestBucket, SWIFT_START_MS } from '@eclusa/testing/swift.ts'
import { createTestWorkerServices } from '@eclusa/testing/worker.ts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createMetrics, type Metrics } from '../../platform/observability/metrics.ts'
import { anchorCheck } from './anchor-check.ts'
import { anchorHead } from './anchor-head.ts'
import { unanchoredSeconds } from './anchor-store.ts'

let test: TestJournal
beforeEach(async () => {
  test = await createTestAuditLog()
})
afterEach(() => test.close())

const anchors = async () => (await readdir(join(test.folder, 'anchors')).catch(() => [])).length
const kept = async () =>
  (
    await test.db.admin.query<{ sequence: string; put: boolean }>(
      'select sequence, put_at is not null as put from audit_log_anchors order by number',
    )
  ).rows

it('exists for every head that has moved, and for no other', async () => {
  await test.anchor()
  expect(await anchors()).toBe(0)
  await test.write(3)
  for (let n = 0; n < 3; n += 1) await test.anchor()
  expect(await anchors()).toBe(1)
  expect(await kept()).toEqual([{ sequence: '3', put: true }])
})

it('by two workers at once, while entries are written, continues one chain', async () => {
  const workers = [test, test].map(() => createTestWorkerServices(test.db, test.settings))
  for (let round = 0; round < 10; round += 1) {
    const writing = test.write(4)
    const results = await Promise.allSettled(workers.map((worker) => anchorHead(worker, worker.anchoring!)))
    await writing
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
  }
  await test.anchor()
  for (const { anchors: found, anchored, journal } of [await test.verify()]) {
    expect([found!.broken, anchored!.broken, journal!.broken]).toEqual([undefined, undefined, undefined])
    expect(found!.seen).toBe(await anchors())
  }
  await Promise.all(workers.map((worker) => worker.close()))
})

it('that could not be put is put by the next run, unchanged, and its waiting time is reported', async () => {
  await test.write(1)
  expect(await unanchoredSeconds(test.db.admin)).toBeGreaterThan(0)
  // A file in the place of the folder: no anchor can be put.
  await writeFile(join(test.folder, 'anchors'), '')
  await expect(test.anchor()).rejects.toThrow('the object store is unavailable')
  expect(await kept()).toEqual([{ sequence: '1', put: false }])
  await test.write(1)
  await rm(join(test.folder, 'anchors'))
  await test.anchor()
  await test.anchor()
  expect(await kept()).toEqual([
    { sequence: '1', put: true },
    { sequence: '2', put: true },
  ])
  expect((await test.verify())['anchors']!.broken).toBeUndefined()
  expect(await unanchoredSeconds(test.db.admin)).toBe(0)
})

it('that was put by a worker that died right after is recognised', async () => {
  await test.write(1)
  await test.anchor()
  await test.db.admin.query('update audit_log_anchors set put_at = null')
  await test.anchor()
  expect(await kept()).toEqual([{ sequence: '1', put: true }])
  expect(await anchors()).toBe(1)
})

it('is refused for a rewritten journal, and for a truncated one', async () => {
  await test.write(3)
  await test.anchor()
  await rewriteChain(test.owner, `update audit_log set reason = 'another' where sequence = 2`)
  await test.write(1)
  await expect(test.anchor()).rejects.toThrow('entry 3 of the audit log is not the one that was signed')
  await rewriteChain(test.owner, 'delete from audit_log where sequence > 2')
  await expect(test.anchor()).rejects.toThrow('the audit log ends at entry 2, but entry 3 was signed before')
  expect(await anchors()).toBe(1)
})

it('is refused for an older copy that continues, because of what the store holds', async () => {
  await test.write(3)
  const older = await test.copy()
  await test.write(3)
  await test.anchor()
  const worker = createTestWorkerServices(test.db, { ...test.settings, DATABASE_WORKER_URL: older.urls.worker })
  const anchor = () => anchorHead(worker, worker.anchoring!)
  await expect(anchor()).rejects.toThrow(
    'the audit log ends at entry 3, but anchors/0000000000000006.json was stored before',
  )
  // And again: the signed anchor is not forgotten while it waits for its store.
  await expect(anchor()).rejects.toThrow('was stored before')
  expect(await anchors()).toBe(1)
  await worker.close()
  await older.drop()
})

it('that waits for too long degrades every worker', async () => {
  const seconds: number[] = []
  const metrics: Metrics = { ...createMetrics(), set: (_, __, age) => void seconds.push(age) }
  const look = () => anchorCheck(test.db.admin, metrics).look()
  expect(await look()).toEqual({ status: 'ready' })
  await test.write(1)
  expect(await look()).toEqual({ status: 'ready' })
  await rewriteChain(test.owner, `update audit_log set at = at - interval '11 minutes'`)
  expect(await look()).toMatchObject({
    status: 'degraded',
    reason: expect.stringContaining('for 11 minutes') as string,
  })
  expect(seconds.at(-1)).toBeGreaterThan(660)
  await test.anchor()
  expect(await look()).toEqual({ status: 'ready' })
  expect(seconds.at(-1)).toBe(0)
})

it('is put into a bucket as into a folder, and verified from there', { timeout: SWIFT_START_MS }, async () => {
  const { swift, bucket } = await createTestBucket()
  const inBucket = await createTestAuditLog({
    JOURNAL_ANCHORS: 's3',
    JOURNAL_ANCHOR_BUCKET: bucket,
    JOURNAL_ANCHOR_ENDPOINT: swift.endpoint,
    JOURNAL_ANCHOR_REGION: swift.region,
    JOURNAL_ANCHOR_ACCESS_KEY_ID: swift.accessKeyId,
    JOURNAL_ANCHOR_SECRET_ACCESS_KEY: swift.secretAccessKey,
  })
  for (let n = 0; n < 3; n += 1) {
    await inBucket.write(2)
    await inBucket.anchor()
  }
  const { anchors: found, anchored } = await inBucket.verify()
  expect([found, anchored]).toMatchObject([{ seen: 3 }, { seen: 3 }])
  expect([found!.broken, anchored!.broken]).toEqual([undefined, undefined])
  await rewriteChain(inBucket.owner, 'delete from audit_log where sequence > 4')
  expect((await inBucket.verify())['anchored']!.broken).toMatchObject({ kind: 'CUT' })
  await inBucket.close()
  await swift.stop()
})

it('is refused where another gateway puts its own', async () => {
  await test.write(2)
  await test.anchor()
  const other = await createTestAuditLog({ JOURNAL_ANCHOR_PATH: test.folder })
  await other.write(2)
  await expect(other.anchor()).rejects.toThrow('is it the place of another gateway?')
  await other.close()
})
