import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { type Clamd, EICAR, startClamd } from '@eclusa/simulators/clamd/clamd.ts'
import { begin, confirm, film, holdingsOf, keep, putBytes, samples, upload } from '@eclusa/testing/files.ts'
import { createTestGateway, type TestGateway, type TestUser } from '@eclusa/testing/gateway.ts'
import { SWIFT_START_MS } from '@eclusa/testing/swift.ts'
import { keepRoute } from '@eclusa/testing/upload-route.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fileTypes, rulesOf } from './file-type.ts'

const infectedPdf = Buffer.concat([samples.pdf.subarray(0, 9), Buffer.from(`% ${EICAR}\n`), samples.pdf.subarray(9)])
const infectedFilm = Buffer.concat([film('isom', 9_000_000).subarray(0, -EICAR.length), Buffer.from(EICAR)])
const document = (bytes: Buffer, file_name = 'a.pdf') => [{ name: 'document', file_name, bytes }]
const compliance = fileTypes.filter((type) => rulesOf(type).compliance)
const nameFor = (type: string) => (type === 'ONBOARDING_LIVENESS_VIDEOS' ? 'a.mp4' : 'a.pdf')

describe('with clamd and a test signature', () => {
  let clamd: Clamd
  let gateway: TestGateway
  let user: TestUser
  beforeAll(async () => {
    clamd = await startClamd()
    const settings = { CLAMD_HOST: clamd.host, CLAMD_PORT: String(clamd.port) }
    gateway = await createTestGateway(settings, {}, { moreRoutes: [keepRoute] })
  }, SWIFT_START_MS)
  afterAll(async () => {
    await gateway?.close()
    await clamd?.stop()
  })

  it('a clean file becomes READY, in both ways, also at its maximum size', async () => {
    user = await gateway.user()
    expect((await upload(gateway, user, samples.pdf)).confirmed).toMatchObject({
      status: 200,
      body: { state: 'READY' },
    })
    expect((await keep(gateway, user, document(samples.png, 'a.png'))).status).toBe(201)
    const largest = film('isom', 49_000_000)
    expect((await keep(gateway, user, document(largest, 'a.mp4'), 'ONBOARDING_LIVENESS_VIDEOS')).status).toBe(201)
  })

  it.each([
    ['OTHERS', 'a.pdf', infectedPdf],
    ['ONBOARDING_DOCUMENTS', 'a.pdf', infectedPdf],
    ['ONBOARDING_LIVENESS_VIDEOS', 'a.mp4', infectedFilm],
  ])('an infected %s never becomes READY, and is not stored', async (file_type, file_name, bytes) => {
    user = await gateway.user()
    const { confirmed, file_id } = await upload(gateway, user, bytes, { file_type, file_name })
    expect(confirmed).toMatchObject({
      status: 422,
      body: { code: 'STORAGE_FILE_REFUSED', errors: [{ code: 'INFECTED' }] },
    })
    expect((await confirm(gateway, user, file_id)).status).toBe(422)
    expect((await gateway.ask({ url: `/v2/storage/files/${file_id}/url`, as: user })).status).toBe(422)
    const kept = await keep(gateway, user, document(bytes, file_name), file_type)
    expect(kept).toMatchObject({ status: 422, body: { errors: [{ code: 'INFECTED' }] } })
    const { ready, objects } = await holdingsOf(gateway, user)
    expect(ready).toEqual([])
    expect(objects.filter((key) => key.startsWith('files/'))).toEqual([])
  })
})

/** Scanners that return no result. */
const broken: [string, ((socket: Socket) => void) | undefined][] = [
  ['is not there', undefined],
  ['hangs up', (socket) => socket.destroy()],
  ['hangs up without a verdict', (socket) => socket.once('data', () => socket.end())],
  ['refuses the stream', (socket) => socket.once('data', () => socket.end('INSTREAM size limit exceeded. ERROR\0'))],
  ['says something else', (socket) => socket.once('data', () => socket.end('stream: MAYBE\0'))],
  ['says nothing', (socket) => socket.resume()],
]

describe.each(broken)('with a scanner that %s', (_what, behave) => {
  let server: Server
  let gateway: TestGateway
  let user: TestUser
  beforeAll(async () => {
    server = createServer((socket) => {
      socket.on('error', () => {})
      behave?.(socket)
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as { port: number }
    if (!behave) server.close()
    const settings = { CLAMD_HOST: '127.0.0.1', CLAMD_PORT: String(port), CLAMD_TIMEOUT_MS: '500' }
    gateway = await createTestGateway(settings, {}, { moreRoutes: [keepRoute] })
    user = await gateway.user()
  })
  afterAll(async () => {
    await gateway.close()
    server.close()
  })

  it.each(compliance)('%s is not stored unscanned: 503, and nothing has changed', async (file_type) => {
    const bytes = file_type === 'ONBOARDING_LIVENESS_VIDEOS' ? samples.mp4 : samples.pdf
    const owner = await gateway.user()
    const begun = await begin(gateway, owner, bytes, { file_type, file_name: nameFor(file_type) })
    await putBytes(gateway, begun, bytes)
    const confirmed = await confirm(gateway, owner, begun.file_id)
    const kept = await keep(gateway, owner, document(bytes, nameFor(file_type)), file_type)
    for (const answer of [confirmed, kept]) {
      expect(answer).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } })
      expect(answer.headers['retry-after']).toBeDefined()
    }
    const { rows } = await gateway.db.admin.query('select state from files where user_id = $1', [owner.user_id])
    expect(rows).toEqual([{ state: 'WAITING_UPLOAD' }])
  })

  it('files that no decision relies on are stored as if there were no scanner', async () => {
    expect((await upload(gateway, user, samples.csv, { file_name: 'a.csv' })).confirmed.status).toBe(200)
    expect((await keep(gateway, user, document(samples.pdf))).status).toBe(201)
  })
})
