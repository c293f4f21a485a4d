import { mkdtemp, rm } from 'node:fs/promises'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect, type TLSSocket } from 'node:tls'
import { type Authority, type Identity, makeAuthority } from '@eclusa/simulators/dict/certificates.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readSettings } from '../config/settings.ts'
import { createMetrics } from '../observability/metrics.ts'
import { createInternalServer, type InternalServer } from './internal.ts'
import { internalSettings } from './settings.ts'

/** Mutual TLS on the internal port, with certificates that openssl signs. */
let folder: string
let ours: Authority
let client: Identity
let foreign: Identity
let ended: Identity
let server: InternalServer

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'eclusa-internal-'))
  const theirs = await makeAuthority(join(folder, 'theirs'), 'Elsewhere')
  ours = await makeAuthority(join(folder, 'ours'), 'Operator')
  const own = await ours.issue({ name: 'worker', kind: 'connection' })
  client = await ours.issue({ name: 'prometheus', kind: 'connection' })
  ended = await ours.issue({ name: 'late', kind: 'connection', days: -1 })
  foreign = await theirs.issue({ name: 'prometheus', kind: 'connection' })
  const settings = readSettings(internalSettings, {
    INTERNAL_PORT: '0',
    INTERNAL_TLS_CERTIFICATE: own.certificate,
    INTERNAL_TLS_KEY: own.key,
    INTERNAL_TLS_AUTHORITIES: ours.certificate,
  })
  const readiness = { report: async () => ({ status: 'ready', checks: [] }), close: () => {} }
  server = await createInternalServer(settings, createMetrics(), readiness as never, (app) =>
    app.post('/v1/transactions', async () => ({ taken: true })),
  )
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true })
})

const shown = (identity: Identity | undefined) => identity && { cert: identity.certificate, key: identity.key }

function ask(path: string, identity?: Identity, method = 'GET'): Promise<number> {
  return new Promise((resolve, reject) => {
    const options = { method, ca: ours.certificate, agent: false, ...shown(identity) }
    request(`${server.url}${path}`, options, (response) => {
      response.resume()
      resolve(response.statusCode!)
    })
      .on('error', reject)
      .end()
  })
}

/** Sends a request on one connection, resuming a TLS session where one is given, and returns the session of this connection. */
function askAgain(path: string, session?: Buffer, identity?: Identity) {
  const { hostname, port } = new URL(server.url)
  return new Promise<{ status: number; session: Buffer; resumed: boolean }>((resolve, reject) => {
    let latest: Buffer | undefined
    let text = ''
    let resumed = false
    const socket: TLSSocket = connect({
      host: hostname,
      port: Number(port),
      ca: ours.certificate,
      minVersion: 'TLSv1.3',
      ...shown(identity),
      ...(session && { session }),
    })
    socket.on('secureConnect', () => (resumed = socket.isSessionReused()))
    socket.on('session', (given) => (latest = given))
    socket.on('data', (chunk: Buffer) => (text += chunk.toString()))
    socket.on('error', reject)
    socket.on('close', () => resolve({ status: Number(text.split(' ')[1]), session: latest!, resumed }))
    socket.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`)
  })
}

describe('the internal port with mutual TLS', () => {
  it('serves a caller with a certificate of the configured authorities', async () => {
    expect(server.url).toMatch(/^https:/)
    expect(await ask('/metrics', client)).toBe(200)
    expect(await ask('/v1/transactions', client, 'POST')).toBe(200)
  })

  it.each<[string, () => Identity | undefined]>([
    ['none', () => undefined],
    ['one of another authority', () => foreign],
    ['one that has ended', () => ended],
  ])('rejects every request but probes with %s', async (_, identity) => {
    expect(await ask('/metrics', identity())).toBe(403)
    expect(await ask('/v1/transactions', identity(), 'POST')).toBe(403)
    expect(await ask('/nowhere', identity())).toBe(403)
    expect(await ask('/livez/../metrics', identity())).toBe(403)
    expect(await ask('/livez', identity())).toBe(200)
    expect(await ask('/readyz', identity())).toBe(200)
  })

  it('rejects a resumed TLS 1.3 session that began without a certificate, or with one of another authority', async () => {
    for (const identity of [undefined, foreign]) {
      const first = await askAgain('/livez', undefined, identity)
      expect(first).toMatchObject({ status: 200, resumed: false })
      for (const again of [undefined, identity, client])
        expect(await askAgain('/metrics', first.session, again)).toMatchObject({ status: 403, resumed: true })
    }
  })

  it('serves a resumed session that began with a certificate', async () => {
    const first = await askAgain('/metrics', undefined, client)
    expect(await askAgain('/metrics', first.session, client)).toMatchObject({ status: 200 })
  })

  it('rejects plain http', async () => {
    await expect(fetch(`${server.url.replace('https', 'http')}/livez`)).rejects.toThrow('fetch failed')
  })
})

it.each(['INTERNAL_TLS_CERTIFICATE', 'INTERNAL_TLS_KEY', 'INTERNAL_TLS_AUTHORITIES'])(
  '%s alone is a configuration error',
  (name) => expect(() => readSettings(internalSettings, { [name]: '-----BEGIN' })).toThrow('is required with'),
)
