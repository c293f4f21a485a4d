import type { Sandbox } from '@eclusa/testing/e2e/sandbox.ts'
import { expect } from 'vitest'
import { until } from './wait-until.ts'

/** A member of staff at a browser, who logs in and knows only the desk's URLs. */
export interface AtTheDesk {
  get<T>(path: string, status?: number): Promise<T>
  post<T>(path: string, body: object, status?: number): Promise<T>
}

/** Cookies by origin, as a browser stores them. */
type Jar = Map<string, Map<string, string>>

/** Like a person: to the desk, from there to the issuer, the choice of a person, and back. */
export async function logIn({ desk }: Sandbox, person: string): Promise<AtTheDesk> {
  const jar: Jar = new Map()
  const chooser = await follow(jar, `${desk.url}/login?return_to=/v1/me`, (url) => url.includes('/interaction/'))
  await go(jar, 'GET', chooser)
  const { location } = await go(jar, 'POST', `${chooser}/as/${person}`)
  await follow(jar, location!, (url) => url === `${desk.url}/v1/me`)
  const ask = async <T>(method: string, path: string, status: number, body?: object): Promise<T> => {
    const seen = await go(jar, method, `${desk.url}${path}`, body)
    expect(seen.status, `${person}: ${method} ${path}: ${seen.text}`).toBe(status)
    return JSON.parse(seen.text) as T
  }
  return {
    get: (path, status = 200) => ask('GET', path, status),
    post: (path, body, status = 200) => ask('POST', path, status, body),
  }
}

interface BackofficeSessionStep {
  id: string
  name: string
  version: number
  legal_representative_id?: string
  waits_for_analyst: boolean
}

/** The onboarding step that waits for an analyst, once there is one. */
export async function stepInReview(desk: AtTheDesk, onboarding_id: string): Promise<BackofficeSessionStep> {
  return until('a step that waits for an analyst', async () => {
    const { steps } = await desk.get<{ steps: BackofficeSessionStep[] }>(`/v1/onboardings/${onboarding_id}`)
    return steps.find((step) => step.waits_for_analyst)
  })
}

/** Follows redirects until `until` matches. Returns that URL. */
async function follow(jar: Jar, address: string, until: (url: string) => boolean): Promise<string> {
  let url = address
  for (let hops = 0; hops < 10; hops += 1) {
    const { location, status, text } = await go(jar, 'GET', url)
    expect(location, `${url} led nowhere: ${status} ${text}`).toBeDefined()
    if (until(location!)) return location!
    url = location!
  }
  throw new Error(`sent from ${address} to and fro`)
}

async function go(jar: Jar, method: string, address: string, body?: object) {
  const url = new URL(address)
  const cookies = jar.get(url.origin) ?? new Map<string, string>()
  jar.set(url.origin, cookies)
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const answer = await fetch(url, {
    method,
    redirect: 'manual',
    headers: {
      ...(cookie && { cookie }),
      ...(method !== 'GET' && { origin: url.origin, 'sec-fetch-site': 'same-origin' }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  for (const line of answer.headers.getSetCookie()) {
    const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!
    if (value === '') cookies.delete(name!)
    else cookies.set(name!, value!)
  }
  const location = answer.headers.get('location')
  return {
    status: answer.status,
    location: location === null ? undefined : new URL(location, url).href,
    text: await answer.text(),
  }
}
