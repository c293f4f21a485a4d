import { randomUUID } from 'node:crypto'
import { begin, expectDiscreetLogs, samples, upload } from '@eclusa/testing/files.ts'
import { openForFile } from '@eclusa/testing/for-file.ts'
import { describe, expect, it } from 'vitest'

const test = openForFile()

const ask = (url: string, as = test.user) => test.gateway.ask({ url, as })

describe('200', () => {
  it("a URL that downloads an attachment which no browser renders, without the caller's file name", async () => {
    const { file_id } = await upload(test.gateway, test.user, samples.pdf, { file_name: 'maria da silva.pdf' })
    const answer = await ask(`/v2/storage/files/${file_id}/url`)
    expect(answer).toMatchObject({ status: 200, body: { size: samples.pdf.length, state: 'READY' } })
    expect(String(answer.body['url'])).not.toContain('maria')
    const { pathname, search } = new URL(String(answer.body['url']))
    const download = await test.gateway.app.inject(pathname + search)
    expect(download.rawPayload.equals(samples.pdf)).toBe(true)
    expect(download.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="${file_id}.pdf"`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': `default-src 'none'; sandbox`,
    })
  })
})

describe('404', () => {
  it("unknown and another user's alike", async () => {
    const { file_id } = await upload(test.gateway, test.user, samples.pdf, { file_name: 'hidden.pdf' })
    expect((await ask(`/v2/storage/files/${randomUUID()}/url`)).status).toBe(404)
    expect((await ask(`/v2/storage/files/${file_id}/url`, await test.gateway.user())).status).toBe(404)
  })
})

describe('422', () => {
  it('not before it is READY', async () => {
    const { file_id } = await begin(test.gateway, test.user, samples.pdf, { file_name: 'soon.pdf' })
    expect(await ask(`/v2/storage/files/${file_id}/url`)).toMatchObject({
      status: 422,
      body: { code: 'STORAGE_FILE_NOT_READY', state: 'WAITING_UPLOAD' },
    })
  })
})

it('no signed address, file name or token is in any log line', () => expectDiscreetLogs(test.gateway, test.user))
