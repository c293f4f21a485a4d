import { randomUUID } from 'node:crypto'
import { holdingsOf, keep, multipart, multipartHeaders, samples, sha256 } from '@eclusa/testing/files.ts'
import { createTestGateway, type TestGateway, type TestUser } from '@eclusa/testing/gateway.ts'
import { keepRoute } from '@eclusa/testing/upload-route.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let gateway: TestGateway
let user: TestUser
beforeAll(async () => {
  gateway = await createTestGateway({}, {}, { moreRoutes: [keepRoute] })
  user = await gateway.user()
})
afterAll(() => gateway.close())

const document = (bytes: Buffer | string = samples.pdf, file_name = 'paper.pdf') => ({
  name: 'document',
  file_name,
  bytes,
})
/** A PDF with unique content. */
const pdf = () =>
  Buffer.concat([samples.pdf.subarray(0, 9), Buffer.from(`% ${randomUUID()}\n`), samples.pdf.subarray(9)])

const removals = async (key: string) => {
  const jobs = await gateway.db.admin.query(
    `select 1 from pgboss.job where name = 'remove-object' and data->>'key' = $1`,
    [key],
  )
  return jobs.rowCount
}

describe('201', () => {
  it('stores the bytes, then the row, and emits one event', async () => {
    const owner = await gateway.user()
    const bytes = pdf()
    const answer = await keep(gateway, owner, [document(bytes)])
    expect(answer).toMatchObject({
      status: 201,
      body: { state: 'READY', size: bytes.length, sha256: sha256(bytes), content_type: 'application/pdf' },
    })
    const { objects, ready } = await holdingsOf(gateway, owner)
    expect(objects).toEqual(ready)
    const kept = await gateway.services.objects.read(ready[0]!)
    const chunks: Buffer[] = []
    for await (const chunk of kept!) chunks.push(chunk)
    expect(Buffer.concat(chunks).equals(bytes)).toBe(true)
    const events = await gateway.db.admin.query('select type from events where object_id = $1', [answer.body['id']])
    expect(events.rows).toEqual([{ type: 'storage.file.ready' }])
  })

  it.each([
    ['before', (file: object) => [{ name: 'note', bytes: 'x' }, file]],
    ['after', (file: object) => [file, { name: 'note', bytes: 'x' }]],
  ])('accepts fields that come %s the file', async (_when, order) => {
    const parts = order(document(pdf())) as Parameters<typeof keep>[2]
    expect((await keep(gateway, user, parts)).status).toBe(201)
  })

  it('recognises the same bytes of the same owner, and stores them once', async () => {
    const owner = await gateway.user()
    const bytes = pdf()
    const first = await keep(gateway, owner, [document(bytes)])
    const again = await keep(gateway, owner, [document(bytes, 'other name.pdf'), { name: 'note', bytes: 'again' }])
    expect(again.status).toBe(201)
    expect(again.body).toEqual(first.body)
    const { objects, ready } = await holdingsOf(gateway, owner)
    expect(ready).toHaveLength(1)
    const surplus = objects.filter((key) => !ready.includes(key))
    expect(surplus).toHaveLength(1)
    expect(await removals(surplus[0]!)).toBe(1)
    expect(await removals(ready[0]!)).toBe(0)
  })

  it('creates one row for the same bytes sent eight times at once', async () => {
    const owner = await gateway.user()
    const bytes = pdf()
    const headers = { 'x-include-replay-protection-schema': 'nonce' }
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => keep(gateway, owner, [document(bytes)], 'OTHERS', headers)),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
    expect(new Set(answers.map(({ body }) => body['id'])).size).toBe(1)
    expect((await holdingsOf(gateway, owner)).ready).toHaveLength(1)
  })

  it('does not share bytes between owners', async () => {
    const [one, two] = [await gateway.user(), await gateway.user()]
    const bytes = pdf()
    const first = await keep(gateway, one, [document(bytes)])
    const second = await keep(gateway, two, [document(bytes)])
    expect(first.body['id']).not.toBe(second.body['id'])
    expect((await holdingsOf(gateway, two)).ready).toHaveLength(1)
  })
})

describe('409', () => {
  it('an identical body is a replay, whatever its boundary and file name are; its bytes are discarded', async () => {
    const owner = await gateway.user()
    const bytes = pdf()
    const first = await keep(gateway, owner, [document(bytes), { name: 'note', bytes: 'x' }])
    const second = await keep(gateway, owner, [{ name: 'note', bytes: 'x' }, document(bytes, 'renamed.pdf')])
    expect(second).toMatchObject({ status: 409, body: { code: 'REPLAY', resource_id: first.body['id'] } })
    const { objects, ready } = await holdingsOf(gateway, owner)
    expect(objects).toEqual(ready)
  })

  it('of eight concurrent identical requests exactly one takes effect', async () => {
    const owner = await gateway.user()
    const bytes = pdf()
    const answers = await Promise.all(Array.from({ length: 8 }, () => keep(gateway, owner, [document(bytes)])))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(7)
    const { objects, ready } = await holdingsOf(gateway, owner)
    expect(objects).toEqual(ready)
  })

  it('another field, another file or another target is a different request', async () => {
    const owner = await gateway.user()
    const bytes = pdf()
    const statuses = []
    for (const parts of [
      [document(bytes)],
      [document(bytes), { name: 'note', bytes: 'x' }],
      [document(pdf())],
      [document(bytes), { ...document(bytes), name: 'annex' }],
    ])
      statuses.push((await keep(gateway, owner, parts)).status)
    expect(statuses).toEqual([201, 201, 201, 201])
  })
})

describe('rejected, and nothing is stored', () => {
  const refused: [string, number, string, Parameters<typeof keep>[2]][] = [
    ['no file', 400, 'REQUEST_MALFORMED', [{ name: 'note', bytes: 'x' }]],
    ['a file nobody asked for', 400, 'REQUEST_MALFORMED', [{ ...document(), name: 'selfie' }]],
    ['the same file twice', 400, 'REQUEST_MALFORMED', [document(), document()]],
    ['the same field twice', 400, 'REQUEST_MALFORMED', [document(), note('x'), note('y')]],
    ['an unknown field', 400, 'REQUEST_MALFORMED', [document(), { name: 'user_id', bytes: randomUUID() }]],
    ['a field of the wrong type', 400, 'REQUEST_MALFORMED', [document(), { name: 'count', bytes: 'many' }]],
    ['a field too long', 400, 'REQUEST_MALFORMED', [document(), note('x'.repeat(51))]],
    ['a field of 5 KB', 400, 'REQUEST_MALFORMED', [document(), note('x'.repeat(5_000))]],
    ['a refusal after the bytes were kept', 422, 'TEST_NOT_TODAY', [document(), note('not today')]],
  ]
  function note(bytes: string) {
    return { name: 'note', bytes }
  }
  it.each(refused)('%s: %i %s', async (_what, status, code, parts) => {
    const owner = await gateway.user()
    expect(await keep(gateway, owner, parts)).toMatchObject({ status, body: { code } })
    expect(await holdingsOf(gateway, owner)).toEqual({ objects: [], ready: [] })
    const claims = await gateway.db.admin.query('select 1 from replay_claims where user_id = $1', [owner.user_id])
    expect(claims.rowCount).toBe(0)
  })

  it('401: an unauthenticated client, before a byte is read', async () => {
    const answer = await gateway.ask({
      method: 'POST',
      url: '/v1/test/OTHERS/documents',
      headers: multipartHeaders,
      body: multipart([document()]),
    })
    expect(answer.status).toBe(401)
  })

  it('415: JSON where multipart is accepted, and multipart where JSON is', async () => {
    const json = await gateway.ask({ method: 'POST', url: '/v1/test/OTHERS/documents', as: user, body: { note: 'x' } })
    expect(json).toMatchObject({ status: 415, body: { code: 'MEDIA_TYPE_UNSUPPORTED' } })
    const body = multipart([document()])
    const form = await gateway.ask({
      method: 'POST',
      url: '/v1/storage/upload',
      as: user,
      headers: multipartHeaders,
      body,
    })
    expect(form).toMatchObject({ status: 415, body: { code: 'MEDIA_TYPE_UNSUPPORTED' } })
  })
})
