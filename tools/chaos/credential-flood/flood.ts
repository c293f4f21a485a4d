import { fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { crc32 } from 'node:zlib'
import { createRawHttpConnection } from '@eclusa/testing/raw-http-connection.ts'
import type { FloodReport } from './attack.ts'

/**
 * Flood generator in a process of its own: many connections that send one request after another as fast as they get
 * responses. `{key}` in the request becomes an invented API key with a valid checksum, `{token}` the claims and signature of
 * a token, `{network}` a client address: another one each time.
 */
export interface Flood {
  port: number
  connections: number
  request: string
}

export async function beginFlood(flood: Flood): Promise<{ end(): Promise<FloodReport> }> {
  const attackers = fork(import.meta.filename, { stdio: 'inherit' })
  await once(attackers, 'spawn')
  attackers.send(flood)
  return {
    async end() {
      attackers.send('end')
      const [answers] = (await once(attackers, 'message')) as [Record<string, number>]
      attackers.disconnect()
      await once(attackers, 'exit')
      return { answers }
    },
  }
}

function run({ port, connections, request }: Flood): Record<string, number> {
  const answers: Record<string, number> = {}
  for (let n = 0; n < connections; n += 1) {
    const line = createRawHttpConnection(port)
    const again = () =>
      line.send(request.replace(/\{(key|token|network)\}/g, madeUp), ({ status }) => {
        answers[status] = (answers[status] ?? 0) + 1
        // A closed connection is opened again, with a pause when nothing listens.
        if (status === 0) setTimeout(again, 20)
        else again()
      })
    again()
  }
  return answers
}

const claims = Buffer.from(JSON.stringify({ sub: 'somebody', exp: 4_102_444_800 })).toString('base64url')

function madeUp(_: string, what: string): string {
  if (what === 'network') return randomBytes(4).join('.')
  if (what === 'token') return `${claims}.${randomBytes(64).toString('base64url')}`
  const body = `ecl_live_${randomBytes(40).toString('hex')}`
  return body + crc32(body).toString(16).padStart(8, '0')
}

if (import.meta.main) {
  let answers: Record<string, number> = {}
  process.on('message', (told: Flood | 'end') => {
    if (told !== 'end') answers = run(told)
    else process.send!(answers)
  })
  process.once('disconnect', () => process.exit())
}
