import { randomUUID } from 'node:crypto'
import { begin, samples, sha256, upload } from '@eclusa/testing/files.ts'
import { createTestGateway, type TestGateway, type TestUser } from '@eclusa/testing/gateway.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let gateway: TestGateway
let user: TestUser
beforeAll(async () => {
  gateway = await createTestGateway()
  user = await gateway.user()
})
afterAll(() => gateway.close())

const get = (id: string, as = user) => gateway.ask({ url: `/v1/storage/files/${id}`, as })

describe('200', () => {
  it('shows a file that waits for its bytes, as the list shows it', async () => {
    const { file_id } = await begin(gateway, user, samples.pdf, { folder_name: 'reports', file_date: '2026-11-14' })
    const { status, body, headers } = await get(file_id)
    expect(status).toBe(200)
    expect(headers['etag']).toBe('"1"')
    expect(body).toMatchObject({ id: file_id, state: 'WAITING_UPLOAD', type: 'OTHERS', file_date: '2026-11-14' })
    const list = await gateway.ask({ url: '/v1/storage/files?folder_name=reports', as: user })
    expect(list.body['data']).toEqual([body])
  })

  it('shows a stored file without its key', async () => {
    const { file_id } = await upload(gateway, user, samples.csv, { file_name: 'november.csv' })
    const { body, headers } = await get(file_id)
    expect(headers['etag']).toBe('"2"')
    expect(Object.keys(body).toSorted()).toEqual([
      'content_type',
      'created_at',
      'file_name',
      'id',
      'sha256',
      'size',
      'state',
      'type',
      'updated_at',
    ])
    expect(body).toMatchObject({ state: 'READY', size: samples.csv.length, sha256: sha256(samples.csv) })
  })

  it('shows why a file was rejected', async () => {
    const { file_id, confirmed } = await upload(gateway, user, samples.png, { file_name: 'no-picture.pdf' })
    expect(confirmed.status).toBe(422)
    expect((await get(file_id)).body).toMatchObject({ state: 'ERROR', failure_code: expect.any(String) })
  })
})

describe('400', () => {
  it('accepts only a UUID', async () => {
    expect(await get('november')).toMatchObject({ status: 400, body: { code: 'REQUEST_MALFORMED' } })
  })
})

describe('404', () => {
  it("is the same for another user's file and for a missing one", async () => {
    const { file_id } = await begin(gateway, user, samples.pdf, { file_name: 'mine.pdf' })
    const stranger = await gateway.user()
    const [theirs, nobodys] = [await get(file_id, stranger), await get(randomUUID(), stranger)]
    const said = ({ status, body: { code, title, detail } }: typeof theirs) => ({ status, code, title, detail })
    expect(said(theirs)).toMatchObject({ status: 404, code: 'STORAGE_FILE_NOT_FOUND' })
    expect(said(theirs)).toEqual(said(nobodys))
  })
})
