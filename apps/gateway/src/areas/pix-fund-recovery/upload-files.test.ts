import { multipart, multipartHeaders, samples } from '@eclusa/testing/files.ts'
import { createTestRecovery, RECOVERIES, type TestRecovery } from '@eclusa/testing/recovery.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

let test: TestRecovery
beforeAll(async () => {
  test = await createTestRecovery()
})
beforeEach(() => test.begin())
afterAll(() => test.close())

describe('evidence', () => {
  const pdf = (text: string) => Buffer.concat([samples.pdf, Buffer.from(`% ${text}\n`)])
  const part = (name: string, bytes: Buffer) => ({ name, file_name: `${name}.pdf`, bytes })
  const upload = (id: string, parts: ReturnType<typeof part>[]) =>
    test.pix.gateway.ask({
      method: 'PATCH',
      url: `${RECOVERIES}/${id}/files/upload`,
      as: test.user,
      headers: multipartHeaders,
      body: multipart(parts),
    })

  it('200: two files, then a third; a fourth is rejected', async () => {
    const id = await test.created()
    const first = await upload(id, [part('first_file', pdf('a')), part('second_file', pdf('b'))])
    expect(first.status).toBe(200)
    expect(first.body).toMatchObject([{ name: `${id}_1` }, { name: `${id}_2` }])
    expect((await upload(id, [part('first_file', pdf('c'))])).status).toBe(200)
    const before = await test.stateOf()
    expect(await upload(id, [part('first_file', pdf('d'))])).toMatchObject({
      status: 422,
      body: { code: 'FUND_RECOVERY_TOO_MANY_FILES' },
    })
    expect(await test.stateOf()).toEqual(before)
    expect((await test.get(id)).body['files']).toHaveLength(3)
    expect(await test.pix.told(id)).toEqual(['created', 'evidence_attached', 'evidence_attached'])
  })

  it('400: a second file without a first', async () => {
    const id = await test.created()
    const errors = [{ pointer: '/body/first_file', code: 'MISSING_DATA' }]
    expect(await upload(id, [part('second_file', pdf('b'))])).toMatchObject({ status: 400, body: { errors } })
  })

  it('400: a part whose name cannot be read', async () => {
    const id = await test.created()
    const nameless = Buffer.from(
      multipart([part('first_file', pdf('a'))])
        .toString()
        .replace('form-data; name', 'form-data;\u00ed  name'),
    )
    const answer = await test.pix.gateway.ask({
      method: 'PATCH',
      url: `${RECOVERIES}/${id}/files/upload`,
      as: test.user,
      headers: multipartHeaders,
      body: nameless,
    })
    expect(answer).toMatchObject({ status: 400, body: { code: 'REQUEST_MALFORMED', errors: [{ pointer: '/body' }] } })
  })

  it('422: once the analyses are complete, and for a file that is no document', async () => {
    const { id, dict_id } = await test.untilAnalysis()
    expect((await upload(id, [part('first_file', Buffer.from('MZ'))])).status).toBe(422)
    test.analyse(dict_id, 'DISAGREED')
    await test.advance(id)
    expect(await upload(id, [part('first_file', pdf('late'))])).toMatchObject({
      status: 422,
      body: { code: 'FUND_RECOVERY_TAKES_NO_FILES' },
    })
  })
})
