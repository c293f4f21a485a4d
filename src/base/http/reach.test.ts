import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { expect, it } from 'vitest'
import { reach } from './reach.ts'

const TIMEOUT_MS = 30

/** Holds up the whole process, as a long collection or a host that takes the processor away does. */
function standStill(ms: number): void {
  for (const end = performance.now() + ms; performance.now() < end; );
}

it('blames nobody for the time in which this process stood still', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const reached = reach(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, TIMEOUT_MS)
  standStill(5 * TIMEOUT_MS)
  await expect(reached).resolves.toBeUndefined()
  server.close()
})

it('gives up where nobody takes a connection', async () => {
  // A port that was taken and given back.
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  await expect(reach(`http://127.0.0.1:${port}`)).rejects.toMatchObject({ code: 'ECONNREFUSED' })
})
