import { execFile } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { installed } from '../debian.ts'

const run = promisify(execFile)

const MODULE = '/usr/lib/softhsm/libsofthsm2.so'
const programs = ['/usr/bin/softhsm2-util', '/usr/bin/pkcs11-tool', '/usr/lib/x86_64-linux-gnu/engines-3/pkcs11.so']
const packages = ['softhsm2', 'opensc', 'libengine-pkcs11-openssl']

/** A token of Debian's SoftHSM: PKCS #11 as for hardware, on a disk. Its private keys cannot be exported. */
export interface Token {
  module: string
  label: string
  pin: string
  /** Environment of every process that uses the token. */
  environment: Record<string, string>
  /** Generates a key in the token, and a certificate request signed by it. PEM. */
  request(key: { label: string; kind: 'RSA:2048' | 'EC:prime256v1'; name: string }): Promise<string>
  /** The attributes of its private keys, as the token reports them. */
  describeKeys(): Promise<string>
  remove(): Promise<void>
}

/** Creates a token as docs/guides/dict-keys.md describes. */
export async function makeToken(label = 'dict'): Promise<Token> {
  await installed(programs, packages)
  const folder = await mkdtemp(join(tmpdir(), 'eclusa-softhsm-'))
  await mkdir(join(folder, 'tokens'))
  const settings = [
    'directories.tokendir = ' + join(folder, 'tokens'),
    'objectstore.backend = file',
    'log.level = ERROR',
  ]
  await writeFile(join(folder, 'softhsm2.conf'), settings.join('\n'))
  const environment = { SOFTHSM2_CONF: join(folder, 'softhsm2.conf') }
  const env = { ...process.env, ...environment, PKCS11_MODULE_PATH: MODULE }
  const pin = String(randomInt(10_000_000, 99_999_999))
  await run('softhsm2-util', ['--init-token', '--free', '--label', label, '--pin', pin, '--so-pin', `9${pin}`], { env })
  const tool = (...words: string[]) =>
    run('pkcs11-tool', ['--module', MODULE, '--token-label', label, '--login', '--pin', pin, ...words], { env })

  let made = 0
  return {
    module: MODULE,
    label,
    pin,
    environment,
    async request({ label: key, kind, name }) {
      made += 1
      await tool('--keypairgen', '--key-type', kind, '--label', key, '--id', String(made).padStart(2, '0'))
      const uri = `pkcs11:token=${label};object=${key};type=private;pin-value=${pin}`
      const subject = `/C=BR/O=Eclusa sandbox/CN=${name}`
      const request = ['req', '-new', '-engine', 'pkcs11', '-keyform', 'engine', '-key', uri, '-subj', subject]
      const { stdout } = await run('openssl', request, { env })
      return stdout
    },
    describeKeys: async () => (await tool('--list-objects', '--type', 'privkey')).stdout,
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

/** `npm ci` does not build pkcs11js, because a gateway without a token needs no compiler. */
export async function buildPkcs11(): Promise<void> {
  const root = new URL('../../../', import.meta.url).pathname
  if (existsSync(join(root, 'node_modules/pkcs11js/build/Release/pkcs11.node'))) return
  await installed(['/usr/bin/g++', '/usr/bin/make', '/usr/bin/python3'], ['g++', 'make', 'python3'])
  // Node's headers are in Debian's package if it is installed. Otherwise they are downloaded.
  const headers = existsSync('/usr/include/node/node_api.h') ? { npm_config_nodedir: '/usr' } : {}
  const lock = join(tmpdir(), 'eclusa-pkcs11.lock')
  await run('flock', [lock, 'npm', 'run', 'build:pkcs11'], { cwd: root, env: { ...process.env, ...headers } })
}
