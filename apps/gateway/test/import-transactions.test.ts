import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { compiled } from '@eclusa/simulators/compiled.ts'
import { samplePayment } from '@eclusa/simulators/sample-transactions.ts'
import { createTestGateway, type TestGateway, type TestUser } from '@eclusa/testing/gateway.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { BATCH_RECORDS_MAX } from '../src/areas/transactions/ingest-batch.ts'

/** `eclusa transactions import`, as an operator runs it. */
const main = new URL('../src/main.ts', import.meta.url).pathname
const at = new Date(Date.now() - 86_400_000)
/** Enough batches that a process killed after the first leaves most of them undone. */
const RECORDS = 6 * BATCH_RECORDS_MAX
let gateway: TestGateway
let user: TestUser
let directory: string

beforeAll(async () => {
  gateway = await createTestGateway()
  user = await gateway.user()
  directory = await mkdtemp(join(tmpdir(), 'eclusa-import-'))
})
afterAll(async () => {
  await rm(directory, { recursive: true })
  await gateway.close()
})

function start(file: string): ChildProcess {
  return spawn(process.execPath, [main, '--json', 'transactions', 'import', file], {
    env: { PATH: process.env['PATH'], ...compiled, DATABASE_WORKER_URL: gateway.db.worker },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
}

async function run(file: string, input = '') {
  const child = start(file)
  child.stdin!.end(input)
  const ended = once(child, 'exit') as Promise<[number]>
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout!), text(child.stderr!), ended])
  const lines = stdout.trimEnd().split('\n').filter(Boolean)
  return { code, stderr, stdout, lines: lines.map((line) => JSON.parse(line) as Record<string, unknown>) }
}

async function count(table: 'transactions' | 'events', { user_id }: TestUser): Promise<number> {
  const { rows } = await gateway.db.admin.query<{ count: number }>(
    `select count(*)::int as count from ${table} where user_id = $1`,
    [user_id],
  )
  return rows[0]!.count
}

const ndjson = (records: unknown[]) => records.map((record) => `${JSON.stringify(record)}\n`).join('')

it('ingests valid lines, reports each invalid one, and prints nothing personal', async () => {
  const good = Array.from({ length: 1_500 }, () => samplePayment(user, at))
  const broken = {
    ...good[0]!,
    id: good[1]!.id,
    beneficiary_name: 'Canary Person',
    beneficiary_document: '52998224724',
  }
  const file = join(directory, 'mixed.ndjson')
  const parts = [
    ndjson(good.slice(0, 3)),
    '{"id": "Canary Person"\n',
    '\n',
    ndjson([broken]),
    `"${'x'.repeat(20_000)}"\n`,
  ]
  await writeFile(file, [...parts, ndjson(good)].join(''))
  const { code, stdout, stderr, lines } = await run(file)
  expect(lines).toEqual([
    { line: 4, errors: [{ pointer: '', code: 'IS_JSON', detail: 'must be a well-formed JSON object' }] },
    {
      line: 6,
      transaction_id: broken.id,
      errors: [{ pointer: '/beneficiary_document', code: 'IS_CPF_OR_CNPJ', detail: expect.any(String) as string }],
    },
    { line: 7, errors: [{ pointer: '', code: 'MAX_LENGTH', detail: 'the line is too long' }] },
    { lines: 1_507, created: 1_500, updated: 0, unchanged: 3, outdated: 0, refused: 3 },
  ])
  expect(code).toBe(1)
  expect(stderr).toContain('100 %')
  for (const personal of ['Canary', '5299822', 'Ana', 'Loja']) expect(stdout + stderr).not.toContain(personal)
  expect([await count('transactions', user), await count('events', user)]).toEqual([1_500, 1_500])
})

it('is killed in the middle, run again, and ends with each record once and one event for each', async () => {
  const owner = await gateway.user()
  const records = Array.from({ length: RECORDS }, () => samplePayment(owner, at))
  const file = join(directory, 'killed.ndjson')
  await writeFile(file, ndjson(records))
  const child = start(file)
  const ended = once(child, 'exit')
  while ((await count('transactions', owner)) === 0) await pause(10)
  child.kill('SIGKILL')
  await ended
  const done = await count('transactions', owner)
  expect(done).toBeLessThan(records.length)
  expect(await count('events', owner)).toBe(done)

  const { code, lines } = await run(file)
  expect(code).toBe(0)
  expect(lines).toEqual([
    { lines: RECORDS, created: RECORDS - done, updated: 0, unchanged: done, outdated: 0, refused: 0 },
  ])
  expect([await count('transactions', owner), await count('events', owner)]).toEqual([RECORDS, RECORDS])
})

it('reads standard input, and reports a missing file', async () => {
  const { lines } = await run('-', ndjson([samplePayment(user, at)]))
  expect(lines).toMatchObject([{ created: 1 }])
  const missing = await run(join(directory, 'nowhere.ndjson'))
  expect(missing.code).toBe(1)
  expect(missing.stderr).toContain('no such file')
})
