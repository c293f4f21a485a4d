import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

/**
 * Follows the README from a clone in an empty folder, and times it: the commands of its first block, then the call that the
 * sandbox prints, which has to look like the one in the README. Only the port is chosen freely.
 */
const SECONDS = 60
const run = promisify(execFile)
const root = fileURLToPath(new URL('../../', import.meta.url))
const say = (line: string) => void process.stdout.write(`${line}\n`)

const [commands, call] = [...readFileSync(`${root}README.md`, 'utf8').matchAll(/```sh\n([\s\S]*?)```/g)].map(
  ([, code]) => code!.trim(),
)
const steps = commands!.split('\n')
const last = steps.pop()!

const folder = await mkdtemp(join(tmpdir(), 'eclusa-first-'))
const clone = join(folder, 'eclusa')
await run('git', ['clone', '--quiet', '--depth', '1', `file://${root}`, clone])
const started = performance.now()
const seconds = () => (performance.now() - started) / 1000
try {
  for (const step of steps) {
    await run('bash', ['-c', step], { cwd: clone, timeout: 600_000, killSignal: 'SIGKILL' })
    say(`${seconds().toFixed(1)} s  ${step}`)
  }
  await useSandbox()
  if (seconds() > SECONDS) throw new Error(`it took ${seconds().toFixed(1)} s and not ${SECONDS}`)
} catch (error) {
  say((error as Error).message)
  process.exitCode = 1
} finally {
  await rm(folder, { recursive: true, force: true })
}

async function useSandbox(): Promise<void> {
  const sandbox = spawn('bash', ['-c', `exec ${last} -- --port 0`], {
    cwd: clone,
    detached: true,
    // The sandbox's output is shown to the reader of the drill.
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(sandbox, 'close')
  try {
    const printed = await firstCall(sandbox.stdout)
    say(`${seconds().toFixed(1)} s  ${last}: it is ready`)
    if (!looksLike(call!, printed)) throw new Error(`the README shows another call than is printed:\n${printed}`)
    const first = await run('bash', ['-c', printed])
    if (!first.stdout.startsWith('HTTP/1.1 200')) throw new Error(`the first call answered ${first.stdout}`)
    say(`${seconds().toFixed(1)} s  the printed call: 200`)
    const again = await run('bash', ['-c', printed])
    if (!/^HTTP\/1\.1 409[\s\S]*"REPLAY"/.test(again.stdout)) throw new Error(`its repeat answered ${again.stdout}`)
  } finally {
    process.kill(-sandbox.pid!, 'SIGINT')
    await ended
  }
}

/** The first printed call. */
async function firstCall(output: AsyncIterable<Buffer>): Promise<string> {
  let text = ''
  for await (const part of output) {
    text += String(part)
    const [printed] = /^curl -i [\s\S]*?(?=\n\n)/m.exec(text) ?? []
    if (printed) return printed
  }
  throw new Error(`the sandbox ended before it printed a call:\n${text}`)
}

/** The README writes `<token>` for the token, and the default port. */
function looksLike(shown: string, printed: string): boolean {
  const parts = shown.replace(':8080', ':<port>').split(/<[^>]+>/)
  const pattern = parts.map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('\\S+')
  return new RegExp(`^${pattern}$`).test(printed)
}
