import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import { randomBytes, randomInt } from 'node:crypto'
import { closeSync, openSync } from 'node:fs'
import { promisify } from 'node:util'

/** A machine, as far as the others can tell: an address and ports of its own, and a cable to each of them. */
export interface Host {
  name: string
  address: string
  /** Of its network card. */
  card: string
  /** Starts a program there, as nobody, and adds what it says to the file. It ends with the network. */
  run(program: string, words: string[], how: { cwd: string; env: NodeJS.ProcessEnv; log: string }): ChildProcess
  /** What it says to these is lost from now on, and nobody is told. What they say it hears. */
  lose(others: Host[]): Promise<void>
  /** What it says to these arrives. */
  reach(others: Host[]): Promise<void>
}

export interface Network {
  /** Its addresses, as pg_hba.conf writes them. */
  range: string
  /** This machine, where callers are. */
  here: Host
  add(name: string): Promise<Host>
  /** Ends everything that runs on its hosts, and leaves nothing behind. */
  close(): void
}

/** PostgreSQL refuses to run as root. */
export const NOBODY = 65_534
/** Nobody's card: what is sent there is lost without a word, to a connection that stands as to one that is asked for. */
const NO_CARD = '02:00:00:00:00:00'
/** A PostgreSQL that is told to end at once gives its processes five. */
const END_MS = 8_000

const IP = '/usr/sbin/ip'
const ip = async (...words: string[]) => void (await promisify(execFile)(IP, words))

/**
 * Network namespaces at one switch, which is in a namespace too: nothing is changed of this machine's own network but for one
 * more card, and another drill may have its network at the same time.
 */
export async function openNetwork(): Promise<Network> {
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

  /** Without a space of its own it is this machine. */
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

  /** How many there were to tell. */
  function tellEverybody(signal: NodeJS.Signals | 0): number {
    const living = spaces.flatMap((space) =>
      execFileSync(IP, ['netns', 'pids', space], { encoding: 'utf8' }).split('\n').filter(Boolean),
    )
    for (const pid of living)
      try {
        process.kill(Number(pid), signal)
      } catch {
        // It has left by itself meanwhile.
      }
    return living.length
  }

  function close(): void {
    process.off('exit', close)
    for (const child of children) child.kill('SIGKILL')
    // A PostgreSQL that is killed leaves its shared memory behind; one that was frozen hears nothing else.
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

/** Whoever is about to exit cannot wait in another way. */
function standStill(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}
