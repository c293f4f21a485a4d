import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

/**
 * Memory of an idle sandbox, PostgreSQL included, and whether Ctrl-C leaves anything. Shared pages are counted once, divided
 * among their processes (PSS).
 */
const MEGABYTES = 450
const settleSeconds = Number(process.argv[2] ?? 120)
const say = (line: string) => void process.stdout.write(`${line}\n`)

const mark = randomUUID()
const sandbox = spawn('npm', ['run', '-s', 'sandbox', '--', '--json', '--port', '0'], {
  cwd: fileURLToPath(new URL('../../', import.meta.url)),
  env: { ...process.env, ECLUSA_DRILL: mark, DATABASE_URL: '' },
  stdio: ['ignore', 'pipe', 'inherit'],
  detached: true,
})
const ended = once(sandbox, 'close')
await Promise.race([once(sandbox.stdout, 'data'), ended])
// Pages are built and cases are created in the first minutes.
await pause(settleSeconds * 1000)

const pids = ofSandbox()
const processes = pids.map((pid) => ({ pid, name: nameOf(pid), mb: pssOf(pid) / 1024 }))
for (const { name, mb } of processes.toSorted((a, b) => b.mb - a.mb)) say(`${mb.toFixed(1).padStart(7)} MB  ${name}`)
const whole = processes.reduce((sum, { mb }) => sum + mb, 0)
say(`${whole.toFixed(1).padStart(7)} MB  the whole sandbox, idle`)

process.kill(-sandbox.pid!, 'SIGINT')
await ended
const left = pids.filter(
  (pid) => nameOf(pid) !== '' && processes.some((one) => one.pid === pid && one.name === nameOf(pid)),
)
say(left.length === 0 ? 'Ctrl-C leaves nothing' : `Ctrl-C leaves ${left.map(nameOf).join(', ')}`)
process.exitCode = whole > MEGABYTES || whole === 0 || left.length > 0 ? 1 : 0

/**
 * Processes with the environment mark, and their children: those of PostgreSQL have overwritten their environment with their
 * titles.
 */
function ofSandbox(): string[] {
  const all = readdirSync('/proc').filter((pid) => /^\d+$/.test(pid))
  const found = new Set(all.filter((pid) => read(pid, 'environ').includes(mark)))
  for (let count = -1; count !== found.size; ) {
    count = found.size
    for (const pid of all) if (found.has(parentOf(pid) ?? '')) found.add(pid)
  }
  return [...found]
}

function parentOf(pid: string): string | undefined {
  return /\) \S (\d+)/.exec(read(pid, 'stat'))?.[1]
}

function nameOf(pid: string): string {
  return read(pid, 'cmdline').replaceAll('\0', ' ').trim().slice(0, 70)
}

function pssOf(pid: string): number {
  return Number(/^Pss:\s+(\d+) kB/m.exec(read(pid, 'smaps_rollup'))?.[1] ?? 0)
}

/** A process that ended meanwhile has none. */
function read(pid: string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}
