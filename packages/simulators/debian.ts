import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const lock = join(tmpdir(), 'eclusa-apt.lock')

const apt = (...args: string[]) =>
  run('flock', [lock, 'apt-get', '-qq', '-o', 'DPkg::Lock::Timeout=300', ...args], {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    maxBuffer: 1 << 26,
  })

/** Makes sure that a Debian package is installed. A lock serialises apt. */
export async function installed(programs: string[], packages: string[]): Promise<void> {
  if (programs.every((program) => existsSync(program))) return
  await apt('update')
  await apt('install', '-y', '--no-install-recommends', ...packages)
}
