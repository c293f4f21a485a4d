import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createTestGateway, type TestGateway, type TestUser } from '@eclusa/testing/gateway.ts'
import { give } from '@eclusa/testing/terminal.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { commandFor } from './call.ts'
import { readContract } from './contract.ts'
import { optionsOf } from './options.ts'

let gateway: TestGateway
let user: TestUser
let env: Record<string, string>
let account: Awaited<ReturnType<TestGateway['account']>>
let folder: string

beforeAll(async () => {
  gateway = await createTestGateway()
  user = await gateway.user()
  account = await gateway.account(user)
  folder = await mkdtemp(join(tmpdir(), 'eclusa-call-'))
  const url = await gateway.app.listen({ host: '127.0.0.1', port: 0 })
  env = { ECLUSA_URL: url, ECLUSA_TOKEN: user.token, XDG_CONFIG_HOME: folder }
})
afterAll(async () => {
  await gateway.close()
  await rm(folder, { recursive: true })
})

const ids = () => ['--client_id', account.client_id, '--account_id', account.account_id]
const update = (...words: string[]) => give(env, ['call', 'updateAccount', ...ids(), ...words])
const read = async () => {
  const { body } = await gateway.ask({ url: account.url, as: user })
  return body
}

describe('done', () => {
  it('changes a record by options, prints one line with --json, and a bare value with --pick', async () => {
    const line = await update('--nickname', 'treasury', '--json')
    expect(line).toMatchObject({ code: 0, err: '' })
    expect(line.out).toMatch(/^\{.*\}\n$/)
    expect(JSON.parse(line.out)).toMatchObject({ id: account.account_id, nickname: 'treasury' })
    expect(await update('--nickname', 'payroll', '--pick', 'nickname')).toEqual({ code: 0, out: 'payroll\n', err: '' })
    // A user who repeats a command does so on purpose.
    expect(await update('--nickname', 'payroll', '--pick', 'nickname')).toMatchObject({ code: 0 })
    expect((await update('--nickname', 'lines')).out).toContain('  "nickname": "lines"')
    expect((await update('--nickname', 'null', '--json')).out).not.toContain('nickname')
  })

  it('accepts a whole body, which options override', async () => {
    const file = join(folder, 'body.json')
    await writeFile(file, JSON.stringify({ nickname: 'of the file', branch: '0001' }))
    await update('--body', `@${file}`, '--nickname', 'of the option')
    expect(await read()).toMatchObject({ nickname: 'of the option', branch: '0001' })
  })

  it('a repeated idempotency nonce has one effect, and returns its record', async () => {
    const nonce = randomUUID()
    await update('--nickname', 'once', '--nonce', nonce)
    const { version } = await read()
    const again = await update('--nickname', 'once', '--nonce', nonce, '--json')
    expect(again).toMatchObject({ code: 0, err: expect.stringContaining('first answer was lost') as string })
    expect(JSON.parse(again.out)).toMatchObject({ nickname: 'once' })
    expect((await read())['version']).toBe(version)
  })

  it('prints lists in columns, page by page, or all rows one per line', async () => {
    for (let n = 0; n < 2; n += 1) await gateway.account(user)
    const page = await give(env, ['call', 'listClients', '--page_size', '2'])
    expect(page.out.split('\n')[0]).toMatch(/^id +\S+/)
    expect(page.out.trim().split('\n')).toHaveLength(3)
    expect(page.err).toMatch(/^There is more: --all, or --page_state \S+\n$/)
    const all = await give(env, ['call', 'listClients', '--page_size', '2', '--all', '--json'])
    const rows = all.out.trim().split('\n')
    expect(new Set(rows.map((row) => (JSON.parse(row) as { id: string }).id)).size).toBe(3)
    const picked = await give(env, ['call', 'listClients', '--all', '--page_size', '2', '--pick', 'id'])
    expect(picked.out.trim().split('\n')).toHaveLength(3)
  })

  it('acts for a target user', async () => {
    const acting = await gateway.acting(user)
    const words = ['--product', acting.product_id, '--target-user', user.user_id, '--json']
    const listed = await give({ ...env, ECLUSA_TOKEN: acting.token }, ['call', 'listClients', ...words])
    expect(JSON.parse(listed.out)).toMatchObject({ data: [] })
    expect((await update('--target-user', user.user_id)).err).toContain('--target-user needs --product')
  })

  it('by an API key as well', async () => {
    const { key } = await gateway.apiKey(user)
    expect(await give({ ...env, ECLUSA_TOKEN: '', ECLUSA_API_KEY: key }, ['call', 'listApiKeys'])).toMatchObject({
      code: 0,
    })
    const both = await give({ ...env, ECLUSA_API_KEY: key }, ['call', 'listApiKeys'])
    expect(both).toMatchObject({ code: 2, err: expect.stringContaining('unset one') as string })
  })
})

describe('dry', () => {
  it('sends nothing, shows no secret, and prints the equivalent curl command', async () => {
    const before = await read()
    const { out, code } = await update('--nickname', `it's "dry" $HOME`, '--dry-run')
    expect(code).toBe(0)
    expect(await read()).toEqual(before)
    expect(out).not.toContain(user.token)
    const run = promisify(execFile)
    await run('bash', ['-c', `${out.trim()} --fail --silent`], { env: { ...process.env, ECLUSA_TOKEN: user.token } })
    expect(await read()).toMatchObject({ nickname: `it's "dry" $HOME` })
  })
})

describe('refused', () => {
  it('1: prints the problem, the fix, the request id and the documentation', async () => {
    const stale = await update('--nickname', 'stale', '--if-match', '"1"')
    expect(stale).toMatchObject({ code: 1, out: '' })
    const [head, detail, request, more] = stale.err.split('\n')
    expect(head).toMatch(/^PRECONDITION_FAILED: .+ \(412\)$/)
    expect(detail).toMatch(/\.$/)
    expect(request).toMatch(/^request {2}[0-9a-f-]{36}$/)
    expect(more).toMatch(/^more {5}http\S+\/docs\/errors\/PRECONDITION_FAILED$/)
    const rules = await give({ ...env, LANG: 'pt_BR.UTF-8' }, ['call', 'createClient', '--name', 'x', '--json'])
    expect(JSON.parse(rules.err)).toMatchObject({
      code: 'REQUEST_MALFORMED',
      title: expect.stringMatching(/ção|malformada/) as string,
    })
    expect((await give(env, ['call', 'createClient', '--name', 'x'])).err).toMatch(/\n {2}\/\S* {2}\S/)
  })

  it('2: an invalid command sends nothing, and suggests the nearest name', async () => {
    const { logged } = gateway
    const before = logged.length
    const cases: [string[], string][] = [
      [['call', 'updateAcount'], 'Did you mean updateAccount'],
      [['call', 'UPDATEACCOUNT'], 'Did you mean updateAccount'],
      [['call', 'updateAccount', ...ids(), '--nickame', 'x'], 'Did you mean --nickname?'],
      [['call', 'updateAccount', '--nickname', 'x'], "required option '--client_id <uuid>'"],
      [['call', '--nickname', 'x', 'updateAccount'], 'name the operation before its options'],
      [['call', 'updateAccount', ...ids(), '--body', '[1]'], '--body takes a JSON object'],
      [['call', 'createUpload', '--size', 'much'], 'This takes a number'],
      [
        ['call', 'uploadOnboardingDocuments', '--id', randomUUID(), '--selfie', '/nowhere.jpg'],
        'There is no such file',
      ],
      [['simulate', 'payment-arives'], 'Did you mean payment-arrives'],
      [['webhooks', 'trigger', 'users.onboarding.finishd'], 'Did you mean users.onboarding.finished'],
      [['clock', 'advance', 'soon'], 'soon is no time'],
      [['events', 'tail', '--since', 'yesterday'], 'yesterday is no time'],
      [['webhooks', 'listen', '--forward-to', 'https://example.com/'], 'not of this machine'],
      [['nothing'], 'unknown command'],
    ]
    for (const [words, said] of cases) {
      const ended = await give(env, words)
      expect(ended.code, words.join(' ')).toBe(2)
      expect(ended.err, words.join(' ')).toContain(said)
    }
    expect(logged.slice(before).filter((line) => line.includes('PATCH'))).toEqual([])
  })

  it('3: a lost response may hide an effect, which the nonce can resolve', async () => {
    const away = { ...env, ECLUSA_URL: 'http://127.0.0.1:9' }
    const write = await give(away, ['call', 'updateAccount', ...ids(), '--nickname', 'x'])
    expect(write).toMatchObject({ code: 3, out: '' })
    expect(write.err).toMatch(/^updateAccount was not answered.*\nIt may have happened.* --nonce [0-9a-f-]{36} /)
  })

  it('4: an unknown caller', async () => {
    expect(await give({ ...env, ECLUSA_TOKEN: '' }, ['call', 'listClients'])).toMatchObject({
      code: 4,
      err: expect.stringContaining('run eclusa login') as string,
    })
    const refused = await give({ ...env, ECLUSA_TOKEN: 'no token' }, ['call', 'listClients'])
    expect(refused).toMatchObject({ code: 4, err: expect.stringMatching(/^CREDENTIALS_REFUSED/) as string })
    const nowhere = await give({ XDG_CONFIG_HOME: folder }, ['call', 'listClients'])
    expect(nowhere).toMatchObject({ code: 4, err: expect.stringContaining('set ECLUSA_URL') as string })
  })
})

it('every operation has its own options, without duplicates', () => {
  for (const operation of readContract().operations) {
    const { options } = commandFor(operation, operation.name, optionsOf(operation))
    const flags = options.map(({ long }) => long)
    expect(new Set(flags).size, operation.name).toBe(flags.length)
    for (const { name } of operation.parameters.filter((one) => one.in === 'path'))
      expect(flags, operation.name).toContain(`--${name}`)
  }
})
