import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { commonFloor, type Floor, pgbenchScript, type Sample } from './baseline.ts'
import { idOf } from './workloads.ts'

const user_id = '7d444840-9dc0-11d1-b245-5ffdce74fad2'
const update = `update accounts set version = $1, nickname = $2, at = $3 where user_id = $4 and id = $5 and kind = $6`
const look = `select version from accounts where id = $1 for update`
const insert = `insert into events (id, request_id, made_by) values ($1, $2, $3)`
const types: Record<string, string[]> = {
  [update]: ['bigint', 'text', 'timestamp with time zone', 'uuid', 'uuid', 'text'],
  [look]: ['uuid'],
  [insert]: ['uuid', 'text', 'text'],
}

/**
 * Two requests of one kind, about two accounts: values that are equal in both belong to the kind, the others to the request.
 */
const sample = (n: number): Sample => {
  const id = idOf('account', n)
  const event_id = `019a8f00-000${n}-7000-8000-00000000000${n}`
  const nickname = `0c0ffee0-000${n}-4000-8000-00000000000${n}`
  return {
    known: { user_id, account_id: id, version: String(n + 10) },
    statements: [
      { text: 'begin', values: [] },
      { text: look, values: [id] },
      { text: update, values: [String(n + 10), nickname, `2026-11-16T00:00:0${n}Z`, user_id, id, 'A'] },
      { text: insert, values: [event_id, event_id, `lock of ${nickname}`] },
      { text: 'commit', values: [] },
    ],
  }
}
const floorOf = (samples: Sample[]) => commonFloor('-c jit=off', samples, (text) => types[text] ?? [])

it('a value is of the caller, of the record, of the request, or a constant', () => {
  const { statements } = floorOf([sample(1), sample(2)])
  expect(statements[2]!.slots).toEqual([
    { is: 'version' },
    { is: 'fresh', number: 1, type: 'text' },
    { is: 'now', type: 'timestamp with time zone' },
    { is: 'user_id' },
    { is: 'account_id', type: 'uuid' },
    { is: 'constant', value: 'A' },
  ])
  // One id in two places stays one id in both, and an id that grows with time stays so.
  expect(statements[3]!.slots).toEqual([
    { is: 'ordered', number: 2, type: 'uuid' },
    { is: 'ordered', number: 2, type: 'text' },
    { is: 'fresh', number: 3, type: 'text', prefix: 'lock of ' },
  ])
})

it('requests that ask different things have nothing in common', () => {
  const other = { ...sample(2), statements: sample(2).statements.slice(1) }
  expect(() => floorOf([sample(1), other])).toThrow('did not ask the same')
  expect(() => floorOf([])).toThrow('nothing was heard')
})

it('the script says the statements in their order, and steps the version that it read', () => {
  const { text, defines } = pgbenchScript(floorOf([sample(1), sample(2)]), { user_id }, 50)
  const said = text.split('\n').filter((line) => line && !/^\\set (turn|fresh|ordered)/.test(line))
  expect(said).toEqual([
    '\\set target random(1, 50)',
    'begin;',
    `select version from accounts where id = md5('account ' || :target::text)::uuid::uuid for update \\gset row_`,
    '\\set version :row_version + 1',
    expect.stringMatching(
      /^update accounts set version = :version, nickname = .* where user_id = :user_id and id = md5/,
    ),
    expect.stringMatching(/^insert into events .*'lock of ' \|\| /),
    'commit;',
  ])
  expect(defines).toMatchObject({ user_id, turn: '0' })
  expect(Object.values(defines)).toContain('A')
})

const kept = new URL('baselines/', import.meta.url)

it.each(readdirSync(kept).filter((name) => name.endsWith('.json')))(
  '%s holds whole statements, each with a place for every value',
  (name) => {
    const floor = JSON.parse(readFileSync(new URL(name, kept), 'utf8')) as Floor
    for (const { text, slots } of floor.statements) {
      const places = new Set([...text.matchAll(/\$(\d+)/g)].map(([, place]) => Number(place)))
      expect([...places].toSorted((a, b) => a - b)).toEqual(slots.map((_, n) => n + 1))
    }
    const { text } = pgbenchScript(floor, { user_id, product_id: user_id, wallet_id: user_id }, 10)
    expect(text).not.toMatch(/\$\d|undefined/)
    expect(text).toMatch(/^commit;$/m)
  },
)
