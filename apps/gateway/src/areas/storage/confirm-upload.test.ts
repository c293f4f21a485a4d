import { randomUUID } from 'node:crypto'
import {
  begin,
  confirm,
  expectDiscreetLogs,
  fileStateOf,
  holdingsOf,
  putBytes,
  samples,
  sha256,
  upload,
} from '@eclusa/testing/files.ts'
import { createTestGateway, type TestGateway, type TestUser } from '@eclusa/testing/gateway.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let gateway: TestGateway
let user: TestUser
let other: TestUser

beforeAll(async () => {
  gateway = await createTestGateway()
  user = await gateway.user()
  other = await gateway.user()
})
afterAll(() => gateway.close())

const ask = (url: string, as = user) => gateway.ask({ url, as })

describe('200', () => {
  it.each([
    ['pdf', 'a.pdf', 'application/pdf'],
    ['jpeg', 'a.JPG', 'image/jpeg'],
    ['png', 'a.png', 'image/png'],
    ['mp4', 'a.mp4', 'video/mp4'],
    ['mov', 'a.mov', 'video/quicktime'],
    ['csv', 'a.csv', 'text/csv'],
  ] as const)('a %s becomes READY', async (sample, file_name, content_type) => {
    const owner = await gateway.user()
    const { put, confirmed, file_id } = await upload(gateway, owner, samples[sample], { file_name })
    expect(put).toBe(200)
    expect(confirmed).toMatchObject({ status: 200, body: { id: file_id, state: 'READY', content_type } })
    const { row, told } = await fileStateOf(gateway, file_id)
    expect(row).toMatchObject({ state: 'READY', version: '2' })
    expect(told).toEqual(['storage.file.created', 'storage.file.ready'])
    expect((await holdingsOf(gateway, owner)).objects).toContain(row!['object_key'])
  })

  it('again returns the same file', async () => {
    const { file_id, confirmed } = await upload(gateway, user, samples.png, { file_name: 'twice.png' })
    const again = await confirm(gateway, user, file_id)
    expect(again.status).toBe(200)
    expect(again.body).toEqual(confirmed.body)
  })

  it('bytes that replace the upload after its confirmation do not change the file', async () => {
    const good = samples.pdf
    const evil = Buffer.from(good.toString().replace('Catalog', 'JScript'))
    const begun = await begin(gateway, user, good, { file_name: 'swapped.pdf' })
    expect(await putBytes(gateway, begun, good)).toBe(200)
    expect((await confirm(gateway, user, begun.file_id)).status).toBe(200)
    expect(await putBytes(gateway, begun, evil)).toBe(200)
    expect((await confirm(gateway, user, begun.file_id)).status).toBe(200)
    const { url } = (await ask(`/v2/storage/files/${begun.file_id}/url`)).body as { url: string }
    const { pathname, search } = new URL(url)
    expect((await gateway.app.inject(pathname + search)).rawPayload.equals(good)).toBe(true)
  })

  it('of many concurrent confirmations, one makes it READY', async () => {
    const begun = await begin(gateway, user, samples.pdf, { file_name: 'race.pdf' })
    await putBytes(gateway, begun, samples.pdf)
    const answers = await Promise.all(Array.from({ length: 8 }, () => confirm(gateway, user, begun.file_id)))
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200))
    expect((await fileStateOf(gateway, begun.file_id)).told).toHaveLength(2)
  })
})

describe('404', () => {
  it('for an unknown file, and for another user the same', async () => {
    const { file_id } = await begin(gateway, user, samples.pdf, { file_name: 'mine.pdf' })
    const unknown = await confirm(gateway, user, randomUUID())
    const foreign = await confirm(gateway, other, file_id)
    expect(unknown).toMatchObject({ status: 404, body: { code: 'STORAGE_FILE_NOT_FOUND' } })
    const { request_id: _, instance: __, ...said } = unknown.body
    expect(foreign.body).toMatchObject(said)
    expect((await fileStateOf(gateway, file_id)).row).toMatchObject({ state: 'WAITING_UPLOAD', version: '1' })
  })
})

describe('422', () => {
  it('before the bytes were uploaded; a later confirmation succeeds', async () => {
    const begun = await begin(gateway, user, samples.pdf, { file_name: 'later.pdf' })
    expect(await confirm(gateway, user, begun.file_id)).toMatchObject({
      status: 422,
      body: { code: 'STORAGE_BYTES_NOT_UPLOADED' },
    })
    await putBytes(gateway, begun, samples.pdf)
    expect((await confirm(gateway, user, begun.file_id)).status).toBe(200)
  })

  it('wrong bytes make it ERROR finally, and are not stored', async () => {
    const owner = await gateway.user()
    const lie = Buffer.from(samples.pdf)
    const begun = await begin(gateway, owner, lie, { sha256: sha256(samples.csv) })
    await putBytes(gateway, begun, lie)
    for (const _ of [1, 2]) {
      const answer = await confirm(gateway, owner, begun.file_id)
      expect(answer).toMatchObject({
        status: 422,
        body: { code: 'STORAGE_FILE_REFUSED', errors: [{ code: 'SHA256_DIFFERS' }] },
      })
    }
    const { row, told } = await fileStateOf(gateway, begun.file_id)
    expect(row).toMatchObject({ state: 'ERROR', failure_code: 'SHA256_DIFFERS', object_key: null })
    expect(told).toEqual(['storage.file.created', 'storage.file.refused'])
    const claims = await gateway.db.admin.query('select 1 from replay_claims where resource_id = $1', [begun.file_id])
    // Only the creation has a replay claim. A rejection has none.
    expect(claims.rowCount).toBe(1)
  })
})

it('no signed address, file name or token is in any log line', () => expectDiscreetLogs(gateway, user))
