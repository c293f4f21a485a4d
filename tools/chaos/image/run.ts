import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { installed } from '@eclusa/simulators/debian.ts'
import { blocksOf } from '@eclusa/testing/guides/blocks.ts'
import { type DrillReport, drill } from '@eclusa/testing/processes/drill-report.ts'
import { heldOf, isHealthy } from './container.ts'
import { judgeManifests } from './judge-manifests.ts'
import { keepFile } from './keep-file.ts'
import { readBuilt } from './sbom.ts'

/**
 * Follows docs/guides/install.md in a clean clone: the image is built twice with an identical result. Then the journey of a
 * first call runs with it, in containers with minimal rights.
 */
const root = fileURLToPath(new URL('../../../', import.meta.url))
const folder = await mkdtemp(join(tmpdir(), 'eclusa-image-drill-'))
const clone = join(folder, 'eclusa')

await installed(
  ['/usr/bin/buildah', '/usr/bin/podman', '/usr/sbin/runc', '/usr/sbin/debootstrap', '/usr/bin/systemd-analyze'],
  ['buildah', 'podman', 'runc', 'debootstrap', 'systemd'],
)
await installed(['/usr/bin/kubectl'], ['kubernetes-client'])
// A separate image store, deleted with the folder: the machine's own is not used.
const driver = readFileSync('/proc/filesystems', 'utf8').includes('overlay') ? 'overlay' : 'vfs'
process.env['CONTAINERS_STORAGE_CONF'] = join(folder, 'storage.conf')
await writeFile(
  join(folder, 'storage.conf'),
  `[storage]\ndriver = "${driver}"\ngraphroot = "${folder}/store"\nrunroot = "${folder}/run"\n`,
)
// The image of every journey.
process.env['JOURNEY_SANDBOX'] = `${process.execPath} ${join(root, 'tools/chaos/image/sandbox.ts')}`
// Packages come from this machine's configured mirrors.
const npmrc = join(homedir(), '.npmrc')
const env = {
  ...process.env,
  ...(existsSync(npmrc) && { NPMRC: npmrc }),
  ...(process.env['NODE_EXTRA_CA_CERTS'] && { AUTHORITIES: process.env['NODE_EXTRA_CA_CERTS'] }),
}
const run = (program: string, words: string[], cwd = clone) =>
  promisify(execFile)(program, words, { cwd, env, maxBuffer: 1 << 26 })

await drill(async ({ say, must }) => {
  try {
    await run('git', ['clone', '--quiet', '--depth', '1', `file://${root}`, clone], folder)
    await followGuide({ say, must })
    const { judged, refused } = await judgeManifests(clone, folder)
    say(`       ${judged} manifests held against the schemas of Kubernetes`)
    must(judged > 0 && refused.length === 0, `none is refused: ${refused.join('; ')}`)
    const first = readBuilt(join(clone, 'artefacts/image'))
    await timed(say, 'built again', () => run('deploy/image/build', ['artefacts/again', '--debian']))
    const second = readBuilt(join(clone, 'artefacts/again'))
    must(first.digest === second.digest, `it is the same twice: ${first.digest}, then ${second.digest}`)
    const { dependencies } = JSON.parse(readFileSync(join(clone, 'package.json'), 'utf8')) as { dependencies: object }
    const unnamed = [...Object.keys(dependencies), 'react', 'node', 'libc6'].filter(
      (name) => !first.names.includes(name),
    )
    must(unnamed.length === 0, `its bill names what is in it: ${unnamed.join(', ')} it does not`)
    must(first.sha256.sbom === second.sha256.sbom, 'its bill is the same twice')
    must(first.sha256.licences === second.sha256.licences, 'its licences are the same twice')
    await useImage({ say, must })
    await timed(say, 'apps/gateway/test/e2e/first-call passed against the image', () => journey('first-call'))
    const { names: _, ...told } = first
    say(JSON.stringify(told))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

async function timed(say: DrillReport['say'], what: string, work: () => Promise<unknown>): Promise<void> {
  const started = performance.now()
  await work()
  say(`${((performance.now() - started) / 1000).toFixed(1)} s  ${what}`)
}

/** Every runnable block of the guide, in a shell of its own. */
async function followGuide({ say }: DrillReport): Promise<void> {
  for (const { at, code, notRun } of blocksOf('install.md')) {
    if (notRun) say(`       ${at}: not run: ${notRun}`)
    else
      await timed(say, `${at}: ${code.split('\n')[0]}`, () => run('unshare', ['--mount', 'bash', '-c', withNode(code)]))
  }
}

/** A shell in which Node seems to be where the systemd units expect it. */
function withNode(code: string): string {
  const place = `mount -t tmpfs none /usr/local/bin && ln -s ${process.execPath} /usr/local/bin/node`
  return `set -euo pipefail; ${code.includes('systemd-analyze') ? place : ':'}\n${code}`
}

/** The kernel's view of its processes, their health checks, and a stored file. */
async function useImage({ say, must }: DrillReport): Promise<void> {
  const { startSandbox } = await import('@eclusa/testing/e2e/sandbox.ts')
  const running = (await startSandbox()) as Awaited<ReturnType<typeof startSandbox>> & { containers: string[] }
  for (const name of running.containers) {
    const held = await heldOf(name)
    say(`       ${name}: ${JSON.stringify(held)}`)
    must(held.uid === '65532', `${name} is nobody in particular`)
    must(/^[0 ]+$/.test(held.capabilities), `${name} has no capability`)
    must(held.read_only && held.no_new_privileges && held.seccomp, `${name} is closed in`)
    must(await isHealthy(name), `${name} says that it is well`)
  }
  must(await keepFile(running), 'a file is kept in /files, and is handed out as it came')
  must((await running.stop()) === 0, 'every process leaves of itself')
}

async function journey(name: string): Promise<void> {
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  await run(process.execPath, [vitest, 'run', `apps/gateway/test/e2e/${name}.test.ts`], root)
}
