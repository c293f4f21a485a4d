import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { expect, it } from 'vitest'
import { probeTcp } from './connectivity-check.ts'

const TIMEOUT_MS = 30

/** Blocks the event loop, as a long garbage collection or an overloaded host does. */
function standStill(ms: number): void {
  for (const end = performance.now() + ms; performance.now() < end; );
}

it('does not count the time in which this process was suspended', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const reached = probeTcp(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, TIMEOUT_MS)
  standStill(5 * TIMEOUT_MS)
  await expect(reached).resolves.toBeUndefined()
  server.close()
})

it('times out when no server accepts the connection', async () => {
  // A port that was in use and is free again.
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  await expect(probeTcp(`http://127.0.0.1:${port}`)).rejects.toMatchObject({ code: 'ECONNREFUSED' })
})
