import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { readYaml } from '@eclusa/testing/deployments.ts'
import { blocksOf, type GuideBlock, guidesFor, readGuide } from '@eclusa/testing/guides/blocks.ts'
import { describe, expect, it } from 'vitest'
import { archiving } from '../../restore/pgbackrest.ts'

/** Operator guides match the files, and a drill runs every command or the page explains why not. */
const root = new URL('../../../../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), 'utf8')
const guides = readdirSync(new URL('docs/guides/', root)).filter((name) => name.endsWith('.md'))
const drills = new Map(
  [...read('tools/chaos/run.ts').matchAll(/^ {2}'?([\w-]+)'?: '([^']+)',$/gm)].map(([, name, file]) => [name!, file!]),
)

/** The margin shows the file that a part belongs to. */
const flat = (text: string) => text.replaceAll(/^ +/gm, '')

it.each(guides)('%s names existing drills', (guide) => {
  const named = [...readGuide(guide).matchAll(/npm run drill -- ([\w-]+)/g)].map(([, name]) => name!)
  expect(named.filter((name) => !drills.has(name))).toEqual([])
})

/** A page's followers: every block without an explained exception runs there. */
const followed: Record<string, string> = {
  'install.md': 'tools/chaos/image/run.ts',
  'high-availability.md': 'tools/chaos/failover/run.ts',
  'pooling.md': 'tools/chaos/pooler/run.ts',
  ...Object.fromEntries(
    ['running-it.md', 'turning-secrets.md', 'upgrade.md', 'doctor.md', 'journal.md', 'backup.md'].map((page) => [
      page,
      'apps/gateway/test/guides/by-hand.test.ts',
    ]),
  ),
}

it.each(guidesFor('operators'))('%s has no command without a run or a stated exception', (page) => {
  const isCommand = ({ language }: GuideBlock) => ['sh', 'sql', ''].includes(language)
  const toRun = blocksOf(page).filter((block) => isCommand(block) && !block.notRun)
  if (followed[page]) expect(read(followed[page])).toContain(`'${page}'`)
  else expect(toRun.map(({ at }) => at)).toEqual([])
})

it.each(['', 'pt-BR/'])('%sturning-secrets.md explains the rotation of every secret', (language) => {
  const secrets = [...read('docs/reference/settings.md').matchAll(/^\| `(\w+)` +\|[^|]+\|[^|]+, secret +\|/gm)]
  const page = readGuide(`${language}turning-secrets.md`)
  expect(secrets.length).toBeGreaterThan(20)
  expect(secrets.map(([, name]) => `\`${name}\``).filter((name) => !page.includes(name))).toEqual([])
})

describe.each([
  ['high-availability.md', 'failover'],
  ['pooling.md', 'pooler'],
])('%s', (guide, drill) => {
  it(`is followed by the drill ${drill}`, () => {
    expect(read(`tools/chaos/${drills.get(drill)}`)).toContain(`blocksOf('${guide}')`)
    expect(blocksOf(guide).some(({ language, notRun }) => ['sh', 'sql'].includes(language) && !notRun)).toBe(true)
  })

  it.each([guide, `pt-BR/${guide}`])('shows files of deploy as they are: %s', (page) => {
    const shown = blocksOf(page).filter(({ file }) => file)
    for (const { at, file, code } of shown) expect(flat(read(file!)), at).toContain(flat(code))
    expect(shown.length).toBe(guide === 'pooling.md' ? 0 : 2)
  })
})

const HAPROXY = '/usr/sbin/haproxy'
it.skipIf(!existsSync(HAPROXY))('HAProxy, where it is installed, accepts its file', async () => {
  const file = new URL('deploy/haproxy/haproxy.cfg', root).pathname
  await expect(promisify(execFile)(HAPROXY, ['-c', '-f', file])).resolves.toBeDefined()
})

it('Patroni acknowledges nothing that is on one node only, and accepts its own times', () => {
  interface Node {
    bootstrap: { dcs: Record<string, number | boolean> & { postgresql: { parameters: Record<string, unknown> } } }
    postgresql: { pg_hba: string[] }
  }
  const [{ bootstrap, postgresql }] = readYaml<Node>('deploy/patroni/patroni.yml') as [Node]
  const { ttl, loop_wait, retry_timeout } = bootstrap.dcs as Record<string, number>
  expect(bootstrap.dcs).toMatchObject({
    synchronous_mode: true,
    synchronous_mode_strict: true,
    primary_start_timeout: 0,
  })
  expect(bootstrap.dcs.postgresql.parameters['synchronous_commit']).toBe('on')
  // Patroni's own rule, without which it demotes a primary that only waited.
  expect(loop_wait! + 2 * retry_timeout!).toBeLessThanOrEqual(ttl!)
  expect(ttl).toBeGreaterThanOrEqual(20)
  expect(postgresql.pg_hba.filter((line) => /^host(?!ssl)/.test(line))).toEqual([])
})

describe('a node of Patroni', () => {
  interface Node {
    bootstrap: { dcs: { postgresql: { parameters: Record<string, unknown>; recovery_conf: Record<string, string> } } }
    postgresql: {
      data_dir: string
      use_unix_socket: boolean
      use_unix_socket_repl: boolean
      authentication: Record<'superuser' | 'replication', { username: string }>
      parameters: Record<string, string>
      pg_hba: string[]
    }
  }
  const [{ bootstrap, postgresql }] = readYaml<Node>('deploy/patroni/patroni.yml') as [Node]

  it('may connect to its own server, with its user and for replication', () => {
    const { superuser, replication } = postgresql.authentication
    expect(postgresql).toMatchObject({ use_unix_socket: true, use_unix_socket_repl: true })
    // Debian runs it as postgres. A pg_hba line for all databases does not cover replication, and no login uses that name.
    expect(superuser.username).toBe('postgres')
    expect(postgresql.pg_hba).toContain('local all all peer')
    expect(postgresql.pg_hba).toContain(`local replication ${replication.username} scram-sha-256`)
  })

  it('archives like a standalone server, and finds the archive', () => {
    const { parameters, recovery_conf } = bootstrap.dcs.postgresql
    expect(Object.entries(parameters).map(([name, value]) => `${name}=${String(value)}`)).toEqual(
      expect.arrayContaining(archiving),
    )
    expect(recovery_conf['restore_command']).toBe('pgbackrest --stanza=eclusa archive-get %f "%p"')
  })

  it('is where pgBackRest expects it', () => {
    const place = read('deploy/pgbackrest/place.conf')
    expect(place).toContain(`\npg1-path=${postgresql.data_dir}\n`)
    expect(place).toContain(`\npg1-socket-path=${postgresql.parameters['unix_socket_directories']}\n`)
    expect(readGuide('backup.md')).toContain(`pg_ctl -D ${postgresql.data_dir} `)
  })
})
