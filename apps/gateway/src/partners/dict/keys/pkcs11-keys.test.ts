import { createHash, verify, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { buildPkcs11, makeToken, type Token } from '@eclusa/simulators/softhsm/softhsm.ts'
import { createTestDict, done, OURS, type TestDict } from '@eclusa/testing/dict.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFraudMarker } from '../fraud-markers.ts'
import { createTokenKeys, type TokenSigning } from './pkcs11-keys.ts'

let dict: TestDict
let token: Token
let signing: TokenSigning

beforeAll(async () => {
  await buildPkcs11()
  ;[dict, token] = await Promise.all([createTestDict(), makeToken()])
  const request = await token.request({ label: 'signing', kind: 'RSA:2048', name: OURS })
  const certificate = await dict.simulated.certify(request)
  dict.simulated.signingCertificates.set(OURS, new X509Certificate(certificate))
  signing = { certificate, module: token.module, token: token.label, pin: token.pin, environment: token.environment }
}, 300_000)
afterAll(async () => {
  await dict.close()
  await token.remove()
})

const marker = () => ({ request_id: crypto.randomUUID(), tax_id_number: '11144477735', fraud_type: 'OTHER' }) as const

/** Our child processes that have a token open. */
const holders = () =>
  readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8')
    .split(' ')
    .filter((pid) => pid && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('pkcs11-process'))
    .map(Number)

async function opened<T>(
  settings: TokenSigning,
  use: (keys: ReturnType<typeof createTokenKeys>) => Promise<T>,
): Promise<T> {
  const keys = createTokenKeys(settings)
  try {
    return await use(keys)
  } finally {
    await keys.close()
  }
}

describe('a key in a token', () => {
  it('signs what DICT accepts, and cannot be extracted', async () => {
    const client = dict.as(OURS, { signing })
    await client.signing.open()
    done(await createFraudMarker(client, marker()))
    expect(await token.describeKeys()).toMatch(
      /Private Key Object; RSA[\s\S]*sensitive, always sensitive, never extractable/,
    )
  })

  it('signs many texts concurrently, each with its own signature', async () => {
    const { publicKey } = new X509Certificate(signing.certificate)
    await opened(signing, async ({ keys: [key] }) => {
      const texts = Array.from({ length: 50 }, (_, each) => createHash('sha512').update(`${each}`).digest('hex'))
      const signatures = await Promise.all(texts.map((text) => key!.sign(text)))
      expect(texts.every((text, each) => verify('sha256', Buffer.from(text), publicKey, signatures[each]!))).toBe(true)
      // Above this limit an immediate error is better than a late one.
      const many = await Promise.allSettled(Array.from({ length: 70 }, () => key!.sign('x')))
      expect(many.filter(({ status }) => status === 'rejected')).toHaveLength(6)
    })
    expect(holders()).toHaveLength(1)
  })

  it('is in a process with only the environment variables listed for it', async () => {
    const others = new Set(holders())
    await opened(signing, async (keys) => {
      await keys.open()
      const holder = holders().find((pid) => !others.has(pid))
      const given = readFileSync(`/proc/${holder}/environ`, 'utf8').split('\0')
      expect(given.filter((each) => each && !each.startsWith('NODE_CHANNEL_'))).toEqual(
        Object.entries(token.environment).map(([name, value]) => `${name}=${value}`),
      )
    })
  })

  it('is found by its certificate: two during a change, whatever their labels are', async () => {
    const request = await token.request({ label: 'another', kind: 'RSA:2048', name: OURS })
    const next = await dict.simulated.certify(request)
    await opened({ ...signing, certificate: next + signing.certificate }, async ({ keys }) => {
      for (const key of keys) {
        expect(verify('sha256', Buffer.from('x'), key.certificate.publicKey, await key.sign('x'))).toBe(true)
      }
    })
  })
})

describe('a token that cannot be used fails the start, without secrets in the error:', () => {
  const refusals: [string, () => Partial<TokenSigning>, RegExp][] = [
    ['a wrong PIN', () => ({ pin: '00001111' }), /"dict" does not take DICT_PKCS11_PIN \(CKR_PIN_INCORRECT\)/],
    ['another label', () => ({ token: 'pix' }), /0 tokens are labelled "pix"; the library shows "dict"/],
    ['no library', () => ({ module: '/nowhere/lib.so' }), /DICT_PKCS11_MODULE cannot be loaded: \/nowhere\/lib\.so/],
    [
      'a certificate whose key is elsewhere',
      () => ({ certificate: dict.simulated.settingsFor(OURS).signing.certificate }),
      /no private key in the token belongs to the signing certificate/,
    ],
  ]
  it.each(refusals)('%s', async (_, change, reason) => {
    const settings = { ...signing, ...change() }
    await opened(settings, async (keys) => {
      const error = await keys.open().catch((caught: unknown) => caught as Error)
      expect(String(error)).toMatch(reason)
      expect(String(error)).not.toContain(settings.pin)
      expect(keys.trouble()?.reason).toMatch(reason)
      await expect(keys.keys[0]!.sign('x')).rejects.toThrow(reason)
    })
  })

  it('and a wrong PIN is tried once, because the next attempt may lock the token', async () => {
    await opened({ ...signing, pin: '00001111' }, async (keys) => {
      await keys.open().catch(() => {})
      expect(keys.trouble()?.action).toContain('it is not tried again')
      const others = new Set(holders())
      for (const until = Date.now() + 6_000; Date.now() < until; await pause(20)) {
        expect(holders().filter((pid) => !others.has(pid))).toEqual([])
      }
    })
  })
})

it('a lost token is reported, nothing is sent meanwhile, and it is opened again', async () => {
  const others = new Set(holders())
  const client = dict.as(OURS, { signing })
  await client.signing.open()
  const holder = holders().find((pid) => !others.has(pid))
  process.kill(holder!, 'SIGKILL')
  while (client.signing.trouble() === undefined) await pause(10)
  const marked = dict.simulated.world.markers.all().length
  expect(await createFraudMarker(client, marker())).toMatchObject({ outcome: 'not_done', reason: 'OUR_KEY_NOT_USABLE' })
  expect(dict.simulated.world.markers.all()).toHaveLength(marked)
  expect(client.check.look()).toMatchObject({
    status: 'degraded',
    reason: expect.stringContaining('has ended') as string,
  })
  while (client.signing.trouble() !== undefined) await pause(50)
  done(await createFraudMarker(client, marker()))
})

it('a token that hangs is given up, and opened again', async () => {
  const others = new Set(holders())
  await opened(signing, async (keys) => {
    await keys.open()
    const holder = holders().find((pid) => !others.has(pid))
    process.kill(holder!, 'SIGSTOP')
    await expect(keys.keys[0]!.sign('x')).rejects.toThrow('the token has not signed within 5 s')
    while (keys.trouble() !== undefined) await pause(50)
    expect(await keys.keys[0]!.sign('x')).toHaveLength(256)
  })
})
