import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

const LENGTH_MIN = 32
/** More than one turn needs, and few enough to try each. */
const KEYS_MAX = 5
const KEY_BYTES = 32
const NAME_BYTES = 4

/**
 * One secret of the operator. What it is stays inside: it gives out the key of a purpose and the code of a text, and is called
 * by a name that tells nothing of it. Whatever else can do these two, a KMS say, can stand in its place.
 */
export interface Key {
  name: string
  /** The key of one purpose. Another text is another key. */
  of(purpose: string): Buffer
  /** HMAC-SHA-256 over the parts, one after the other. */
  mac(...parts: (string | Buffer)[]): Buffer
}

/** The newest is what is written with. All are read with, so that a secret is turned while everything runs. */
export interface KeyRing {
  newest: Key
  /** The newest first. */
  keys: readonly Key[]
}

const linesOf = (text: string) => text.split(/\r?\n/).filter((line) => line !== '')

/** A secret on each line, the newest first. One alone is what a secret has always been. */
export function openRing(text: string): KeyRing {
  const keys = linesOf(text).map(openKey)
  return { newest: keys[0]!, keys }
}

function openKey(secret: string): Key {
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

/** What is wrong with a ring, or undefined when it can be used. It quotes nothing of it. */
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

/** Whether it is one of these. All are looked at, so that the time tells neither which nor how much of it. */
export function isOneOf(given: Buffer, codes: readonly Buffer[]): boolean {
  let found = false
  for (const code of codes) if (given.length === code.length && timingSafeEqual(given, code)) found = true
  return found
}
