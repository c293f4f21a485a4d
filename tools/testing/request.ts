import { randomUUID } from 'node:crypto'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { expect } from 'vitest'
import { expectShownProblem } from './problem-example.ts'

export interface TestUser {
  user_id: string
  token: string
  product_id: string
  wallet_id: string
  /** Present when the token belongs to an owner that acts for this user. */
  acting?: Record<string, string>
}

export interface AskGateway {
  method?: InjectOptions['method']
  url: string
  /** The user of the token. */
  as?: TestUser
  headers?: Record<string, string | string[] | undefined>
  body?: unknown
}

export interface TestResponse {
  status: number
  headers: Record<string, string | undefined>
  body: Record<string, unknown>
}

/** Test request to an operation, with valid defaults for everything. */
export function createAsk(app: FastifyInstance, logged: string[]): (ask: AskGateway) => Promise<TestResponse> {
  return async ({ method = 'GET', url, as, headers = {}, body }) => {
    const all: Record<string, string | string[] | undefined> = {
      nonce: randomUUID(),
      ...(as && { authorization: `Bearer ${as.token}`, ...as.acting }),
      ...headers,
    }
    const sent = Object.entries(all).filter((header): header is [string, string | string[]] => header[1] !== undefined)
    const payload = body === undefined ? {} : { payload: body as object }
    const response = await app.inject({ method, url, headers: Object.fromEntries(sent), ...payload })
    // An unlisted error violates the contract, whatever the test is about.
    expect(logged.filter((line) => line.includes('undeclared_fault') || line.includes('INTERNAL_ERROR'))).toEqual([])
    const json = response.headers['content-type']?.toString().includes('json')
    const answer: TestResponse = {
      status: response.statusCode,
      headers: response.headers as TestResponse['headers'],
      body: json ? response.json() : {},
    }
    if (answer.status >= 400) expectShownProblem(answer)
    return answer
  }
}
