import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Postgres, startPostgres } from '@eclusa/simulators/postgres.ts'
import { root } from '@eclusa/testing/e2e/sandbox.ts'
import { blocksOf, type GuideBlock } from '@eclusa/testing/guides/blocks.ts'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createShell, type Shell } from './shell.ts'

/** Follows these pages in order, from an empty server to a monitored installation. */
const pages = ['running-it.md', 'turning-secrets.md', 'upgrade.md', 'doctor.md', 'journal.md', 'backup.md']
const password = randomBytes(12).toString('hex')

/** These exit with another code when they find a problem. */
const judges = /main\.ts (doctor|journal verify)/

let postgres: Postgres
let admin: pg.Client
let shell: Shell
let folder: string
/** Already done by an earlier page. */
const done = new Set<string>()
/** `user_id`, once a user was created. */
const created: Record<string, string> = {}

beforeAll(async () => {
  postgres = await startPostgres({})
  admin = new pg.Client({ connectionString: postgres.adminUrl })
  await admin.connect()
  folder = await mkdtemp(join(tmpdir(), 'eclusa-by-hand-'))
  await symlink(`${root}apps`, join(folder, 'apps'))
  await mkdir(join(folder, 'anchors'))
  const as = (login: string) => here(`postgresql://gateway_${login}:…@db.internal/eclusa`)
  const secret = () => randomBytes(32).toString('hex')
  shell = createShell(folder, {
    DATABASE_URL: as('api'),
    DATABASE_WORKER_URL: as('worker'),
    DATABASE_DESK_URL: as('desk'),
    DATABASE_BOOTSTRAP_URL: as('bootstrap'),
    SIGNING_SECRET: secret(),
    DESK_SECRET: secret(),
    API_KEY_PEPPER: secret(),
  })
})
afterAll(async () => {
  shell?.close()
  await admin?.end()
  await postgres?.stop()
  await rm(folder, { recursive: true, force: true })
})

/** Placeholders of a page, with their values here. */
function here(text: string): string {
  const { host } = new URL(postgres.adminUrl)
  return text
    .replaceAll('…', password)
    .replaceAll('db.internal', host)
    .replaceAll('/mnt/anchors', join(folder, 'anchors'))
    .replaceAll(/<(\w+)>/g, (_, name: string) => created[name] ?? `<${name}>`)
}

const commands = pages.flatMap((page) => {
  const blocks = blocksOf(page).filter(({ language, notRun }) => ['sh', 'sql'].includes(language) && !notRun)
  expect(blocks, page).not.toEqual([])
  return blocks.flatMap(commandsOf)
})

function commandsOf({ at, language, code }: GuideBlock): { at: string; language: string; command: string }[] {
  const ends = language === 'sql' ? /;.*\n/ : /(?<!\\)\n/
  return code
    .split(ends)
    .map((command) => ({ at, language, command: command.trim().replaceAll(/ +/g, ' ') }))
    .filter(({ command }) => command !== '')
}

it.each(commands)('$at: $command', async ({ language, command }) => {
  if (done.has(command)) return
  done.add(command)
  if (language === 'sql') return void (await admin.query(here(command)))
  const { output, ended } = await shell.run({ at: '', language, code: here(command) })
  // Only the database runs here: the onboarding check has to be configured.
  if (judges.test(command)) expect(output).toMatch(/looked at: \d+ OK|"status":"FAIL","checks"|ANCHORS_MISSING/)
  else expect(ended, output).toBe('well')
  const [, noun] = /main\.ts (\w+)s create/.exec(command) ?? []
  if (noun) created[`${noun}_id`] = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/.exec(output)![0]
})
