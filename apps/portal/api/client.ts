import { connection } from '@eclusa/ui/api/connection.ts'
import { readProblem } from '@eclusa/ui/api/problem.ts'
import { language } from '@eclusa/ui/i18n/language.ts'
import createClient, { type Middleware } from 'openapi-fetch'
import { session } from '../login/session.ts'
import { acting } from '../on-behalf-of/on-behalf-of.ts'
import type { paths, schemas } from './types.ts'

export type Schemas = schemas

const manners: Middleware = {
  async onRequest({ request }) {
    request.headers.set('authorization', `Bearer ${await session.token()}`)
    for (const [name, value] of Object.entries(acting.headers())) request.headers.set(name, value)
    request.headers.set('x-lang', language.now())
    request.headers.set('nonce', crypto.randomUUID())
    // A second press of a button is a second request, so only an equal nonce makes a repeat.
    if (request.method !== 'GET') request.headers.set('x-include-replay-protection-schema', 'nonce')
  },
  async onResponse({ response }) {
    connection.answered()
    if (response.ok) return
    if (response.status === 401) await session.refused()
    throw await readProblem(response)
  },
  onError({ error }) {
    if (error instanceof TypeError) connection.failed()
  },
}

/** The public API, called like by any program of an integrator. */
export const gateway = createClient<paths>({ baseUrl: '/', credentials: 'omit', cache: 'no-store' })
gateway.use(manners)
