import { existsSync } from 'node:fs'
import { isPublic } from '@eclusa/gateway/src/platform/http/address.ts'
import { describe, expect, it } from 'vitest'
import { privateHost } from '../attack/addresses.ts'
import { createFinder, laced, personalWords } from '../attack/canary-values.ts'
import { judgeAnswer } from '../attack/check-response.ts'
import { judgeRound, type RaceAnswer } from '../attack/check-round.ts'
import { type AttackKind, count, isHeld, join, noCounts } from '../attack/counts.ts'
import { hostileDocument } from '../attack/documents.ts'
import { lookThroughDump } from '../attack/dump.ts'
import { inside, isRefused } from '../attack/egress.ts'
import { forge, newKey } from '../attack/forge.ts'
import { judgeState } from '../attack/hostile.ts'
import { createLeakScanner } from '../attack/leak-scanner.ts'
import { parts } from '../attack/parts.ts'
import { isGood, sentences, table } from '../attack/report.ts'
import { judgeSuite } from '../attack/suites.ts'
import { judgeForged } from '../attack/tokens.ts'
import { judgeDocument } from '../attack/xml.ts'
import { readMutants } from '../mutation-testing/mutant.ts'
import { createRandom } from '../random.ts'

/** The checks of `npm run attack`: each must find a planted violation, or its zeros mean nothing. */
const found = (counts: ReturnType<typeof noCounts>) =>
  [counts.successes, counts.undeclared_5xx, counts.hangs, counts.canaries].map((each) => each.found)

describe('the verdict', () => {
  const told = (counts = noCounts(), finds?: AttackKind) => ({
    part: 'races',
    seed: 7,
    rounds: 1,
    seconds: 1,
    counts,
    ...(finds && { planted: { bug: 'a bug', finds } }),
  })
  const looked = noCounts()
  count(looked, 'hangs', 1_000)

  it('holds only where an attack was tried, and all of it could be', () => {
    expect(isHeld(noCounts())).toBe(false)
    expect(isHeld(looked)).toBe(true)
    expect(isHeld({ ...looked, wrong: ['it could not be tried'] })).toBe(false)
  })

  it.each(['successes', 'undeclared_5xx', 'hangs', 'canaries'] as const)('fails by one of: %s', (kind) => {
    const one = noCounts()
    count(one, kind, 1, ['there'])
    expect(isHeld(join([looked, one]))).toBe(false)
    expect([
      isGood(told(looked)),
      isGood(told(one)),
      isGood(told(one, kind)),
      isGood(told(one, kind === 'hangs' ? 'canaries' : 'hangs')),
      isGood(told(looked, kind)),
    ]).toEqual([true, false, true, false, false])
    expect(table([told(one)])).toMatch(/1 of 1 .*FAILED$/m)
  })

  it('shows how many attempts were made, and what that proves', () => {
    expect(sentences(looked)).toEqual([
      '0 successes in 0',
      '0 undeclared 5xx in 0',
      '0 hangs in 1000; below 3.0e-3 at 95 %',
      '0 canaries in 0',
    ])
    expect(table([told()])).toContain('SHOWS NOTHING')
  })
})

describe('tests that are run as attacks', () => {
  const failure = { test: 'a test', name: 'Error', message: 'x', expected: true }
  it('count as successful attacks where an expectation fails, as hung where they never end, and prove nothing where they are broken', () => {
    expect(found(judgeSuite('f', { passed: 2, failures: [], broken: [] }))).toEqual([0, 0, 0, 0])
    expect(found(judgeSuite('f', { passed: 2, failures: [failure], broken: [] }))).toEqual([1, 0, 0, 0])
    const hung = { ...failure, expected: false, message: 'Test timed out in 60000ms.' }
    expect(found(judgeSuite('f', { passed: 2, failures: [hung], broken: [] }))).toEqual([0, 0, 1, 0])
    for (const outcome of [
      { passed: 0, failures: [], broken: [] },
      { passed: 2, failures: [{ ...failure, expected: false }], broken: [] },
      { passed: 2, failures: [], broken: ['it does not load'] },
    ])
      expect(judgeSuite('f', outcome).wrong).toHaveLength(1)
  })

  it('every part names a planted bug, and existing files', () => {
    const bugs = new Set(readMutants().map(({ name }) => name))
    expect(parts.filter(({ planted }) => !bugs.has(planted.bug)).map(({ name }) => name)).toEqual([])
    expect(parts.map(({ name }) => name)).toEqual(
      'isolation tokens people races hostile uploads egress xml canaries'.split(' '),
    )
    expect(existsSync(new URL('../attack/run.ts', import.meta.url))).toBe(true)
  })
})

describe('a race', () => {
  const first: RaceAnswer = { status: 200, code: undefined, request_id: 'first' }
  const repeat: RaceAnswer = { status: 409, code: 'REPLAY', request_id: 'other', first_request_id: 'first' }
  const once = { version: 1, activity: 1, events: 1 }
  const judged = (answers: RaceAnswer[], effects = once) => judgeRound('a round', { answers, effects })

  it('is won by one request that takes effect, while the others get an error', () => {
    expect(isHeld(judged([first, repeat, repeat]))).toBe(true)
    expect(isHeld(judged([first, repeat, { status: 503, code: 'UNAVAILABLE' }]))).toBe(true)
  })

  it('is lost by a second effect, whatever the responses', () => {
    expect(found(judged([first, first, repeat]))).toEqual([1, 0, 0, 0])
    expect(found(judged([first, repeat], { ...once, events: 3 }))).toEqual([2, 0, 0, 0])
    expect(found(judged([first, { status: 500, code: 'INTERNAL_ERROR' }]))).toEqual([0, 1, 0, 0])
    expect(found(judged([first, { status: undefined, code: undefined }]))).toEqual([0, 0, 1, 0])
  })

  it('proves nothing with unexpected responses', () => {
    for (const round of [
      judged([repeat, repeat]),
      judged([repeat, { status: 503, code: 'UNAVAILABLE' }]),
      judged([first, { ...repeat, first_request_id: 'another' }]),
      judged([first, repeat], { ...once, activity: 0 }),
      judged([first, { status: 404, code: 'CROSSBORDER_ACCOUNT_NOT_FOUND' }]),
    ])
      expect(round.wrong).toHaveLength(1)
  })
})

describe('a forged token', () => {
  const claims = Buffer.from(JSON.stringify({ sub: 'somebody', exp: 1 })).toString('base64url')
  const head = Buffer.from(JSON.stringify({ alg: 'ES256', kid: 'k', typ: 'at+jwt' })).toString('base64url')
  const token = `${head}.${claims}.${Buffer.alloc(64, 1).toString('base64url')}`

  it('is never the genuine one, and is reproduced by its seed', () => {
    const forger = { token, published: { kty: 'EC' }, victim: 'another', own: newKey() }
    const ways = new Set<string>()
    for (let n = 0; n < 2_000; n += 1) {
      const forged = forge(forger, createRandom(n))
      ways.add(forged.how)
      expect(forged.token, forged.how).not.toBe(token)
    }
    expect(ways.size).toBeGreaterThan(18)
    expect(forge(forger, createRandom(5)).how).toBe(forge(forger, createRandom(5)).how)
  })

  it.each([
    [200, undefined, [1, 0, 0, 0]],
    [404, 'ROUTE_NOT_FOUND', [1, 0, 0, 0]],
    [403, 'FORBIDDEN', [1, 0, 0, 0]],
    [500, 'INTERNAL_ERROR', [0, 1, 0, 0]],
    [undefined, undefined, [0, 0, 1, 0]],
    [401, 'CREDENTIALS_REFUSED', [0, 0, 0, 0]],
    [503, 'UNAVAILABLE', [0, 0, 0, 0]],
  ])('with the response %j %j is classified', (status, code, expected) => {
    const counts = noCounts()
    judgeForged(counts, { how: 'no algorithm' }, { status, code }, 0)
    expect(found(counts)).toEqual(expected)
  })
})

describe('canary words', () => {
  const words = personalWords(createRandom(3))
  const text = (kind: string) => words.find((word) => word.kind === kind)!.text
  const [personal, secret] = [createFinder(words), createFinder([{ kind: 'a token', text: 'sig.na-ture' }])]

  it('are placed in every personal field, and found in any spelling of their letters', () => {
    const operation = { id: 'x', method: 'POST', path: '/x', parameters: [], unavailable: [] }
    const example = { name: 'Ada', address: [{ street: 'Bay Street' }], email: 'a@b.example', type: 'NATURAL_PERSON' }
    const [put] = laced([{ ...operation, body: { type: 'application/json', schema: {}, example } }], words)
    expect(put!.body!.example).toEqual({
      name: text('name'),
      address: [{ street: text('street') }],
      email: `${text('email')}@pessoa.example`,
      type: 'NATURAL_PERSON',
    })
    expect(personal(`… ${text('email').toUpperCase()}@x …`)).toEqual(['email'])
    expect(personal(`\\x00${Buffer.from(text('name')).toString('hex')}00`)).toEqual(['name'])
    const [, ...parts] = /^(...)(...)(...)(..)$/.exec(text('document'))!
    expect(personal(`${parts.slice(0, 3).join('.')}-${parts[3]}`)).toEqual(['document'])
    expect(personal('nothing of anybody')).toEqual([])
  })

  it('are found in a dump outside of their columns; a credential is found anywhere', async () => {
    const dump = [
      'COPY eclusa.crossborder_clients (user_id, name) FROM stdin;',
      `1\t${text('name')}`,
      '\\.',
      `-- ${text('name')} outside of any table`,
      'COPY eclusa.events_2026_11 (user_id, data) FROM stdin;',
      `1\t{"document": "${text('document')}"}`,
      '2\t{}',
      '\\.',
      'COPY eclusa.webhook_endpoints (user_id, secret) FROM stdin;',
      '1\tsig.na-ture',
      '\\.',
    ]
    expect(await lookThroughDump(dump, { personal, secret })).toEqual({
      rows: 4,
      kept: 1,
      found: ['document in a row of events_2026_11, in a dump', 'a token in a row of webhook_endpoints, in a dump'],
    })
  })

  it('are found in a log line, a metric or a webhook', () => {
    const ways = createLeakScanner({ personal: words, secret: [{ kind: 'a token', text: 'sig.na-ture' }] })
    ways.look('a log line', '{"event":"request"}')
    ways.look('a log line', `{"reason":"${text('account_number')}"}`)
    ways.look('a webhook', '["sig.na-ture"]')
    const counts = noCounts()
    ways.settle(counts)
    expect(counts.canaries).toEqual({ found: 2, of: 3 })
  })

  const reply = (status: number | undefined, said: string, code?: string) => ({ status, code, text: said, ms: 1 })
  const asked = (line: string) => ({
    what: '#1',
    operation: 'listClients',
    bytes: Buffer.from(`GET / HTTP/1.1\r\n${line}\r\n\r\n`),
  })
  const known = { token: 'good', personal, secret, foreign: createFinder([{ kind: 'name', text: 'theirs' }]) }
  it.each([
    ['a refusal', 'authorization: Bearer good', reply(404, 'not found'), [0, 0, 0, 0]],
    ['what one said of oneself, in an answer', 'authorization: Bearer good', reply(200, text('name')), [0, 0, 0, 0]],
    ['the same, in a refusal', 'authorization: Bearer good', reply(422, text('name')), [0, 0, 0, 1]],
    ['a credential, in an answer', 'authorization: Bearer good', reply(200, 'sig.na-ture'), [0, 0, 0, 1]],
    ['what is of somebody else', 'authorization: Bearer good', reply(200, 'theirs'), [1, 0, 0, 0]],
    ['an answer to nobody', 'authorization: Bearer bad', reply(200, 'anything'), [1, 0, 0, 0]],
    ['a failure', 'authorization: Bearer good', reply(500, '', 'INTERNAL_ERROR'), [0, 1, 0, 0]],
    ['a 503 of another', 'authorization: Bearer good', reply(503, '', 'BILLET_REGISTRY_UNAVAILABLE'), [0, 1, 0, 0]],
    ['a 503 of no name', 'authorization: Bearer good', reply(503, ''), [0, 1, 0, 0]],
    ['nothing', 'authorization: Bearer good', reply(undefined, ''), [0, 0, 1, 0]],
  ])('classify %s', (_, line, answer, expected) => {
    const counts = noCounts()
    judgeAnswer(counts, asked(line), answer, known)
    expect(found(counts)).toEqual(expected)
  })

  it('and changed rows of another user are a success of the attack', () => {
    const counts = noCounts()
    judgeState(counts, { files: 'a', events: null }, { files: 'b', events: null })
    expect(counts.successes).toEqual({ found: 1, of: 2 })
  })
})

describe('internal addresses', () => {
  it('are all private, in any notation', () => {
    for (let n = 0; n < 3_000; n += 1) {
      const { hostname } = new URL(`https://${privateHost(createRandom(n))}/`)
      expect(isPublic(hostname.replaceAll(/^\[|\]$/g, '')), `${n}: ${hostname}`).toBe(false)
    }
  })

  it('count as refused only if nothing was called', () => {
    expect(['EGRESS_REFUSED', '200', 'ECONNREFUSED', 'UND_ERR_SOCKET'].map(isRefused)).toEqual([
      true,
      false,
      false,
      false,
    ])
    const urls = Array.from({ length: 200 }, (_, n) => inside(createRandom(n), 81))
    expect(urls.filter((url) => url.includes('hooks.example')).length).toBeGreaterThan(20)
  })
})

describe('a hostile document', () => {
  const refused = { refused: 'UnreadableXml', ms: 1 }
  const judged = (...tried: Parameters<typeof judgeDocument>[3]) => {
    const counts = noCounts()
    judgeDocument(counts, '#1', '<R/>', tried)
    return found(counts)
  }

  it('is reproduced by its seed, in every way', () => {
    const make = (n: number) => hostileDocument('<R><ds:Signature></ds:Signature></R>', '/secret', createRandom(n))
    expect(make(9)).toEqual(make(9))
    expect(new Set(Array.from({ length: 400 }, (_, n) => make(n).how)).size).toBeGreaterThan(16)
  })

  it('is classified by its result', () => {
    expect(judged(refused, { refused: 'NotBelieved', ms: 1 })).toEqual([0, 0, 0, 0])
    expect(judged(refused, { read: '<R/>', ms: 1 })).toEqual([0, 0, 0, 0])
    expect(judged(refused, { read: '<R><Status>CLOSED</Status></R>', ms: 1 })).toEqual([1, 0, 0, 0])
    expect(judged(refused, { refused: 'TypeError', ms: 1 })).toEqual([0, 1, 0, 0])
    expect(judged({ refused: 'UnreadableXml', ms: 9_000 }, refused)).toEqual([0, 0, 1, 0])
    expect(judged({ read: '{"Id":"canario-of-a-file"}', ms: 1 }, refused)).toEqual([0, 0, 0, 1])
  })
})
