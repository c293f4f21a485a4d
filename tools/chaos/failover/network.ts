import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import { randomBytes, randomInt } from 'node:crypto'
import { closeSync, openSync } from 'node:fs'
import { promisify } from 'node:util'

/** A virtual machine in the network: an address and ports of its own, and a link to each other. */
export interface Host {
  name: string
  address: string
  /** The name of its network interface. */
  card: string
  /** Starts a program there, as `nobody`, and appends its output to the file. It ends with the network. */
  run(program: string, words: string[], how: { cwd: string; env: NodeJS.ProcessEnv; log: string }): ChildProcess
  /** Drops its packets to these from now on. It still receives theirs. */
  lose(others: Host[]): Promise<void>
  /** Its packets to these arrive again. */
  reach(others: Host[]): Promise<void>
}

export interface Network {
  /** Its addresses, as pg_hba.conf writes them. */
  range: string
  /** This machine, with the callers. */
  here: Host
  add(name: string): Promise<Host>
  /** Ends everything that runs on its hosts, and leaves nothing behind. */
  close(): void
}

/** PostgreSQL refuses to run as root. */
export const NOBODY = 65_534
/** A dead link: packets to it are dropped silently, for open connections and new ones. */
const NO_CARD = '02:00:00:00:00:00'
/** A PostgreSQL in immediate shutdown gives its processes five seconds. */
const END_MS = 8_000

const IP = '/usr/sbin/ip'
const ip = async (...words: string[]) => void (await promisify(execFile)(IP, words))

/**
 * Network namespaces at one switch, which is in a namespace too: this machine's own network only gets one more interface, so
 * drills can run in parallel.
 */
export async function createNetwork(): Promise<Network> {
  const id = randomBytes(4).toString('hex')
  const [first, second] = [randomInt(1, 255), randomInt(256)]
  const spaces: string[] = []
  const children: ChildProcess[] = []

  async function addSpace(name: string): Promise<string> {
    const space = `eclusa-${id}-${name}`
    await ip('netns', 'add', space)
    spaces.push(space)
    return space
  }

  /** Without a namespace it is this machine. */
  async function plug(name: string, at: number, space?: string): Promise<Host> {
    const there = space ? ['-n', space] : []
    const device = space ? 'eth0' : `eclusa${id}`
    const address = `10.${first}.${second}.${at}`
    const card = `02:00:${[10, first, second, at].map((part) => part.toString(16).padStart(2, '0')).join(':')}`
    const cable = ['type', 'veth', 'peer', 'name', name, 'netns', switchSpace]
    await ip(...there, 'link', 'add', 'name', device, 'address', card, ...cable)
    await ip('-n', switchSpace, 'link', 'set', name, 'master', 'switch', 'up')
    await ip(...there, 'address', 'add', `${address}/24`, 'dev', device)
    for (const each of ['lo', device]) await ip(...there, 'link', 'set', each, 'up')
    const send = async (to: string, by: string) =>
      ip(...there, 'neighbour', 'replace', to, 'lladdr', by, 'nud', 'permanent', 'dev', device)
    return {
      name,
      address,
      card,
      run(program, words, { log, ...how }) {
        const into = space ? [`--net=/run/netns/${space}`] : []
        const as = ['--setuid', `${NOBODY}`, '--setgid', `${NOBODY}`]
        const said = openSync(log, 'a')
        const child = spawn('/usr/bin/nsenter', [...into, ...as, program, ...words], {
          ...how,
          stdio: ['ignore', said, said],
        })
        closeSync(said)
        children.push(child)
        return child
      },
      async lose(others) {
        await Promise.all(others.map((other) => send(other.address, NO_CARD)))
      },
      async reach(others) {
        await Promise.all(others.map((other) => send(other.address, other.card)))
      },
    }
  }

  /** How many got the signal. */
  function tellEverybody(signal: NodeJS.Signals | 0): number {
    const living = spaces.flatMap((space) =>
      execFileSync(IP, ['netns', 'pids', space], { encoding: 'utf8' }).split('\n').filter(Boolean),
    )
    for (const pid of living)
      try {
        process.kill(Number(pid), signal)
      } catch {
        // It has exited meanwhile.
      }
    return living.length
  }

  function close(): void {
    process.off('exit', close)
    for (const child of children) child.kill('SIGKILL')
    // A killed PostgreSQL leaves its shared memory behind; a stopped one receives no other signal.
    tellEverybody('SIGQUIT')
    const ends = Date.now() + END_MS
    while (tellEverybody(Date.now() < ends ? 0 : 'SIGKILL') > 0) standStill(100)
    for (const space of spaces.splice(0)) execFileSync(IP, ['netns', 'delete', space])
  }

  // However the drill ends.
  process.once('exit', close)
  const switchSpace = await addSpace('switch').catch((error: Error) => {
    throw new Error(`the nodes of this drill are in networks of their own, which only root can make: ${error.message}`)
  })
  await ip('-n', switchSpace, 'link', 'add', 'name', 'switch', 'type', 'bridge')
  await ip('-n', switchSpace, 'link', 'set', 'switch', 'up')
  let last = 1
  return {
    range: `10.${first}.${second}.0/24`,
    here: await plug('here', last),
    async add(name) {
      last += 1
      return plug(name, last, await addSpace(name))
    },
    close,
  }
}

/** Synchronous: a process that is about to exit cannot await. */
function standStill(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}
