import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

const LENGTH_MIN = 32
/** More than a rotation needs, and few enough to try each key. */
const KEYS_MAX = 5
const KEY_BYTES = 32
const NAME_BYTES = 4

/**
 * One secret of the operator. The secret itself is not exposed: the object derives keys and computes MACs, and its name reveals
 * nothing of it. A KMS that can do both could replace it.
 */
export interface Key {
  name: string
  /** The key of one purpose. Each purpose text gives a different key. */
  of(purpose: string): Buffer
  /** HMAC-SHA-256 over the parts, one after the other. */
  mac(...parts: (string | Buffer)[]): Buffer
}

/** Key ring: the first key encrypts and signs, all keys decrypt and verify. So a secret is rotated without downtime. */
export interface KeyRing {
  newest: Key
  /** Newest first. */
  keys: readonly Key[]
}

const linesOf = (text: string) => text.split(/\r?\n/).filter((line) => line !== '')

/** One secret per line, newest first. A single line is a valid value. */
export function createKeyRing(text: string): KeyRing {
  const keys = linesOf(text).map(decodeKey)
  return { newest: keys[0]!, keys }
}

function decodeKey(secret: string): Key {
  const derived = (info: string, bytes: number) => Buffer.from(hkdfSync('sha256', secret, '', info, bytes))
  return {
    name: derived('eclusa: the name of this key', NAME_BYTES).toString('hex'),
    of: (purpose) => derived(`eclusa ${purpose}`, KEY_BYTES),
    mac(...parts) {
      const code = createHmac('sha256', secret)
      for (const part of parts) code.update(part)
      return code.digest()
    },
  }
}

/** Why a ring cannot be used, or undefined. The message quotes nothing of it. */
export function ringRefusal(text: string): string | undefined {
  const lines = linesOf(text)
  const short = lines.findIndex((line) => line.length < LENGTH_MIN)
  if (lines.length === 0 || short >= 0)
    return `must have at least ${LENGTH_MIN} characters on each line: line ${short + 1} is shorter`
  if (lines.length > KEYS_MAX) return `must have at most ${KEYS_MAX} secrets: remove those that nothing is left under`
  const twice = lines.findIndex((line, place) => lines.indexOf(line) < place)
  if (twice >= 0)
    return `must not have the same secret twice: line ${twice + 1} repeats line ${lines.indexOf(lines[twice]!) + 1}`
  return undefined
}

/** Whether the text matches one of these. All are compared in constant time, so that the duration reveals nothing. */
export function isOneOf(given: Buffer, codes: readonly Buffer[]): boolean {
  let found = false
  for (const code of codes) if (given.length === code.length && timingSafeEqual(given, code)) found = true
  return found
}
