import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { begin, confirm, putBytes, type StartedUpload, samples } from '@eclusa/testing/files.ts'
import { createTestGateway, type TestGateway, type TestUser } from '@eclusa/testing/gateway.ts'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'

/** Many slow senders to signed addresses at once: how much one of them takes from the others. */
let gateway: TestGateway
let user: TestUser
let senders: Sender[] = []

beforeAll(async () => {
  gateway = await createTestGateway()
  await gateway.app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => gateway.close())
beforeEach(async () => {
  user = await gateway.user()
})
afterEach(() => {
  for (const { socket } of senders) socket.destroy()
  senders = []
})

interface Sender {
  socket: Socket
  said: () => string
  isClosed: () => boolean
}

/** Opens a connection and sends all of a put except the last byte. */
function putMost({ url, headers }: StartedUpload, bytes = samples.pdf): Sender {
  const { port } = gateway.app.server.address() as { port: number }
  const { pathname, search } = new URL(url)
  const socket = connect(port, '127.0.0.1')
  let [said, closed] = ['', false]
  socket.on('error', () => {})
  socket.on('close', () => (closed = true))
  socket.setEncoding('latin1').on('data', (text: string) => (said += text))
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  socket.write([`PUT ${pathname}${search} HTTP/1.1`, 'host: gateway', ...lines, '\r\n'].join('\r\n'))
  socket.write(bytes.subarray(0, -1))
  const sender = { socket, said: () => said, isClosed: () => closed }
  senders.push(sender)
  return sender
}

const begun = (as = user) => begin(gateway, as, samples.pdf, { file_name: `${randomUUID()}.pdf` })
const statusOf = ({ said }: Sender) => said().slice(9, 12)
const descriptors = () => readdirSync('/proc/self/fd').length
const unfinished = () => gateway.services.objects.removeUnfinished(new Date(Date.now() + 60_000))

async function until(what: () => boolean, ms: number): Promise<number> {
  const started = Date.now()
  while (!what() && Date.now() - started < ms) await pause(20)
  expect(what()).toBe(true)
  return Date.now() - started
}

it('150 puts to one address: two are accepted, the rest refused at once, and silence ends in seconds', async () => {
  const before = descriptors()
  const upload = await begun()
  const all = Array.from({ length: 150 }, () => putMost(upload))
  await until(() => all.filter((sender) => statusOf(sender) === '429').length === 148, 3_000)
  expect(all.find((sender) => statusOf(sender) === '429')!.said()).toMatch(/retry-after: 5\r\n.*OBJECT_UPLOADS_BUSY/s)
  // Others are still served: another address of this user, and another user.
  for (const as of [user, await gateway.user()]) expect(await putBytes(gateway, await begun(as), samples.pdf)).toBe(200)

  await until(() => all.every(({ isClosed }) => isClosed()), 10_000)
  expect(all.filter((sender) => statusOf(sender) === '400')).toHaveLength(2)
  await until(() => descriptors() <= before + 5, 2_000)
  expect(await unfinished()).toBe(0)
  // The address still works as before.
  expect(await putBytes(gateway, upload, samples.pdf)).toBe(200)
  expect((await confirm(gateway, user, upload.file_id)).body['state']).toBe('READY')
})

it('sixteen of one user at once, whatever their addresses', async () => {
  const uploads = await Promise.all(Array.from({ length: 20 }, () => begun()))
  const all = uploads.map((upload) => putMost(upload))
  await until(() => all.filter((sender) => statusOf(sender) === '429').length === 4, 3_000)
  expect(await putBytes(gateway, await begun(), samples.pdf)).toBe(429)
  expect(await putBytes(gateway, await begun(await gateway.user()), samples.pdf)).toBe(200)
  // A finished one frees its place for the next.
  const held = all.find((sender) => statusOf(sender) === '')
  held!.socket.write(samples.pdf.subarray(-1))
  await until(() => statusOf(held!) === '200', 2_000)
  expect(await putBytes(gateway, await begun(), samples.pdf)).toBe(200)
})

it('300 reads of one address at once: all succeed, and the database is queried by one connection at a time', async () => {
  const upload = await begun()
  await putBytes(gateway, upload, samples.pdf)
  await confirm(gateway, user, upload.file_id)
  const { body } = await gateway.ask({ url: `/v2/storage/files/${upload.file_id}/url`, as: user })
  const { pathname, search } = new URL(String(body['url']))
  const { pool } = gateway.services
  let [inUse, waiting] = [0, 0]
  const watch = setInterval(() => {
    inUse = Math.max(inUse, pool.totalCount - pool.idleCount)
    waiting = Math.max(waiting, pool.waitingCount)
  }, 1)
  const read = () => gateway.app.inject({ url: pathname + search })
  const answers = await Promise.all(Array.from({ length: 300 }, read))
  clearInterval(watch)
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
  // The connection of the previous request may not be returned yet.
  expect(inUse).toBeLessThanOrEqual(2)
  expect(waiting).toBe(0)
})

it('a slow sender that keeps sending is not cut off', async () => {
  const slow = putMost(await begun(), samples.pdf.subarray(0, 30))
  for (let at = 29; at < samples.pdf.length - 1; at += 16) {
    await pause(1_300)
    slow.socket.write(samples.pdf.subarray(at, Math.min(at + 16, samples.pdf.length)))
  }
  await until(() => statusOf(slow) !== '', 3_000)
  expect(statusOf(slow)).toBe('200')
})
