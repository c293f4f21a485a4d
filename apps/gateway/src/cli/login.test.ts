import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { compiled } from '@eclusa/simulators/compiled.ts'
import { freePort } from '@eclusa/simulators/free-port.ts'
import { type SimulatedIssuer, startIssuer } from '@eclusa/simulators/issuer/issuer.ts'
import { createTestBackoffice, type TestDesk } from '@eclusa/testing/backoffice.ts'
import { Browser } from '@eclusa/testing/browser.ts'
import { runEclusa } from '@eclusa/testing/eclusa.ts'
import { createTestGateway, type TestGateway } from '@eclusa/testing/gateway.ts'
import { createPortalLogin, type TestRoomDoor } from '@eclusa/testing/portal-login.ts'
import { give } from '@eclusa/testing/terminal.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createFreshLogin } from '../backoffice/auth/fresh-login.ts'
import { currentLogin } from './current-login.ts'
import { addLoginCommands } from './login.ts'

const main = fileURLToPath(new URL('../main.ts', import.meta.url))

let gateway: TestGateway
let issuer: SimulatedIssuer
let desk: TestDesk
let env: Record<string, string>
let file: string
beforeAll(async () => {
  const port = await freePort()
  const deskUrl = `http://127.0.0.1:${port}`
  gateway = await createTestGateway()
  issuer = await startIssuer([], 0, deskUrl)
  desk = await createTestBackoffice(gateway, { ...issuer.deskSettings, DESK_FRESH_SECONDS: '300' })
  await desk.app.listen({ host: '127.0.0.1', port })
  const home = await mkdtemp(join(tmpdir(), 'eclusa-login-'))
  file = join(home, 'eclusa', 'logins.json')
  env = { ...issuer.deskSettings, XDG_CONFIG_HOME: home }
})
afterAll(async () => {
  await desk.close()
  await gateway.close()
  await issuer.close()
})

/** Opens the printed address and confirms the code, as a user does. */
async function confirm(line: string, person: string): Promise<void> {
  const browser = new Browser('http://nowhere.test', desk.app)
  const page = await browser.go(/Open (\S+) /.exec(line)![1]!)
  const field = (name: string) => new RegExp(`name="${name}" value="([^"]+)"`).exec(page.text)![1]!
  const form = new URLSearchParams({ xsrf: field('xsrf'), user_code: field('user_code'), confirm: 'yes' })
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const body = form.toString()
  const confirmed = await browser.go(`${issuer.url}/device`, { method: 'POST', headers, body })
  const chosen = await browser.go(`${confirmed.location}/as/${person}`, { method: 'POST' })
  await browser.follow(chosen.location!)
}

async function logIn(person: string, ...options: string[]): Promise<Record<string, unknown>> {
  const child = spawn(process.execPath, [main, '--json', 'login', ...options], {
    env: { PATH: process.env['PATH'], ...compiled, ...env },
  })
  const said = text(child.stdout)
  const asked = await new Promise<string>((resolve) => child.stderr.once('data', (line) => resolve(String(line))))
  await confirm(asked, person)
  return JSON.parse(await said) as Record<string, unknown>
}

/** Sets the login as expired. Returns the stored record. */
async function endLogin(place = env['DESK_URL']!): Promise<Record<string, unknown>> {
  const { at, ...rest } = JSON.parse(await readFile(file, 'utf8')) as { at: Record<string, Record<string, unknown>> }
  const kept = at[place]!
  await writeFile(file, JSON.stringify({ ...rest, at: { ...at, [place]: { ...kept, expires_at: 0 } } }))
  return kept
}

describe('eclusa login', () => {
  it('without it no command is authenticated', async () => {
    await expect(runEclusa(env, ['users', 'list'])).rejects.toThrow('run eclusa login')
  })

  it("logs a user in by a code, stores the login privately, and actions are recorded with the user's name", async () => {
    expect(await logIn('carla')).toMatchObject({ id: 'carla', kind: 'person', roles: ['operator'] })
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    const made = await runEclusa(env, ['users', 'create', '--name', 'Aurora', '--reason', 'contract signed'])
    const { rows } = await gateway.db.admin.query('select * from audit_log where subject_id = $1', [made['user_id']])
    expect(rows).toMatchObject([{ actor_id: 'carla', actor_name: 'Carla Operadora', actor_kind: 'person' }])
  })

  it('is renewed when it is due, with the current roles, and ends with logout', async () => {
    await logIn('carla')
    const kept = await endLogin()
    issuer.people.find(({ id }) => id === 'carla')!.roles = ['operator', 'auditor']
    expect(await runEclusa(env, ['whoami'])).toMatchObject({ roles: ['operator', 'auditor'] })
    const renewed = await endLogin()
    expect(renewed['access_token']).not.toBe(kept['access_token'])
    expect(await runEclusa(env, ['logout'])).toEqual({ logged_in: false })
    await expect(stat(file)).rejects.toThrow('ENOENT')
    await writeFile(file, JSON.stringify({ at: { [env['DESK_URL']!]: { ...renewed, expires_at: 0 } } }))
    await expect(runEclusa(env, ['whoami'])).rejects.toThrow('run eclusa login')
  })

  it('is repeated when the login is not recent enough, and is recent afterwards', async () => {
    await logIn('bruno')
    const decline = () => runEclusa(env, ['proposals', 'decline', randomUUID(), '--reason', 'seen'])
    await expect(decline()).rejects.toThrow('PROPOSAL_NOT_FOUND')
    const later = createFreshLogin(desk.services.settings, { now: () => new Date(Date.now() + 400_000) })
    const required = vi.spyOn(desk.services.freshLogin, 'require').mockImplementation(later.require)
    await expect(decline()).rejects.toThrow('eclusa login --desk --fresh')
    required.mockRestore()
    await logIn('bruno', '--desk', '--fresh')
    await expect(decline()).rejects.toThrow('PROPOSAL_NOT_FOUND')
  })

  it('belongs to one backoffice: another does not receive it', async () => {
    await logIn('carla')
    const elsewhere = { ...env, DESK_URL: 'http://127.0.0.1:9' }
    await expect(runEclusa(elsewhere, ['whoami'])).rejects.toThrow('no login at http://127.0.0.1:9')
  })
})

describe('eclusa login at a gateway', () => {
  let room: TestRoomDoor
  beforeAll(async () => {
    room = await createPortalLogin(gateway)
  })
  afterAll(() => room.close())

  /** Follows the redirect to the issuer, chooses a user, and returns to the terminal. */
  async function logInAtGateway(words: string[], person: string): Promise<string> {
    const child = spawn(process.execPath, [main, '--json', 'login', '--no-browser', ...words], {
      env: { PATH: process.env['PATH'], ...compiled, XDG_CONFIG_HOME: env['XDG_CONFIG_HOME'] },
    })
    const said = text(child.stdout)
    const asked = await new Promise<string>((resolve) => child.stderr.once('data', (line) => resolve(String(line))))
    const browser = new Browser('http://nowhere.test', desk.app)
    const page = (await browser.go(/Open (\S+) /.exec(asked)![1]!)).location!
    const chosen = await browser.go(`${page}/as/${person}`, { method: 'POST' })
    const back = await browser.follow(chosen.location!)
    expect(back.text).toContain('De volta ao terminal')
    return said
  }

  it('logs a user in by the browser, is renewed automatically, becomes the default gateway, and ends', async () => {
    const user = await gateway.user()
    room.issuer.ofUsers.push({ id: user.user_id, name: 'Integradora' })
    const who = { gateway: room.url, by: 'login', user_id: user.user_id, name: 'Integradora' }
    expect(JSON.parse(await logInAtGateway([room.url], user.user_id))).toMatchObject(who)
    expect((await stat(file)).mode & 0o777).toBe(0o600)

    const kept = await endLogin(room.url)
    const here = { XDG_CONFIG_HOME: env['XDG_CONFIG_HOME']! }
    // Two at once: one renews the login, and the other waits for it.
    vi.stubEnv('XDG_CONFIG_HOME', here.XDG_CONFIG_HOME)
    const tokens = new Set(await Promise.all([currentLogin(room.url), currentLogin(room.url), currentLogin(room.url)]))
    expect(tokens.size).toBe(1)
    expect([...tokens]).not.toContain(kept['access_token'])
    await endLogin(room.url)
    expect(await give(here, ['call', 'listClients', '--json'])).toMatchObject({ code: 0 })
    expect(JSON.parse((await give(here, ['whoami', '--json'], [addLoginCommands])).out)).toMatchObject(who)
    expect(await give(here, ['logout', '--json'], [addLoginCommands])).toMatchObject({ out: '{"logged_in":false}\n' })
    expect(await give({ ...here, ECLUSA_URL: room.url }, ['call', 'listClients'])).toMatchObject({ code: 4 })
  })

  it('a cancelled login stores nothing, and with two configured places one must be chosen', async () => {
    expect(await logInAtGateway([room.url], 'nobody')).toBe('')
    const both = await give({ ...env, ECLUSA_URL: room.url }, ['login'], [addLoginCommands])
    expect(both).toMatchObject({ code: 2, err: expect.stringContaining('use --desk or --api') as string })
    const without = await gateway.app.listen({ host: '127.0.0.1', port: 0 })
    const nowhere = await give(env, ['login', without], [addLoginCommands])
    expect(nowhere).toMatchObject({ code: 4, err: expect.stringContaining('has no login for people') as string })
  })
})
