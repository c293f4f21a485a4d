import { connection } from '@eclusa/ui/api/connection.ts'
import { readProblem } from '@eclusa/ui/api/problem.ts'
import { language } from '@eclusa/ui/i18n/language.ts'
import createClient, { type Middleware } from 'openapi-fetch'
import type { paths, schemas } from './types.ts'

export { answer } from '@eclusa/ui/api/answer.ts'
export type Schemas = schemas

const manners: Middleware = {
  onRequest({ request }) {
    request.headers.set('x-lang', language.now())
  },
  async onResponse({ response }) {
    connection.answered()
    if (response.ok) return
    const problem = await readProblem(response)
    if (problem.code === 'LOGIN_NEEDED') return logIn()
    if (problem.code === 'FRESH_LOGIN_NEEDED') return logIn({ fresh: true })
    throw problem
  },
  onError({ error }) {
    if (error instanceof TypeError) connection.failed()
  },
}

/** API client of the desk's own contract, the only API these pages use. The browser adds the session and the Origin. */
export const desk = createClient<paths>({ baseUrl: '/', credentials: 'same-origin', cache: 'no-store' })
desk.use(manners)

/** The result of a decision: done, or waiting for a second person. */
export type DecisionOutcome<Done> = { done: Done } | { proposed: schemas['Proposal'] }

const PROPOSED = 202

export async function outcome<Data>(
  call: Promise<{ data?: Data; response: Response }>,
): Promise<DecisionOutcome<Exclude<Data, schemas['Proposal']>>> {
  const { data, response } = await call
  return response.status === PROPOSED
    ? { proposed: data as schemas['Proposal'] }
    : { done: data as Exclude<Data, schemas['Proposal']> }
}

let leaving = false

/**
 * Redirects to the issuer and back to this page. The promise never resolves, because the page is about to unload. Several
 * concurrent requests get a 401, and only the first starts the redirect.
 */
export function logIn({ fresh = false } = {}): Promise<never> {
  const query = new URLSearchParams({ ...(fresh && { fresh: 'true' }), return_to: location.pathname + location.search })
  if (!leaving) location.assign(`/login?${query}`)
  leaving = true
  return new Promise(() => {})
}
