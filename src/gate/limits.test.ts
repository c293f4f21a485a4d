import type { FastifyReply, FastifyRequest } from 'fastify'
import type pg from 'pg'
import { expect, it } from 'vitest'
import { openLimits } from './limits.ts'

const request = { headers: { authorization: 'Bearer x' }, ip: '127.0.0.1' } as unknown as FastifyRequest
const reply = { header: () => reply } as unknown as FastifyReply
const limitWith = (waitingCount: number, perMinute = 10) => openLimits(perMinute, { waitingCount } as pg.Pool)

it('a request that would be the 501st to wait for a connection is told to come back instead', () => {
  expect(() => limitWith(500)(request, reply)).not.toThrow()
  expect(() => limitWith(501)(request, reply)).toThrow(
    expect.objectContaining({ declaration: expect.objectContaining({ status: 503 }) }),
  )
})

it('the last request of a minute passes and the next one does not, each credential for itself', () => {
  const limit = limitWith(0, 3)
  for (const _ of [1, 2, 3]) limit(request, reply)
  expect(() => limit(request, reply)).toThrow(
    expect.objectContaining({ declaration: expect.objectContaining({ status: 429 }) }),
  )
  expect(() => limit(request, reply, 'another')).not.toThrow()
})
