import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below what systems give to outgoing calls: one of these could take a port between its finding and its use. */
const [FROM, TO] = [10_240, 32_768]

/** A port of the loopback that nobody listens at. */
export async function freePort(): Promise<number> {
  const port = randomInt(FROM, TO)
  return (await isFree(port)) ? port : freePort()
}

/** As many of them, each another. */
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
