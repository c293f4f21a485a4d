import { connect } from 'node:net'
import Fastify from 'fastify'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { renderProblem } from '../platform/errors/fault.ts'
import { createCounters, limitBodyTime, networkOf } from './limits.ts'
import { asFault } from './respond.ts'

afterEach(() => void vi.useRealTimers())

describe('counters', () => {
  it('start again after a minute of the process, even when the clock of the host is set back', () => {
    vi.useFakeTimers({ now: new Date('2026-03-01T12:00:00Z') })
    const count = createCounters()
    expect(count('somebody')).toEqual({ used: 1, seconds: 60 })
    vi.setSystemTime(new Date('2026-03-01T08:00:00Z'))
    expect(count('somebody')).toEqual({ used: 2, seconds: 60 })
    vi.advanceTimersByTime(59_000)
    expect(count('somebody')).toEqual({ used: 3, seconds: 1 })
    vi.advanceTimersByTime(1_000)
    expect(count('somebody')).toEqual({ used: 1, seconds: 60 })
  })

  it('can be read without being increased', () => {
    const count = createCounters()
    count('somebody')
    for (const _ of [1, 2]) expect(count('somebody', 0).used).toBe(1)
  })
})

describe('a body that does not arrive', () => {
  async function said(head: string): Promise<string> {
    const app = Fastify()
    app.addHook('onRequest', async (request, reply) => limitBodyTime(request, reply, 100))
    app.setErrorHandler((error, { id }, answer) => answer.send(renderProblem(asFault(error), 'en-US', id, '')))
    app.post('/', async () => 'done')
    const socket = connect(Number(new URL(await app.listen({ port: 0 })).port))
    socket.write(`POST / HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n${head}`)
    const chunks: Buffer[] = []
    for await (const chunk of socket) chunks.push(chunk as Buffer)
    await app.close()
    return Buffer.concat(chunks).toString()
  }

  it.each([
    ['announced in chunks', 'transfer-encoding: chunked\r\n\r\n'],
    ['announced by its length', 'content-length: 10\r\n\r\n{"a"'],
  ])('%s: gets an error, and the connection ends', async (_, head) => {
    expect(await said(head)).toMatch(/"code":"REQUEST_MALFORMED".*"code":"ARRIVES".*30 seconds/s)
  })

  it('gets no error when it has arrived', async () => {
    expect(await said('connection: close\r\ncontent-length: 2\r\n\r\n{}')).toMatch(/^HTTP\/1\.1 200/)
  })
})

describe('a network', () => {
  it.each([
    ['2001:db8:1:2::1', '2001:db8:1:2:ffff::9'],
    ['203.0.113.9', '::ffff:203.0.113.9'],
  ])('%s and %s are the same', (one, other) => expect(networkOf(one)).toBe(networkOf(other)))

  it.each([
    ['2001:db8:1:2::1', '2001:db8:1:3::1'],
    ['203.0.113.9', '203.0.113.8'],
  ])('%s and %s are not the same', (one, other) => expect(networkOf(one)).not.toBe(networkOf(other)))
})
