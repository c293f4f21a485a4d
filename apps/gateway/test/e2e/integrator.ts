import { createHash, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { ownBytes } from '@eclusa/simulators/unique-bytes.ts'
import { startWebhookSink } from '@eclusa/simulators/webhook-sink/sink.ts'
import { type RunningSandbox, root } from '@eclusa/testing/e2e/sandbox.ts'
import { Webhook } from 'standardwebhooks'
import { expect } from 'vitest'
import { until } from './wait-until.ts'

/** The responses about an onboarding, a step of it, and a liveness check. */
export interface Onboarding {
  id: string
  status: string
  missing: string[]
  failed_code?: string
  failed_message?: string
  rejected_legal_representative_id?: string
  steps: { id: string; name: string; status: string; order: number; legal_representative_id?: string }[]
}
export interface IntegratorFace {
  id: string
  status: string
  method: string
  url?: string
}
export interface IntegratorProblem {
  code: string
  errors: { pointer: string; code: string }[]
}
export interface ReceivedWebhook {
  id: string
  type: string
  object_id: string
  sequence: number
  data: Record<string, unknown>
}
type IntegratorHeaders = Record<string, string>
interface IntegratorRequest {
  body?: unknown
  headers?: IntegratorHeaders
}

/** An integrator: speaks HTTP, receives webhooks, and uses nothing else of the gateway. */
export interface Integrator {
  status(path: string, headers: IntegratorHeaders): Promise<number>
  get<T = Onboarding>(path: string, status?: number, headers?: IntegratorHeaders): Promise<T>
  patch<T = Onboarding>(path: string, body: unknown, status?: number): Promise<T>
  delete<T = Onboarding>(path: string, status?: number): Promise<T>
  post<T = Onboarding>(path: string, body?: unknown, status?: number, headers?: IntegratorHeaders): Promise<T>
  /** Fields and files, as a form. */
  send<T = Onboarding>(path: string, form: Record<string, string | File>, status?: number, method?: string): Promise<T>
  withSteps(id: string): Promise<Onboarding>
  /** Once the onboarding has this state. Another final state ends the wait. */
  reaches(id: string, status: string): Promise<Onboarding>
  /** The webhooks about one object, by `sequence`. */
  told(object_id: string): ReceivedWebhook[]
  /** Once the webhooks have sent exactly these events of an object. */
  hears(object_id: string, types: string[]): Promise<ReceivedWebhook[]>
  /** Every webhook came once and signed, sequences have no gap, and no body contains any of these values. */
  expectDiscreet(secrets: string[]): void
  close(): Promise<void>
}

const over = new Set(['finished', 'rejected', 'failed', 'expired'])

export async function createIntegrator(sandbox: RunningSandbox): Promise<Integrator> {
  const sink = await startWebhookSink()
  const authorization = `Bearer ${sandbox.users[0]!.token}`
  const ask = async (method: string, path: string, { body, headers = {} }: IntegratorRequest) => {
    const form = body instanceof FormData
    const response = await fetch(`${sandbox.base_url}${path}`, {
      method,
      headers: {
        authorization,
        nonce: randomUUID(),
        ...(body !== undefined && !form && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: form ? body : JSON.stringify(body) }),
    })
    return { status: response.status, body: (await response.json()) as unknown }
  }
  const expecting = async <T>(
    status: number,
    method: string,
    path: string,
    asked: IntegratorRequest = {},
  ): Promise<T> => {
    const answer = await ask(method, path, asked)
    expect(answer.status, `${method} ${path}: ${JSON.stringify(answer.body)}`).toBe(status)
    return answer.body as T
  }
  const { secret } = await expecting<{ secret: string }>(201, 'POST', '/v1/webhooks/endpoints', {
    body: { url: sink.url },
  })
  const heard = () => sink.heard.map(({ body }) => JSON.parse(body) as ReceivedWebhook)

  const integrator: Integrator = {
    status: async (path, headers) => (await ask('GET', path, { headers })).status,
    get: (path, status = 200, headers = {}) => expecting(status, 'GET', path, { headers }),
    patch: (path, body, status = 200) => expecting(status, 'PATCH', path, { body }),
    delete: (path, status = 200) => expecting(status, 'DELETE', path),
    post: (path, body, status = 201, headers = {}) => expecting(status, 'POST', path, { body, headers }),
    send(path, parts, status = 201, method = 'POST') {
      const form = new FormData()
      for (const [name, part] of Object.entries(parts)) form.append(name, part)
      return expecting(status, method, path, { body: form })
    },
    async withSteps(id) {
      const { data } = await integrator.get<{ data: Onboarding[] }>('/v1/users/onboardings/with-steps?page_size=100')
      return data.find((one) => one.id === id)!
    },
    reaches: (id, status) =>
      until(`${id} to be ${status}`, async () => {
        const onboarding = await integrator.withSteps(id)
        if (onboarding.status !== status && over.has(onboarding.status))
          throw new Error(`${id} is ${onboarding.status} and not ${status}: ${onboarding.failed_message}`)
        return onboarding.status === status && onboarding
      }),
    told: (object_id) =>
      heard()
        .filter((event) => event.object_id === object_id)
        .toSorted((a, b) => a.sequence - b.sequence),
    async hears(object_id, types) {
      await until(`${types.length} webhooks`, async () => integrator.told(object_id).length >= types.length)
      const told = integrator.told(object_id)
      expect(told.map(({ type }) => type)).toEqual(types)
      return told
    },
    expectDiscreet(secrets) {
      const [webhook, events] = [new Webhook(secret), heard()]
      for (const { body, headers } of sink.heard) {
        expect(() => webhook.verify(body, headers as IntegratorHeaders)).not.toThrow()
        for (const word of secrets) expect(body.toLowerCase()).not.toContain(word.toLowerCase())
      }
      expect(new Set(events.map(({ id }) => id)).size).toBe(events.length)
      const counted = events.map(({ object_id, sequence }) => `${object_id} ${sequence}`)
      expect(new Set(counted).size).toBe(counted.length)
    },
    close: () => sink.close(),
  }
  return integrator
}

const film = (path: string) => readFileSync(`${root}${path}`)
export const films = {
  webm: film('tools/testing/videos/face.webm'),
  mp4: film('packages/simulators/samples/face.mp4'),
  otherMp4: film('tools/testing/videos/other-face.mp4'),
}

const jpeg = Buffer.from('ffd8ffe000104a46494600010100000100010000ffdb004300ffd9', 'hex')
/** Another picture each time: the same upload twice is a repeat, and equal bytes of two people wait for an analyst. */
export const paper = (name: string) =>
  new File([new Uint8Array(ownBytes(jpeg, randomUUID()))], name, { type: 'image/jpeg' })

const PART_BYTES = 6_000
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** The requests of the liveness page after a recording: parts, a check of the received ones, and the end. */
export async function showFace(url: string, film: Buffer, type: string): Promise<void> {
  const video = ownBytes(film, url)
  const page = await fetch(url, { headers: { 'accept-language': 'pt-BR' } })
  expect(page.status).toBe(200)
  const html = await page.text()
  expect(html).toContain('Vamos confirmar que é você')
  const agreed = await fetch(`${url}/consent`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ sha256: /data-consent-sha256="(\w+)"/.exec(html)?.[1] }),
  })
  expect(agreed.status).toBe(201)
  const upload = `${url}/uploads/${randomUUID()}`
  const count = Math.ceil(video.length / PART_BYTES)
  for (let number = 1; number <= count; number += 1) {
    const part = video.subarray((number - 1) * PART_BYTES, number * PART_BYTES)
    const headers = { 'content-type': 'application/octet-stream', 'x-part-sha256': sha256(part) }
    const put = await fetch(`${upload}/parts/${number}`, { method: 'PUT', headers, body: new Uint8Array(part) })
    expect(put.status).toBe(200)
  }
  const parts = Array.from({ length: count }, (_, at) => at + 1)
  expect(await (await fetch(upload)).json()).toEqual({ parts, complete: false })
  const whole = JSON.stringify({ type, size: video.length, sha256: sha256(video) })
  const headers = { 'content-type': 'application/json' }
  const complete = () => fetch(`${upload}/complete`, { method: 'POST', headers, body: whole })
  expect((await complete()).status).toBe(201)
  // A phone that lost the response repeats the request, and it succeeds.
  expect((await complete()).status).toBe(201)
  // Opened again, the link shows the confirmation page.
  expect((await fetch(url)).status).toBe(200)
}
