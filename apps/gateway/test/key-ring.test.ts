import { hkdfSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createLivenessAddresses } from '../src/areas/onboarding/liveness/address.ts'
import { openPage } from '../src/http/page.ts'
import { signingSettings } from '../src/http/settings.ts'
import { systemClock } from '../src/platform/clock.ts'
import { readSettings, reportSettings } from '../src/platform/config/settings.ts'
import { createCipher, sealedUnder } from '../src/platform/encryption.ts'
import { createKeyRing, isOneOf, type KeyRing } from '../src/platform/key-ring.ts'
import { openAddresses } from '../src/platform/object-storage/disk-address.ts'

const OLD = 'the-old-secret-the-old-secret-the-old'
const NEW = 'the-new-secret-the-new-secret-the-new'
const alone = createKeyRing(OLD)
const added = createKeyRing(`${OLD}\n${NEW}`)
const promoted = createKeyRing(`${NEW}\n${OLD}\n`)
const removed = createKeyRing(NEW)

describe('a ring', () => {
  it('of one is the secret itself, with its spaces', () => {
    const spaced = 'a secret that somebody wrote with spaces'
    const { newest, keys } = createKeyRing(spaced)
    expect(keys).toEqual([newest])
    expect(newest.of('x')).toEqual(Buffer.from(hkdfSync('sha256', spaced, '', 'eclusa x', 32)))
  })

  it('has its keys in order, each by a name that reveals nothing and is the same in every ring', () => {
    expect(promoted.keys.map(({ name }) => name)).toEqual(added.keys.map(({ name }) => name).toReversed())
    expect(promoted.newest.name).toBe(removed.newest.name)
    expect(promoted.newest.name).toMatch(/^[0-9a-f]{8}$/)
    expect(promoted.newest.name).not.toBe(alone.newest.name)
  })

  it('is rejected when a line is too short or repeated, or there are too many, without quoting a line', () => {
    const five = Array.from({ length: 5 }, (_, n) => `${OLD}${n}`)
    const refusal = (SIGNING_SECRET: string) => reportSettings(signingSettings, { SIGNING_SECRET })[0]!
    const wrong: [string, string][] = [
      [`${OLD}\nshort`, 'line 2 is shorter'],
      [`${OLD}\n${NEW}\n${OLD}`, 'line 3 repeats line 1'],
      [[...five, NEW].join('\n'), 'at most 5'],
      ['\n'.repeat(40), 'at least 32'],
    ]
    for (const [text, problem] of wrong) {
      expect(refusal(text).problem).toContain(problem)
      expect(JSON.stringify(refusal(text))).not.toContain('the-old')
    }
    expect(refusal(five.join('\r\n'))).toMatchObject({ problem: undefined })
    expect(refusal(`${NEW}\n${OLD}`).value).toBe(`(redacted: ${removed.newest.name}, ${alone.newest.name})`)
    expect(readSettings(signingSettings, { SIGNING_SECRET: OLD }).SIGNING_SECRET).toBe(OLD)
  })

  it('finds a code among several, and none of another length', () => {
    const codes = [Buffer.from('one'), Buffer.from('two')]
    expect(['one', 'two', 'six', 'on', ''].map((code) => isOneOf(Buffer.from(code), codes))).toEqual([
      true,
      true,
      false,
      false,
      false,
    ])
  })
})

/** Values that come back from outside: made with a ring, and whether another one accepts them. */
const key = { user_id: '', onboarding_id: '', liveness_id: '', generation: 1 }
for (const id of ['user_id', 'onboarding_id', 'liveness_id'] as const) key[id] = crypto.randomUUID()
const ownerOf = (keys: KeyRing) => ({ operation: 'list', params: {}, user_id: 'u', wallet_id: null, keys })
const row = { id: crypto.randomUUID(), created_at: '2026-11-15T00:00:00.000Z' }

const purposes: Record<string, { make: (ring: KeyRing) => string; takes: (ring: KeyRing, made: string) => boolean }> = {
  'a page state': {
    make: (ring) => openPage(ownerOf(ring), { page_size: 1 }, 'created_at').answer([row, row]).page_state!,
    takes: (ring, page_state) => works(() => openPage(ownerOf(ring), { page_size: 1, page_state }, 'created_at')),
  },
  'an address of a file': {
    make: (ring) => openAddresses('', ring, systemClock).sign({ does: 'get', key: 'k', name: 'n', type: 't' }, 60),
    takes: (ring, made) => {
      const query = Object.fromEntries(new URLSearchParams(made.split('?')[1]))
      return openAddresses('', ring, systemClock).verify('get', 'k', query) !== undefined
    },
  },
  'a liveness link': {
    make: (ring) => createLivenessAddresses(ring, '').urlOf(key),
    takes: (ring, made) => createLivenessAddresses(ring, '').read(made.split('/').at(-1)!) !== undefined,
  },
  'a seal': {
    make: (ring) => createCipher(ring, 'tests').close(Buffer.from('s'), 'o').toString('hex'),
    takes: (ring, made) => works(() => createCipher(ring, 'tests').open(Buffer.from(made, 'hex'), 'o')),
  },
}

function works(attempt: () => unknown): boolean {
  try {
    attempt()
    return true
  } catch {
    return false
  }
}

describe.each(Object.keys(purposes))('%s', (name) => {
  const { make, takes } = purposes[name]!
  it('made with the old secret is accepted until that is removed, and one made with the new from the moment it is added', () => {
    const old = [make(alone), make(added)]
    for (const made of old)
      expect([alone, added, promoted, removed].map((ring) => takes(ring, made))).toEqual([true, true, true, false])
    for (const made of [make(promoted), make(removed)])
      expect([alone, added, promoted, removed].map((ring) => takes(ring, made))).toEqual([false, true, true, true])
  })
})

describe('an encrypted value', () => {
  it('names its key, and does not decrypt without that name', () => {
    const sealed = (ring: KeyRing) => createCipher(ring, 'tests').close(Buffer.from('s'), 'o')
    for (const ring of [promoted, removed]) expect(sealedUnder(sealed(ring))).toBe(removed.newest.name)
    for (const ring of [added, alone]) expect(sealedUnder(sealed(ring))).toBe(alone.newest.name)
    expect(sealedUnder(Buffer.alloc(0))).toBeUndefined()
    expect(() => createCipher(alone, 'tests').open(sealed(alone).subarray(8), 'o')).toThrow('cannot be decrypted')
  })

  it('decrypts after its secret was removed, where its key is kept', () => {
    const retired = new Map([[alone.newest.name, alone.newest.of('tests')]])
    const kept = createCipher(removed, 'tests', retired)
    for (const ring of [alone, added])
      expect(kept.open(createCipher(ring, 'tests').close(Buffer.from('s'), 'o'), 'o')).toHaveLength(1)
  })
})
