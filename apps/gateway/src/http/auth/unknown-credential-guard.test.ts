import type { FastifyRequest } from 'fastify'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { credentialsMissing, credentialsRefused } from '../faults.ts'
import { createUnknownCredentialGuard, LOOKS_MAX, type SentCredential } from './unknown-credential-guard.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const FAILURES = 3
const [here, there] = ['203.0.113.1', '198.51.100.1']
const from = (ip: string, destroy = () => {}) => ({ ip, raw: { destroy } }) as unknown as FastifyRequest
const refusedWith = (code: string) => expect.objectContaining({ message: code })

let strangers: ReturnType<typeof createUnknownCredentialGuard>
beforeEach(() => {
  strangers = createUnknownCredentialGuard(FAILURES)
})

/** A credential, and how often it was verified and how. */
function credential(value: string, user_id?: string, kind: SentCredential['kind'] = 'api_key') {
  const looks: boolean[] = []
  const sent = {
    kind,
    value,
    user_id,
    async verify(known: boolean) {
      looks.push(known)
      if (sent.user_id === undefined) throw credentialsRefused()
      return sent.user_id
    },
  }
  return { sent, looks }
}

const judge = (sent: SentCredential, ip = here, count: (user_id: string) => undefined = () => undefined) =>
  strangers.judge(from(ip), sent, count)

async function fail(times: number, ip = here) {
  for (let n = 0; n < times; n += 1) {
    const { sent } = credential(`made up ${Math.random()}`)
    await expect(judge(sent, ip)).rejects.toEqual(refusedWith('CREDENTIALS_REFUSED'))
  }
}

describe('a network that failed too often', () => {
  it('is rejected without verification, with the time to wait, and no other network is', async () => {
    await fail(FAILURES)
    const { sent, looks } = credential('one more', 'user')
    await expect(judge(sent)).rejects.toMatchObject({
      message: 'RATE_LIMITED',
      particulars: { headers: { 'retry-after': '60' } },
    })
    expect(looks).toEqual([])
    expect(await judge(sent, there)).toBe('user')
  })

  it('is a /64 in IPv6', async () => {
    await fail(FAILURES, '2001:db8:1:2::1')
    await expect(judge(credential('a', 'user').sent, '2001:db8:1:2:3::4')).rejects.toEqual(refusedWith('RATE_LIMITED'))
    expect(await judge(credential('a', 'user').sent, '2001:db8:1:3::1')).toBe('user')
  })

  it('includes requests without a credential, and is accepted again after a minute', async () => {
    for (let n = 0; n < FAILURES; n += 1)
      await expect(strangers.turnAway(from(here), credentialsMissing())).rejects.toEqual(
        refusedWith('CREDENTIALS_MISSING'),
      )
    await expect(strangers.turnAway(from(here), credentialsMissing())).rejects.toEqual(refusedWith('RATE_LIMITED'))
    await vi.advanceTimersByTimeAsync(60_000)
    expect(await judge(credential('a', 'user').sent)).toBe('user')
  })

  it('does not affect a known caller', async () => {
    const { sent, looks } = credential('good', 'user')
    await judge(sent, there)
    await fail(FAILURES)
    expect(await judge(sent)).toBe('user')
    await vi.advanceTimersByTimeAsync(50_000)
    expect(await judge(sent)).toBe('user')
    expect(looks).toEqual([false, true, true])
  })

  it('does not count successful callers', async () => {
    for (let n = 0; n < FAILURES * 3; n += 1) expect(await judge(credential(`good ${n}`, 'user').sent)).toBe('user')
  })
})

describe('a rejected credential', () => {
  it('is not verified again for a short time, and works after it once it is valid', async () => {
    const { sent, looks } = credential('too early')
    for (const _ of [1, 2]) await expect(judge(sent)).rejects.toEqual(refusedWith('CREDENTIALS_REFUSED'))
    expect(looks).toHaveLength(1)
    sent.user_id = 'user'
    await vi.advanceTimersByTimeAsync(5_001)
    expect(await judge(sent)).toBe('user')
  })

  it('that was known is rejected at once, and is known no longer', async () => {
    const { sent, looks } = credential('revoked', 'user')
    await judge(sent)
    sent.user_id = undefined
    for (const _ of [1, 2]) await expect(judge(sent)).rejects.toEqual(refusedWith('CREDENTIALS_REFUSED'))
    expect(looks).toEqual([false, true])
  })

  it('is not one that could not be verified', async () => {
    const { sent } = credential('good', 'user')
    const away = { ...sent, verify: () => Promise.reject(new Error('the database is unavailable')) }
    for (let n = 0; n <= FAILURES; n += 1) await expect(judge(away)).rejects.toThrow('the database is unavailable')
    expect(await judge(sent)).toBe('user')
  })
})

describe('the queue of unknown credentials', () => {
  const hanging = (kind: SentCredential['kind'] = 'api_key') => {
    const looked = vi.fn(() => new Promise<string>(() => {}))
    const looks = Array.from({ length: 300 }, (_, n) => {
      const judged = judge({ kind, value: `${kind} ${n}`, verify: looked }, `10.0.${n % 250}.1`)
      judged.catch(() => {})
      return judged
    })
    return { looked, looks }
  }

  it('verifies two at a time, lets some wait for a second, and answers 503 to all others', async () => {
    const { looked, looks } = hanging()
    await vi.advanceTimersByTimeAsync(0)
    expect(looked).toHaveBeenCalledTimes(LOOKS_MAX)
    for (const n of [202, 299]) {
      await expect(looks[n]).rejects.toMatchObject({
        message: 'UNAVAILABLE',
        particulars: { headers: { 'retry-after': '1' } },
      })
    }
    const waited = expect(looks[201]).rejects.toEqual(refusedWith('UNAVAILABLE'))
    // One second, and then the rate at which rejections are sent.
    await vi.advanceTimersByTimeAsync(1_500)
    await waited
    expect(looked).toHaveBeenCalledTimes(LOOKS_MAX)
  })

  it('verifies a credential once for many concurrent requests, and then each as a known caller', async () => {
    const { sent, looks } = credential('good', 'user')
    const proofs = Array.from({ length: 1_000 }, () => judge(sent))
    expect(await Promise.all(proofs)).toEqual(proofs.map(() => 'user'))
    expect(looks.filter((known) => !known)).toHaveLength(1)
    expect(looks).toHaveLength(1_000)
  })

  it('rejects all requests with an invalid credential, and counts each', async () => {
    const { sent, looks } = credential('made up')
    const judged = await Promise.allSettled(Array.from({ length: FAILURES }, () => judge(sent)))
    expect(judged.every(({ status }) => status === 'rejected')).toBe(true)
    expect(looks).toEqual([false])
    await expect(judge(credential('good', 'user').sent)).rejects.toEqual(refusedWith('RATE_LIMITED'))
  })

  it('does not delay known callers, nor callers with another kind of credential', async () => {
    const { sent } = credential('good', 'user')
    await judge(sent)
    hanging()
    expect(await judge(sent)).toBe('user')
    expect(await judge(credential('token', 'another', 'platform_token').sent)).toBe('another')
  })
})

describe('a known caller', () => {
  it('is one verified within the hour', async () => {
    const { sent } = credential('good', 'user')
    expect(strangers.userOf('good')).toBeUndefined()
    await judge(sent)
    expect(strangers.userOf('good')).toBeDefined()
    await vi.advanceTimersByTimeAsync(3_600_000)
    expect(strangers.userOf('good')).toBeUndefined()
  })

  it('is counted before its credential costs anything, and an unknown one once it is verified', async () => {
    const { sent, looks } = credential('good', 'user')
    const count = vi.fn()
    await judge(sent, here, count)
    expect(count).toHaveBeenCalledExactlyOnceWith('user')
    const overLimit = () => {
      throw new Error('over its limit')
    }
    await expect(judge(sent, here, overLimit)).rejects.toThrow('over its limit')
    expect(looks).toEqual([false])
  })
})

describe('rejections', () => {
  it('are sent at a limited rate, and connections above it are closed', async () => {
    let [left, cut] = [0, 0]
    for (let n = 0; n < 2_200; n += 1) {
      const request = from(here, () => (cut += 1))
      strangers.turnAway(request, credentialsMissing()).catch(() => (left += 1))
    }
    await vi.advanceTimersByTimeAsync(0)
    expect(cut).toBeGreaterThan(50)
    expect(left - cut).toBeLessThan(150)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(left - cut).toBeGreaterThan(270)
    expect(left - cut).toBeLessThan(350)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(left).toBe(2_200)
  })
})
