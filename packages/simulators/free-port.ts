import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below the ephemeral ports: an outgoing connection could take one between finding and using it. */
const [FROM, TO] = [10_240, 32_768]

/** A free port of the loopback. */
export async function freePort(): Promise<number> {
  const port = randomInt(FROM, TO)
  return (await isFree(port)) ? port : freePort()
}

/** Several different ones. */
export async function freePorts(count: number): Promise<string[]> {
  const ports = new Set<string>()
  while (ports.size < count) ports.add(String(await freePort()))
  return [...ports]
}

export async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch {
    return false
  }
  server.close()
  await once(server, 'close')
  return true
}
