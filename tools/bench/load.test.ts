import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { percentiles } from '@eclusa/testing/load/figures.ts'
import { type Load, runLoad } from '@eclusa/testing/load/load.ts'
import { afterEach, expect, it } from 'vitest'

const STALL_MS = 400
const RATE = 200

/** Responds at once, except for one pause without responses. */
async function startStalling() {
  let heard = 0
  let until = 0
  const server = createServer((_, response) => {
    heard += 1
    if (heard === 20) until = performance.now() + STALL_MS
    const answer = () => response.writeHead(heard % 50 === 0 ? 503 : 200, { 'x-request-id': String(heard) }).end('{}')
    const wait = until - performance.now()
    if (wait > 0) setTimeout(answer, wait)
    else answer()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closing.push(async () => {
    server.close()
    server.closeAllConnections()
  })
  return (server.address() as AddressInfo).port
}

/** How often this process itself was stalled for as long as makes a response late. */
function watchStandstills(): () => number {
  let count = 0
  let last = performance.now()
  const watch = setInterval(() => {
    const now = performance.now()
    if (now - last > STALL_MS / 8) count += 1
    last = now
  }, 5)
  return () => {
    clearInterval(watch)
    return count
  }
}

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

const ask = async (load: Partial<Load>) =>
  runLoad({
    port: await startStalling(),
    seconds: 1,
    lines: 4,
    request: () => 'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 0\r\n\r\n',
    ...load,
  })

it('an open loop sends what was due and counts from then, so that a pause is felt by all who were due in it', async () => {
  const { sent, unsent, served } = await ask({ rate: RATE })
  expect(sent).toBe(RATE)
  expect(unsent).toBe(0)
  // All requests due in the pause waited for its end, on average half of it, although only four could be in flight.
  const waited = served.filter((time) => time > STALL_MS / 4).length
  expect(waited).toBeGreaterThan((RATE * STALL_MS * 0.6) / 1000)
  expect(percentiles(served).p99).toBeGreaterThan(STALL_MS * 0.8)
})

it('a closed loop hides the same pause, because few requests were running during it', async () => {
  const standstills = watchStandstills()
  const { served } = await ask({})
  // Four, and four more for each stall of the machine itself.
  expect(served.filter((time) => time > STALL_MS / 4).length).toBeLessThanOrEqual(4 * (1 + standstills()))
})

it('who may not wait is dropped and counted', async () => {
  const { sent, unsent } = await ask({ rate: RATE, whenBusy: 'drop' })
  expect(unsent).toBeGreaterThan(0)
  expect(sent + unsent).toBe(RATE)
})

it('only what was answered 2xx is served and acknowledged', async () => {
  const { sent, served, acknowledged, statuses } = await ask({ rate: RATE })
  expect(statuses['503']).toBeGreaterThan(0)
  expect(served).toHaveLength(sent - statuses['503']!)
  expect(acknowledged).toHaveLength(served.length)
})

it('a read is served and acknowledges nothing', async () => {
  const read = () => 'GET / HTTP/1.1\r\nhost: x\r\n\r\n'
  const { served, acknowledged } = await ask({ seconds: 0.2, request: read })
  expect(served.length).toBeGreaterThan(0)
  expect(acknowledged).toEqual([])
})
