import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { installed } from '../debian.ts'
import { freePort } from '../free-port.ts'

/** A real ClamAV daemon with a single signature of its own instead of the public database. */
export interface Clamd {
  host: string
  port: number
  stop(): Promise<void>
}

/** The EICAR test file. Assembled here, so that no scanner detects this source. */
export const EICAR = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE', '!$H+H*'].join('')

const START_MS = 60_000

export async function startClamd(): Promise<Clamd> {
  await installed(['/usr/sbin/clamd'], ['clamav-daemon'])
  const directory = await mkdtemp(join(tmpdir(), 'eclusa-clamd-'))
  const port = await freePort()
  const pattern = Buffer.from('EICAR-STANDARD-ANTIVIRUS-TEST-FILE').toString('hex')
  await writeFile(join(directory, 'eclusa.ndb'), `Eclusa.Test.Eicar:0:*:${pattern}\n`)
  await writeFile(
    join(directory, 'clamd.conf'),
    [
      `DatabaseDirectory ${directory}`,
      `TCPSocket ${port}`,
      'TCPAddr 127.0.0.1',
      'Foreground yes',
      'User root',
      'StreamMaxLength 60M',
      'MaxThreads 4',
    ].join('\n'),
  )
  await chmod(directory, 0o755)
  const server = spawn('/usr/sbin/clamd', ['--config-file', join(directory, 'clamd.conf')], { stdio: 'ignore' })
  const stop = async () => {
    if (server.exitCode === null && server.signalCode === null) {
      const ended = once(server, 'exit')
      server.kill('SIGKILL')
      await ended
    }
    await rm(directory, { recursive: true, force: true })
  }
  try {
    await answers(port, () => server.exitCode !== null)
  } catch (error) {
    await stop()
    throw error
  }
  return { host: '127.0.0.1', port, stop }
}

async function answers(port: number, dead: () => boolean): Promise<void> {
  const deadline = Date.now() + START_MS
  while (Date.now() < deadline) {
    if (dead()) throw new Error('clamd did not start')
    const socket = connect(port, '127.0.0.1')
    const connected = await once(socket, 'connect').then(
      () => true,
      () => false,
    )
    socket.destroy()
    if (connected) return
    await pause(100)
  }
  throw new Error(`clamd did not answer within ${START_MS / 1000} s`)
}
