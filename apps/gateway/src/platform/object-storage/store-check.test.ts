import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSmallStore, type SmallStore } from '@eclusa/testing/small-store.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDiskStore } from './disk.ts'
import { createS3Store } from './s3.ts'
import { storeCheck } from './store-check.ts'

const statusOf = async (store: Parameters<typeof storeCheck>[0]) => {
  const { status } = await storeCheck(store).look()
  await store.close()
  return status
}

describe('a folder', () => {
  it('is ready where an object could be put, and degraded where none could', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'eclusa-reach-'))
    expect(await statusOf(createDiskStore(folder, undefined, 4_000))).toBe('ready')
    await writeFile(join(folder, 'a-file'), '')
    expect(await statusOf(createDiskStore(join(folder, 'a-file'), undefined, 4_000))).toBe('degraded')
    await rm(folder, { recursive: true })
  })
})

describe('a bucket', () => {
  let store: SmallStore
  beforeAll(async () => {
    store = await createSmallStore()
  })
  afterAll(() => store.close())

  it.each<[string, Record<string, string>, string]>([
    ['that lets us in', {}, 'ready'],
    ['whose key has another secret', { S3_SECRET_ACCESS_KEY: 'another' }, 'degraded'],
    ['that is not there', { S3_BUCKET: 'no-such-bucket' }, 'degraded'],
    ['that does not respond', { S3_ENDPOINT: 'http://127.0.0.1:1' }, 'degraded'],
  ])('%s', async (_, otherwise, status) => {
    const told = { ...store.settings, ...otherwise }
    const opened = createS3Store({
      endpoint: told['S3_ENDPOINT'],
      region: told['S3_REGION']!,
      bucket: told['S3_BUCKET']!,
      accessKeyId: told['S3_ACCESS_KEY_ID']!,
      secretAccessKey: told['S3_SECRET_ACCESS_KEY']!,
      timeoutMs: 4_000,
      buffers: 2,
    })
    expect(await statusOf(opened)).toBe(status)
  })
})
