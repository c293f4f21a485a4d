import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeAuthority } from '@eclusa/simulators/dict/certificates.ts'
import { createTestDict, OURS } from '@eclusa/testing/dict.ts'
import { afterAll, describe, expect, it } from 'vitest'
import { createMetrics } from '../../../platform/observability/metrics.ts'
import { connectDict, type DictConfig } from '../connect-dict.ts'
import { createFraudMarker } from '../fraud-markers.ts'
import { createPemKeys } from './pem-keys.ts'
import { keyAt } from './signing-keys.ts'

const folder = await mkdtemp(join(tmpdir(), 'eclusa-keys-'))
const authority = await makeAuthority(folder, 'Pix')
const [old, next, ended] = await Promise.all([
  authority.issue({ name: OURS, kind: 'signature', days: 40 }),
  authority.issue({ name: OURS, kind: 'signature', days: 400 }),
  authority.issue({ name: OURS, kind: 'signature', days: -1 }),
])
const dict = await createTestDict()
afterAll(async () => {
  await dict.close()
  await rm(folder, { recursive: true })
})

const inDays = (days: number) => new Date(Date.now() + days * 24 * 3_600_000)
const both = createPemKeys({ certificate: old.certificate + next.certificate, key: next.key + old.key })
const serialAt = (days: number) => keyAt(both, inDays(days))?.certificate.serialNumber
const [oldSerial, nextSerial] = both.keys.map(({ certificate }) => certificate.serialNumber)

describe('two certificates during a change', () => {
  it('sign one after the other, each with its own key', () => {
    expect([0, 39, 41, 399].map(serialAt)).toEqual([oldSerial, oldSerial, nextSerial, nextSerial])
    expect(serialAt(401)).toBeUndefined()
  })

  it('without the key of one of them are rejected before anything is sent', () => {
    expect(() => createPemKeys({ certificate: old.certificate + next.certificate, key: old.key })).toThrow(nextSerial!)
  })
})

const marker = { request_id: crypto.randomUUID(), tax_id_number: '11144477735', fraud_type: 'OTHER' } as const

it('an expired signing certificate is detected before anything is sent', async () => {
  const client = dict.as(OURS, { signing: ended })
  const refused = { outcome: 'not_done', reason: 'OUR_CERTIFICATE_NOT_VALID' }
  expect(await createFraudMarker(client, marker)).toMatchObject(refused)
})

describe('readiness', () => {
  const look = (settings: Parameters<typeof dict.as>[1], days = 0) =>
    dict.as(OURS, { ...settings, clock: { now: () => inDays(days) } }).check.look()

  it('reports a month before a certificate expires, and after it has, and never rejects requests', () => {
    expect(look({})).toEqual({ status: 'ready' })
    expect(look({}, 61)).toMatchObject({
      status: 'degraded',
      reason: expect.stringMatching(/^DICT_TLS_CERTIFICATE ends/),
    })
    expect(look({}, 91)).toMatchObject({ status: 'degraded', reason: 'DICT_TLS_CERTIFICATE is not valid today' })
    expect(look({ signing: old }, 11)).toMatchObject({
      reason: expect.stringContaining('DICT_SIGNING_CERTIFICATE ends'),
    })
    expect(look({ signing: ended })).toMatchObject({ reason: 'no DICT_SIGNING_CERTIFICATE is valid today' })
  })

  it('reports nothing when a successor of the expiring certificate is configured', () => {
    const certificate = old.certificate + next.certificate
    expect(look({ signing: { certificate, key: old.key + next.key } }, 11)).toEqual({ status: 'ready' })
  })
})

describe('settings', () => {
  const { url, tls, signing, trusted } = dict.simulated.settingsFor(OURS)
  const plain: DictConfig = {
    DICT_URL: url,
    DICT_PARTICIPANT: OURS,
    DICT_SHARE: 1,
    DICT_TLS_CERTIFICATE: tls.certificate,
    DICT_TLS_KEY: tls.key,
    DICT_TLS_AUTHORITIES: tls.authorities.join('\n'),
    DICT_SIGNING_CERTIFICATE: signing.certificate,
    DICT_SIGNING_KEY: signing.key,
    DICT_TRUSTED_CERTIFICATES: trusted.join('\n'),
  }

  it('report every unused key', async () => {
    await connectDict(plain, createMetrics())!.close()
    const token = { DICT_PKCS11_MODULE: '/lib/x.so', DICT_PKCS11_TOKEN: 'dict', DICT_PKCS11_PIN: '1234' }
    expect(() => connectDict({ ...plain, ...token }, createMetrics())).toThrow('DICT_SIGNING_KEY would not be used')
    expect(() => connectDict({ ...plain, DICT_TLS_TUNNEL: '/run/x' }, createMetrics())).toThrow(
      'DICT_TLS_KEY and DICT_TLS_AUTHORITIES',
    )
    const { DICT_SIGNING_KEY: _, ...without } = plain
    expect(() => connectDict(without, createMetrics())).toThrow('DICT_SIGNING_KEY is required')
  })
})
