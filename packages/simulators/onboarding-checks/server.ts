import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Fate, fateOf } from './magic.ts'

const SLOW_MS = 60_000

interface Question {
  check_id: string
  step: string
  subject: { document: string }
  files?: { type: string; url: string }[]
  video?: { url: string }
}

export interface SandboxChecks {
  url: string
  token: string
  /** Every request so far, in order. */
  asked: Question[]
  /** Responses for a step from now on, by its id, whatever its document chooses. */
  verdicts: Map<string, string>
  /** Documents whose requests get no response: the connection is closed. */
  silent: Set<string>
  /** While true, every connection is closed without a response. */
  outage: boolean
  close(): Promise<void>
}

/** Simulated onboarding checks, with the interface of docs/guides/onboarding-checks.md. */
export async function startOnboardingChecks({ port = 0, token = 'sandbox' } = {}): Promise<SandboxChecks> {
  const server = createServer((request, response) => {
    answer(checks, request, response).catch(() => response.destroy())
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const checks: SandboxChecks = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    token,
    asked: [],
    verdicts: new Map(),
    silent: new Set(),
    outage: false,
    async close() {
      server.close()
      server.closeAllConnections()
    },
  }
  return checks
}

async function answer(checks: SandboxChecks, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (checks.outage) return void response.destroy()
  if (request.method === 'POST' && request.url === '/control/verdicts') return takeVerdict(checks, request, response)
  if (request.method !== 'POST' || request.url !== '/v1/checks') return send(response, 404, {})
  if (request.headers.authorization !== `Bearer ${checks.token}`) return send(response, 401, {})
  const question = (await readJson(request)) as Question
  if (request.headers['idempotency-key'] !== question.check_id) return send(response, 400, {})
  checks.asked.push(question)
  if (checks.silent.has(question.subject.document)) return void response.destroy()
  meetFate(checks, question, response)
}

/** Test control: sets the response of a simulated check. */
async function takeVerdict({ verdicts }: SandboxChecks, request: IncomingMessage, response: ServerResponse) {
  const { step_id, verdict } = (await readJson(request)) as { step_id: string; verdict: string }
  verdicts.set(step_id, verdict)
  send(response, 200, { step_id, verdict })
}

function meetFate({ asked, verdicts }: SandboxChecks, question: Question, response: ServerResponse): void {
  const { check_id, step, subject } = question
  const say = (verdict: string, reason?: string) => send(response, 200, { check_id, step, verdict, reason })
  const step_id = check_id.slice(0, 36)
  const timesOf = (same: (one: Question) => boolean) => asked.filter(same).length
  const told = verdicts.get(step_id)
  if (told !== undefined) return say(told, told === 'APPROVED' ? undefined : 'SANDBOX_WAS_TOLD')
  const fate: Fate | undefined = fateOf(step, subject.document)
  switch (fate) {
    case 'reject':
      return say('REJECTED', 'SANDBOX_REJECTS')
    case 'review':
      return say('MANUAL_REVIEW', 'SANDBOX_DOUBTS')
    case 'unusable':
      return say('UNUSABLE', 'SANDBOX_CANNOT_READ')
    case 'pending':
      return say(timesOf((one) => one.check_id === check_id) > 2 ? 'APPROVED' : 'PENDING')
    case 'waits':
      return say('PENDING')
    case 'error':
      return send(response, 500, { check_id, step, verdict: 'APPROVED' })
    case 'flaky':
      if (timesOf((one) => one.check_id.startsWith(step_id)) > 2) return say('APPROVED')
      return send(response, 503, {})
    case 'slow': {
      const timer = setTimeout(() => say('APPROVED'), SLOW_MS)
      response.on('close', () => clearTimeout(timer))
      return undefined
    }
    case 'garbage':
      return send(response, ...lie(question, timesOf((one) => one.check_id.startsWith(step_id)) - 1))
    default:
      return say('APPROVED')
  }
}

/** Responses that contain APPROVED and must be rejected. */
export const LIES: ((question: Question) => [status: number, body: unknown])[] = [
  ({ step }) => [200, { check_id: 'another', step, verdict: 'APPROVED' }],
  ({ check_id }) => [200, { check_id, step: 'ANOTHER', verdict: 'APPROVED' }],
  ({ check_id, step }) => [200, { check_id, step, verdict: 'approved' }],
  ({ check_id, step }) => [200, { check_id, step, verdict: ['APPROVED'] }],
  ({ check_id, step }) => [200, { check_id, step, verdict: 'APPROVED', reason: 'Fulano de Tal looks fine' }],
  ({ check_id, step }) => [201, { check_id, step, verdict: 'APPROVED' }],
  () => [200, 'APPROVED'],
  () => [200, null],
  ({ check_id, step }) => [200, [{ check_id, step, verdict: 'APPROVED' }]],
  ({ check_id, step }) => [200, { check_id, step, verdict: 'APPROVED', padding: 'x'.repeat(20_000) }],
  () => [200, undefined],
]

function lie(question: Question, time: number): [status: number, body: unknown] {
  return LIES[time % LIES.length]!(question)
}

/** Undefined stands for a body that is not JSON. */
function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(body === undefined ? '<html>APPROVED</html>' : JSON.stringify(body))
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return JSON.parse(Buffer.concat(chunks).toString()) as unknown
}
