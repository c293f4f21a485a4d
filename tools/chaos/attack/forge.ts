import { createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { hostileText } from '../fuzz/hostile.ts'
import type { Random } from '../random.ts'

/** What an attacker has: an expired token of a user, the issuer's public keys, and a key of its own. */
export interface Forger {
  token: string
  /** As the issuer publishes it. */
  published: Record<string, unknown>
  /** The user to impersonate. */
  victim: string
  own: { privateKey: KeyObject; publicKey: KeyObject }
}

export interface Forged {
  how: string
  token: string
}

type ForgeJson = Record<string, unknown>
const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString()) as ForgeJson
const spell = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

export const newKey = () => generateKeyPairSync('ec', { namedCurve: 'P-256' })

/** A random forged token: the issuer signed none of these. */
export function forge({ token, published, victim, own }: Forger, random: Random): Forged {
  const [head = '', body = '', signature = ''] = token.split('.')
  const [header, claims] = [read(head), read(body)]
  const mine = (told: ForgeJson, said: ForgeJson = claims) => {
    const text = `${spell(told)}.${spell(said)}`
    const made = sign('sha256', Buffer.from(text), { key: own.privateKey, dsaEncoding: 'ieee-p1363' })
    return `${text}.${made.toString('base64url')}`
  }
  const keyed = (secret: string | Buffer, alg = 'HS256') => {
    const text = `${spell({ ...header, alg })}.${spell(claims)}`
    return `${text}.${createHmac(alg.replace('HS', 'sha'), secret).update(text).digest('base64url')}`
  }
  const jwk = own.publicKey.export({ format: 'jwk' }) as unknown as ForgeJson
  const elsewhere = random.pick(['http://127.0.0.1:9/jwks', 'file:///dev/null', 'https://keys.example/jwks.json'])
  const exp = Math.floor(Date.now() / 1000) + random.pick([60, 3_600, 10 ** 9])
  const changes: Record<string, () => string> = {
    'no algorithm': () =>
      `${spell({ ...header, alg: random.pick(['none', 'None', 'NONE', 'nOnE', '', null]) })}.${body}.${random.pick(['', signature])}`,
    'the public key as a secret': () => keyed(JSON.stringify(published), random.pick(['HS256', 'HS384', 'HS512'])),
    'an empty secret': () => keyed(''),
    'somebody else in the same signature': () => `${head}.${spell({ ...claims, sub: victim })}.${signature}`,
    'a longer life in the same signature': () => `${head}.${spell({ ...claims, exp })}.${signature}`,
    'another claim in the same signature': () =>
      `${head}.${spell({ ...claims, [random.pick(['aud', 'iss', 'nbf', 'jti', 'scope', 'iat', 'cnf'])]: hostileText(random).slice(0, 200).toWellFormed() })}.${signature}`,
    'a key of its own': () => mine(header, { ...claims, sub: random.pick([victim, claims['sub']]) }),
    'a key of its own, in the head': () => mine({ ...header, jwk }),
    'a key of its own, at an address': () => mine({ ...header, [random.pick(['jku', 'x5u'])]: elsewhere }),
    'a key of its own, under another name': () =>
      mine({ ...header, kid: random.pick([random.uuid(), '../../../dev/null', "' or 1=1 --", '__proto__', '', null]) }),
    'a head that must be understood': () =>
      `${spell({ ...header, crit: [random.pick(['b64', 'exp', 'x'])], b64: false })}.${body}.${signature}`,
    'a signature of nothing': () =>
      `${head}.${body}.${Buffer.alloc(random.pick([0, 1, 63, 64, 65, 256])).toString('base64url')}`,
    'one bit of the signature': () => `${head}.${body}.${flipped(signature, random)}`,
    'one bit of the claims': () => `${head}.${flipped(body, random)}.${signature}`,
    'one bit of the head': () => `${flipped(head, random)}.${body}.${signature}`,
    'a token cut short': () => token.slice(0, random.int(token.length - 4)),
    'two tokens in one': () => `${token}.${token}`,
    'five parts': () => `${token}..`,
    'the parts in another order': () => random.pick([`${body}.${head}.${signature}`, `${signature}.${body}.${head}`]),
    'a token as JSON': () => JSON.stringify({ protected: head, payload: body, signature }),
    'text that is no token': () => printable(hostileText(random)),
  }
  const how = random.pick(Object.keys(changes))
  return { how, token: changes[how]!() }
}

/** A changed value, and not another spelling of the same: the last letter of base64 has unused bits. */
function flipped(part: string, random: Random): string {
  const bytes = Buffer.from(part, 'base64url')
  const at = random.int(bytes.length)
  bytes[at] = bytes[at]! ^ (1 << random.int(8))
  return bytes.toString('base64url')
}

/** As far as a header allows it. */
const printable = (text: string) => text.replaceAll(/[^\u0021-\u007e]/g, '').slice(0, 4_000) || 'x'
