import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { begin, confirm, putBytes, samples, sha256, upload } from '../../../test/support/files.ts'
import { openTestGateway, type TestGateway, type TestUser } from '../../../test/support/gateway.ts'
import { fileTypes } from './file-type.ts'

let gateway: TestGateway
let user: TestUser
let other: TestUser
beforeAll(async () => {
  gateway = await openTestGateway()
  user = await gateway.user()
  other = await gateway.user()
})
afterAll(() => gateway.close())

async function stateOf(file_id: string) {
  const { rows } = await gateway.db.admin.query('select * from files where id = $1', [file_id])
  const events = await gateway.db.admin.query('select type, data from events where object_id = $1 order by sequence', [
    file_id,
  ])
  return { row: rows[0] as Record<string, unknown> | undefined, events: events.rows as { type: string }[] }
}

const objectsOf = async ({ user_id }: TestUser) => {
  const keys: string[] = []
  for (const prefix of ['incoming/', 'files/'])
    for await (const { key } of gateway.services.objects.list(`${prefix}${user_id}/`)) keys.push(key)
  return keys
}

const ask = (url: string, as = user) => gateway.ask({ url, as })

describe('POST /v1/storage/upload', () => {
  it('201: answers an address, and the file waits for its bytes', async () => {
    const { answer, file_id } = await begin(gateway, user, samples.pdf, { folder_name: 'reports/november' })
    expect(answer.status).toBe(201)
    expect(Object.keys(answer.body).toSorted()).toEqual(['expires_at', 'file_id', 'headers', 'method', 'state', 'url'])
    expect(answer.body).toMatchObject({ state: 'WAITING_UPLOAD', method: 'PUT' })
    const { row, events } = await stateOf(file_id)
    expect(row).toMatchObject({ state: 'WAITING_UPLOAD', folder_name: 'reports/november', object_key: null })
    expect(events.map(({ type }) => type)).toEqual(['storage.file.created'])
  })

  it('201: takes its id from x-transaction-uuid; the same id with other content is 409', async () => {
    const id = randomUUID()
    const send = (bytes: Buffer) =>
      gateway.ask({
        method: 'POST',
        url: '/v1/storage/upload',
        as: user,
        headers: { 'x-transaction-uuid': id },
        body: { file_type: 'OTHERS', file_name: 'a.pdf', size: bytes.length, sha256: sha256(bytes) },
      })
    expect((await send(samples.pdf)).body['file_id']).toBe(id)
    expect(await send(samples.csv)).toMatchObject({ status: 409, body: { code: 'STORAGE_FILE_ID_TAKEN' } })
  })

  it.each(fileTypes)('201: takes the type %s', async (file_type) => {
    const file_name = { ONBOARDING_LIVENESS_VIDEOS: 'a.mp4', BANKING_BILLET_PIX_DEPOSIT_BATCH_FILE: 'a.csv' }[
      file_type as string
    ]
    const { answer } = await begin(gateway, user, samples.pdf, { file_type, file_name: file_name ?? 'each.pdf' })
    expect(answer.status).toBe(201)
  })

  it.each([
    ['an unknown type', { file_type: 'SELFIES' }],
    ['no size', { size: undefined }],
    ['a size of zero', { size: 0 }],
    ['a hash that is none', { sha256: 'abc' }],
    ['an unknown field', { user_id: randomUUID() }],
    ['a name of 4 KB', { file_name: `${'a'.repeat(4096)}.pdf` }],
    ['a day of a year that no calendar has', { file_date: '0000-01-01' }],
  ])('400: %s', async (_what, told) => {
    const { answer } = await begin(gateway, user, samples.pdf, told)
    expect(answer).toMatchObject({ status: 400, body: { code: 'REQUEST_MALFORMED' } })
  })

  it('422: lists every broken rule, and creates nothing', async () => {
    const stranger = await gateway.user()
    const told = { file_type: 'ONBOARDING_LIVENESS_VIDEOS', file_name: 'me.pdf', folder_name: '../x', size: 50_000_001 }
    const { answer } = await begin(gateway, stranger, samples.pdf, { ...told, size: 50_000_000 })
    expect(answer).toMatchObject({ status: 422, body: { code: 'STORAGE_UPLOAD_RULES_BROKEN' } })
    expect((answer.body['errors'] as { pointer: string }[]).map(({ pointer }) => pointer)).toEqual([
      '/body/folder_name',
      '/body/file_name',
    ])
    expect((await ask('/v1/storage/files', stranger)).body['data']).toEqual([])
  })

  it('409: an identical repeat is a replay', async () => {
    const bytes = Buffer.from('once;only\n')
    const first = await begin(gateway, user, bytes, { file_name: 'once.csv' })
    const second = await begin(gateway, user, bytes, { file_name: 'once.csv' })
    expect(second.answer).toMatchObject({ status: 409, body: { code: 'REPLAY', resource_id: first.file_id } })
  })
})

describe('POST /v1/storage/upload/:id/confirm', () => {
  it.each([
    ['pdf', 'a.pdf', 'application/pdf'],
    ['jpeg', 'a.JPG', 'image/jpeg'],
    ['png', 'a.png', 'image/png'],
    ['mp4', 'a.mp4', 'video/mp4'],
    ['mov', 'a.mov', 'video/quicktime'],
    ['csv', 'a.csv', 'text/csv'],
  ] as const)('200: a %s becomes READY', async (sample, file_name, content_type) => {
    const owner = await gateway.user()
    const { put, confirmed, file_id } = await upload(gateway, owner, samples[sample], { file_name })
    expect(put).toBe(200)
    expect(confirmed).toMatchObject({ status: 200, body: { id: file_id, state: 'READY', content_type } })
    const { row, events } = await stateOf(file_id)
    expect(row).toMatchObject({ state: 'READY', version: '2' })
    expect(events.map(({ type }) => type)).toEqual(['storage.file.created', 'storage.file.ready'])
    expect(await objectsOf(owner)).toContain(row!['object_key'])
  })

  it('200: again answers the same file', async () => {
    const { file_id, confirmed } = await upload(gateway, user, samples.png, { file_name: 'twice.png' })
    const again = await confirm(gateway, user, file_id)
    expect(again.status).toBe(200)
    expect(again.body).toEqual(confirmed.body)
  })

  it('200: bytes swapped by the still valid address after the confirmation are not the file', async () => {
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

  it('200: of many confirmations at once, one makes it READY', async () => {
    const begun = await begin(gateway, user, samples.pdf, { file_name: 'race.pdf' })
    await putBytes(gateway, begun, samples.pdf)
    const answers = await Promise.all(Array.from({ length: 8 }, () => confirm(gateway, user, begun.file_id)))
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200))
    expect((await stateOf(begun.file_id)).events).toHaveLength(2)
  })

  it('404: for an unknown file, and for another user the same', async () => {
    const { file_id } = await begin(gateway, user, samples.pdf, { file_name: 'mine.pdf' })
    const unknown = await confirm(gateway, user, randomUUID())
    const foreign = await confirm(gateway, other, file_id)
    expect(unknown).toMatchObject({ status: 404, body: { code: 'STORAGE_FILE_NOT_FOUND' } })
    const { request_id: _, instance: __, ...said } = unknown.body
    expect(foreign.body).toMatchObject(said)
    expect((await stateOf(file_id)).row).toMatchObject({ state: 'WAITING_UPLOAD', version: '1' })
  })

  it('422: before the bytes were put; it can still be done', async () => {
    const begun = await begin(gateway, user, samples.pdf, { file_name: 'later.pdf' })
    expect(await confirm(gateway, user, begun.file_id)).toMatchObject({
      status: 422,
      body: { code: 'STORAGE_BYTES_NOT_UPLOADED' },
    })
    await putBytes(gateway, begun, samples.pdf)
    expect((await confirm(gateway, user, begun.file_id)).status).toBe(200)
  })

  it('422: wrong bytes make it ERROR for good, and are not kept', async () => {
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
    const { row, events } = await stateOf(begun.file_id)
    expect(row).toMatchObject({ state: 'ERROR', failure_code: 'SHA256_DIFFERS', object_key: null })
    expect(events.map(({ type }) => type)).toEqual(['storage.file.created', 'storage.file.refused'])
    const claims = await gateway.db.admin.query('select 1 from replay_claims where resource_id = $1', [begun.file_id])
    // Only the creation holds claims: one for its content and one for its nonce. A refusal claims nothing.
    expect(claims.rowCount).toBe(2)
  })
})

describe('GET /v1/storage/files', () => {
  it('200: filters by type, state, folder and time, and pages', async () => {
    const owner = await gateway.user()
    await upload(gateway, owner, samples.png, { file_name: '1.png', folder_name: 'a' })
    await begin(gateway, owner, samples.mp4, { file_type: 'ONBOARDING_LIVENESS_VIDEOS', file_name: '2.mp4' })
    await begin(gateway, owner, samples.pdf, { file_name: '3.pdf', folder_name: 'a' })
    const names = async (query: string) => {
      const { body } = await ask(`/v1/storage/files?${query}`, owner)
      return (body['data'] as { file_name: string }[]).map(({ file_name }) => file_name)
    }
    expect(await names('')).toEqual(['3.pdf', '2.mp4', '1.png'])
    expect(await names('order=asc')).toEqual(['1.png', '2.mp4', '3.pdf'])
    expect(await names('type=ONBOARDING_LIVENESS_VIDEOS')).toEqual(['2.mp4'])
    expect(await names('state=READY')).toEqual(['1.png'])
    expect(await names('folder_name=a&state=WAITING_UPLOAD')).toEqual(['3.pdf'])
    expect(await names(`created_at_start=${new Date(Date.now() + 60_000).toISOString()}`)).toEqual([])
    expect(await names(`created_at_end=${new Date(Date.now() + 60_000).toISOString()}`)).toHaveLength(3)
    const page = await ask('/v1/storage/files?page_size=2', owner)
    expect(page.body).toMatchObject({ has_next_page: true })
    expect(await names(`page_size=2&page_state=${String(page.body['page_state'])}`)).toEqual(['1.png'])
    expect(await names('type=ONBOARDING_LIVENESS_VIDEOS&state=READY')).toEqual([])
  })

  it('200: shows exactly what a caller may know, and nothing of another user', async () => {
    const owner = await gateway.user()
    await upload(gateway, owner, samples.png, { file_name: '1.png' })
    const [file] = (await ask('/v1/storage/files', owner)).body['data'] as Record<string, unknown>[]
    expect(Object.keys(file!).toSorted()).toEqual(
      ['content_type', 'created_at', 'file_name', 'id', 'sha256', 'size', 'state', 'type', 'updated_at'].toSorted(),
    )
    expect((await ask('/v1/storage/files', await gateway.user())).body['data']).toEqual([])
  })

  it('400: an unknown type or state', async () => {
    expect((await ask('/v1/storage/files?type=X')).status).toBe(400)
    expect((await ask('/v1/storage/files?state=X')).status).toBe(400)
  })
})

describe('GET /v2/storage/files/:id/url', () => {
  it('200: an address that downloads an attachment no browser interprets, without the name the caller gave', async () => {
    const { file_id } = await upload(gateway, user, samples.pdf, { file_name: 'maria da silva.pdf' })
    const answer = await ask(`/v2/storage/files/${file_id}/url`)
    expect(answer).toMatchObject({ status: 200, body: { size: samples.pdf.length, state: 'READY' } })
    expect(String(answer.body['url'])).not.toContain('maria')
    const { pathname, search } = new URL(String(answer.body['url']))
    const download = await gateway.app.inject(pathname + search)
    expect(download.rawPayload.equals(samples.pdf)).toBe(true)
    expect(download.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="${file_id}.pdf"`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': `default-src 'none'; sandbox`,
    })
  })

  it('404: unknown and foreign alike', async () => {
    const { file_id } = await upload(gateway, user, samples.pdf, { file_name: 'hidden.pdf' })
    expect((await ask(`/v2/storage/files/${randomUUID()}/url`)).status).toBe(404)
    expect((await ask(`/v2/storage/files/${file_id}/url`, other)).status).toBe(404)
  })

  it('422: not before it is READY', async () => {
    const { file_id } = await begin(gateway, user, samples.pdf, { file_name: 'soon.pdf' })
    expect(await ask(`/v2/storage/files/${file_id}/url`)).toMatchObject({
      status: 422,
      body: { code: 'STORAGE_FILE_NOT_READY', state: 'WAITING_UPLOAD' },
    })
  })
})

it('no signed address, file name or token is in any log line', () => {
  expect(gateway.logged.length).toBeGreaterThan(50)
  const text = gateway.logged.join('')
  expect(text).not.toMatch(/signature|\/objects\/|maria|statement\.pdf|\.(pdf|png|mp4)\b|incoming\/|files\//)
  expect(text).not.toContain(user.token)
  expect(text).not.toContain(user.token.split('.')[2]!)
})
