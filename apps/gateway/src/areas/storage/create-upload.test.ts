import { randomUUID } from 'node:crypto'
import { begin, expectDiscreetLogs, fileStateOf, samples, sha256 } from '@eclusa/testing/files.ts'
import { openForFile } from '@eclusa/testing/for-file.ts'
import { describe, expect, it } from 'vitest'
import { fileTypes } from './file-type.ts'

const test = openForFile()

const sendAs = (id: string, bytes: Buffer) =>
  test.gateway.ask({
    method: 'POST',
    url: '/v1/storage/upload',
    as: test.user,
    headers: { 'x-transaction-uuid': id },
    body: { file_type: 'OTHERS', file_name: 'a.pdf', size: bytes.length, sha256: sha256(bytes) },
  })

describe('201', () => {
  it('returns an upload URL, and the file waits for its bytes', async () => {
    const { answer, file_id } = await begin(test.gateway, test.user, samples.pdf, { folder_name: 'reports/november' })
    expect(answer.status).toBe(201)
    expect(Object.keys(answer.body).toSorted()).toEqual(['expires_at', 'file_id', 'headers', 'method', 'state', 'url'])
    expect(answer.body).toMatchObject({ state: 'WAITING_UPLOAD', method: 'PUT' })
    const { row, told } = await fileStateOf(test.gateway, file_id)
    expect(row).toMatchObject({ state: 'WAITING_UPLOAD', folder_name: 'reports/november', object_key: null })
    expect(told).toEqual(['storage.file.created'])
  })

  it('takes its id from x-transaction-uuid', async () => {
    const id = randomUUID()
    expect(await sendAs(id, samples.pdf)).toMatchObject({ status: 201, body: { file_id: id } })
  })

  it.each(fileTypes)('accepts the type %s', async (file_type) => {
    const file_name = { ONBOARDING_LIVENESS_VIDEOS: 'a.mp4', BANKING_BILLET_PIX_DEPOSIT_BATCH_FILE: 'a.csv' }[
      file_type as string
    ]
    const { answer } = await begin(test.gateway, test.user, samples.pdf, {
      file_type,
      file_name: file_name ?? 'each.pdf',
    })
    expect(answer.status).toBe(201)
  })
})

describe('400', () => {
  it.each([
    ['an unknown type', { file_type: 'SELFIES' }],
    ['no size', { size: undefined }],
    ['a size of zero', { size: 0 }],
    ['a hash that is none', { sha256: 'abc' }],
    ['an unknown field', { user_id: randomUUID() }],
    ['a name of 4 KB', { file_name: `${'a'.repeat(4096)}.pdf` }],
    ['a day of a year that no calendar has', { file_date: '0000-01-01' }],
  ])('%s', async (_what, told) => {
    const { answer } = await begin(test.gateway, test.user, samples.pdf, told)
    expect(answer).toMatchObject({ status: 400, body: { code: 'REQUEST_MALFORMED' } })
  })
})

describe('409', () => {
  it('an id that is taken, whatever the content', async () => {
    const id = randomUUID()
    await sendAs(id, samples.png)
    const before = await fileStateOf(test.gateway, id)
    expect(await sendAs(id, samples.csv)).toMatchObject({ status: 409, body: { code: 'STORAGE_FILE_ID_TAKEN' } })
    expect(await fileStateOf(test.gateway, id)).toEqual(before)
  })

  it('an identical repeat is a replay', async () => {
    const bytes = Buffer.from('once;only\n')
    const first = await begin(test.gateway, test.user, bytes, { file_name: 'once.csv' })
    const second = await begin(test.gateway, test.user, bytes, { file_name: 'once.csv' })
    expect(second.answer).toMatchObject({ status: 409, body: { code: 'REPLAY', resource_id: first.file_id } })
  })
})

describe('422', () => {
  it('lists every broken rule, and creates nothing', async () => {
    const stranger = await test.gateway.user()
    const told = { file_type: 'ONBOARDING_LIVENESS_VIDEOS', file_name: 'me.pdf', folder_name: '../x', size: 50_000_000 }
    const { answer } = await begin(test.gateway, stranger, samples.pdf, told)
    expect(answer).toMatchObject({ status: 422, body: { code: 'STORAGE_UPLOAD_RULES_BROKEN' } })
    expect((answer.body['errors'] as { pointer: string }[]).map(({ pointer }) => pointer)).toEqual([
      '/body/folder_name',
      '/body/file_name',
    ])
    expect((await test.gateway.ask({ url: '/v1/storage/files', as: stranger })).body['data']).toEqual([])
  })
})

describe('the largest size', () => {
  it.each([
    ['OPERATION_RECEIPT', 10_000_000],
    ['REPORT_STATEMENTS', 50_000_000],
    ['ONBOARDING_DOCUMENTS', 25_000_000],
    ['COMPANY_DOCUMENTS', 10_000_000],
    ['PIX_REFUND_FILES', 10_000_000],
    ['CROSSBORDER_QUOTE_DOCUMENT', 20_000_000],
  ])('of %s is %i bytes', async (file_type, most) => {
    const user = await test.gateway.user()
    for (const [size, status] of [
      [most, 201],
      [most + 1, 422],
    ])
      expect((await begin(test.gateway, user, samples.pdf, { file_type, size })).answer.status).toBe(status)
  })
})

it('no signed address, file name or token is in any log line', () => expectDiscreetLogs(test.gateway, test.user))
