import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { dictEnvironment, peopleEnvironment } from '@eclusa/simulators/environment.ts'
import { buildPkcs11, makeToken, type Token } from '@eclusa/simulators/softhsm/softhsm.ts'
import { startTunnel, type Tunnel, type TunnelOptions } from '@eclusa/simulators/softhsm/tunnel.ts'
import { DESK_SECRET } from '@eclusa/testing/backoffice.ts'
import { done, OURS } from '@eclusa/testing/dict.ts'
import { testEnvironment } from '@eclusa/testing/environment.ts'
import { startApiProcess, startDeskProcess, startWorkerProcess } from '@eclusa/testing/processes/gateway-process.ts'
import { createTestRecovery, type TestRecovery } from '@eclusa/testing/recovery.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFraudMarker } from '../src/partners/dict/fraud-markers.ts'

/** A gateway as in production: both of its keys are in a token, and no process of it has ever read one. */
let recovery: TestRecovery
let token: Token
let tunnel: Tunnel
let through: TunnelOptions
let environment: Record<string, string>

beforeAll(async () => {
  await buildPkcs11()
  ;[recovery, token] = await Promise.all([createTestRecovery(), makeToken('pix')])
  const { simulated } = recovery.pix.test
  const certified = async (label: string, kind: 'RSA:2048' | 'EC:prime256v1') =>
    simulated.certify(await token.request({ label, kind, name: OURS }))
  const signing = await certified('signing', 'RSA:2048')
  const certificate = await certified('tls', 'EC:prime256v1')
  simulated.signingCertificates.set(OURS, new X509Certificate(signing))
  const [authority = ''] = simulated.settingsFor(OURS).tls.authorities
  through = { token, key: 'tls', certificate, authority, to: new URL(simulated.url).host }
  tunnel = await startTunnel(through)
  const plain = dictEnvironment(simulated, OURS)
  const { db, issuer } = recovery.pix.gateway
  environment = {
    ...testEnvironment(db, { issuerUrl: issuer.url }),
    DATABASE_DESK_URL: db.desk,
    DESK_SECRET,
    ...peopleEnvironment(issuer.url),
    ...plain,
    DICT_TLS_KEY: '',
    DICT_TLS_AUTHORITIES: '',
    DICT_SIGNING_KEY: '',
    DICT_TLS_CERTIFICATE: certificate,
    DICT_TLS_TUNNEL: tunnel.socket,
    DICT_SIGNING_CERTIFICATE: signing,
    DICT_PKCS11_MODULE: token.module,
    DICT_PKCS11_TOKEN: token.label,
    DICT_PKCS11_PIN: token.pin,
    DICT_PKCS11_ENV: Object.keys(token.environment).join(','),
    ...token.environment,
  }
}, 300_000)
afterAll(async () => {
  await tunnel.stop()
  await recovery.close()
  await token.remove()
})

const words = (pid: number, file: string) => readFileSync(`/proc/${pid}/${file}`, 'utf8')

describe('a worker', () => {
  it('contests a payment with keys that are in no setting of it', async () => {
    const worker = await startWorkerProcess(environment)
    try {
      const pid = worker.child.pid!
      const all = [pid, ...words(pid, `task/${pid}/children`).trim().split(' ').map(Number)]
      expect(all).toHaveLength(2)
      const known = all.map((each) => words(each, 'environ') + words(each, 'cmdline')).join('')
      expect(known).toContain('BEGIN CERTIFICATE')
      expect(known).not.toContain('PRIVATE KEY')
      expect(all.map((each) => words(each, 'cmdline')).join('')).not.toContain(token.pin)
      await recovery.begin()
      await recovery.created()
      while (recovery.held().length === 0) await pause(50)
      expect(recovery.held()).toMatchObject([{ root_transaction_id: recovery.payment.id }])
    } finally {
      await worker.kill()
    }
  })

  it("gives the vendor's library the variables that DICT_PKCS11_ENV names, and no other", async () => {
    const worker = await startWorkerProcess(environment)
    try {
      const pid = worker.child.pid!
      const variables = (of: number | string) => words(Number(of), 'environ').split('\0').filter(Boolean)
      expect(variables(pid).map((each) => each.split('=')[0])).toContain('SIGNING_SECRET')
      const [holder] = words(pid, `task/${pid}/children`).trim().split(' ')
      const given = variables(holder!).filter((each) => !each.startsWith('NODE_CHANNEL_'))
      expect(given).toEqual(Object.entries(token.environment).map(([name, value]) => `${name}=${value}`))
    } finally {
      await worker.kill()
    }
  })

  it.each([
    ['does not take DICT_PKCS11_PIN (CKR_PIN_INCORRECT)', { DICT_PKCS11_PIN: '11112222' }],
    ['0 tokens are labelled "dict"; the library shows "pix"', { DICT_PKCS11_TOKEN: 'dict' }],
    ['DICT_PKCS11_PIN: is required with DICT_PKCS11_MODULE', { DICT_PKCS11_PIN: '' }],
    ['DICT_PKCS11_ENV names HSM_CONFIGURATION, which is not set', { DICT_PKCS11_ENV: 'HSM_CONFIGURATION' }],
  ])('does not start, and explains why: %s', async (reason, change) => {
    for (const start of [startWorkerProcess, startApiProcess, startDeskProcess]) {
      const said = await start({ ...environment, ...change }).then(
        () => 'started',
        (error: Error) => error.message,
      )
      expect(said).toContain(reason)
      expect(said).not.toContain('11112222')
    }
  })
})

describe('a tunnel', () => {
  const marker = () => ({ request_id: crypto.randomUUID(), tax_id_number: '11144477735', fraud_type: 'OTHER' }) as const
  const answered = () => recovery.pix.test.simulated.answers.get('createFraudMarker 201') ?? 0
  /** Signed as before: here it is about the connection. */
  const client = (socket: string) => {
    const { test } = recovery.pix
    const { signing } = test.simulated.settingsFor(OURS)
    test.simulated.signingCertificates.set(OURS, new X509Certificate(signing.certificate))
    return test.as(OURS, { tls: { certificate: through.certificate, tunnel: socket }, limits: { connections: 1 } })
  }

  it('shows DICT the certificate of the token, on kept-alive connections', async () => {
    const { simulated } = recovery.pix.test
    const before = simulated.handshakes()
    const ours = client(tunnel.socket)
    for (let each = 0; each < 10; each += 1) done(await createFraudMarker(ours, marker()))
    expect(simulated.handshakes() - before).toBe(1)
  })

  it('with another server at the other end reveals nothing, and the outcome of a write is unknown', async () => {
    const astray = await startTunnel({ ...through, authority: through.certificate })
    const before = answered()
    const outcome = await createFraudMarker(client(astray.socket), marker())
    await astray.stop()
    expect(outcome).toMatchObject({ outcome: 'unknown' })
    expect(answered()).toBe(before)
  })

  it('that is down sends nothing', async () => {
    expect(await createFraudMarker(client('/nowhere/dict.sock'), marker())).toMatchObject({
      outcome: 'not_done',
      reason: 'NOT_CONNECTED',
    })
  })
})
