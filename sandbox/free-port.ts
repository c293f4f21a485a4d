import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below what systems give to outgoing calls: one of these could take a port between its finding and its use. */
const [FROM, TO] = [10_240, 32_768]

/** A port of the loopback that nobody listens at. */
export async function freePort(): Promise<number> {
  const port = randomInt(FROM, TO)
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch {
    return freePort()
  }
  server.close()
  await once(server, 'close')
  return port
}
