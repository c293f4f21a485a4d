import { expect, it } from 'vitest'
import { byKey, byToken } from './credentials.ts'

const jwt = (exp?: number) => `h.${btoa(JSON.stringify({ sub: 'ção', exp })).replaceAll('=', '')}.s`
const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds

function source(tokens: (string | { token: string; expiresAt: Date | number } | Error)[]) {
  let asked = 0
  const credentials = byToken(async () => {
    const token = tokens[Math.min(asked++, tokens.length - 1)]!
    if (token instanceof Error) throw token
    return token
  })
  return { credentials, asked: () => asked }
}

it('requests a token once, and keeps it until shortly before it expires', async () => {
  const long = source([jwt(inSeconds(3600))])
  const [one, other] = await Promise.all([long.credentials.headers(), long.credentials.headers()])
  expect(one).toBe(other)
  expect(one).toEqual({ authorization: `Bearer ${jwt(inSeconds(3600))}` })
  await long.credentials.headers()
  expect(long.asked()).toBe(1)

  const short = source([jwt(inSeconds(20)), jwt(inSeconds(3600))])
  for (let n = 0; n < 3; n += 1) await short.credentials.headers()
  expect(short.asked()).toBe(2)
})

it('uses the stated expiry, and keeps a token without one', async () => {
  const said = source([{ token: 'opaque', expiresAt: new Date(Date.now() + 10_000) }])
  await said.credentials.headers()
  expect(await said.credentials.headers()).toEqual({ authorization: 'Bearer opaque' })
  expect(said.asked()).toBe(2)
  const silent = source(['opaque'])
  await silent.credentials.headers()
  await silent.credentials.headers()
  expect(silent.asked()).toBe(1)
})

it('requests a new token after a rejection, once for all rejected calls', async () => {
  const { credentials, asked } = source(['old', 'new'])
  const refused = await credentials.headers()
  expect(credentials.renew(refused)).toBe(true)
  const next = await credentials.headers()
  expect(credentials.renew(refused)).toBe(true)
  expect(await credentials.headers()).toBe(next)
  expect(asked()).toBe(2)
})

it('caches no failure', async () => {
  const { credentials } = source([new Error('the issuer is down'), 'token'])
  await expect(credentials.headers()).rejects.toThrow('the issuer is down')
  expect(await credentials.headers()).toEqual({ authorization: 'Bearer token' })
})

it('cannot replace an API key', async () => {
  const credentials = byKey('key')
  const headers = await credentials.headers()
  expect(headers).toEqual({ 'x-api-key': 'key' })
  expect(credentials.renew(headers)).toBe(false)
})
