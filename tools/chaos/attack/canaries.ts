import { setTimeout as pause } from 'node:timers/promises'
import { roles } from '@eclusa/gateway/src/backoffice/role.ts'
import { deskRoutes } from '@eclusa/gateway/src/backoffice.ts'
import { startWebhookSink, type WebhookSink } from '@eclusa/simulators/webhook-sink/sink.ts'
import { until } from '@eclusa/testing/processes/gateway-environment.ts'
import { type FuzzOperation, operations } from '../fuzz/contract.ts'
import { settle } from '../fuzz/run.ts'
import { send } from '../fuzz/send.ts'
import { createRandom, type Random } from '../random.ts'
import { laced, personalWords, type Word } from './canary-values.ts'
import { type Counts, noCounts } from './counts.ts'
import { type AttackEnvironment, openGround } from './environment.ts'
import { createLeakScanner, type LeakChannels } from './leak-scanner.ts'
import type { AttackField, AttackPart } from './part.ts'

const suites = [
  'apps/gateway/src/areas/onboarding/canaries.test.ts',
  'apps/gateway/test/processes.test.ts',
  'apps/gateway/test/request-log.test.ts',
  'apps/gateway/src/http/request-log/request-log.test.ts',
  'apps/gateway/src/backoffice/masked.test.ts',
]
const LIMIT_MS = 45_000
const QUIET_MS = 3_000
const DELIVERED_MS = 60_000

/** Canary words: every personal field is filled with a unique word, and every output is searched for them. */
export const canaries: AttackPart = {
  name: 'canaries',
  what: 'canaries over logs, errors, events, webhooks, metrics and a dump',
  rounds: 20,
  planted: { bug: 'http/refused-body-in-the-log', rounds: 2, finds: 'canaries' },
  suites,
  generate: sayEverything,
}

async function sayEverything({ root, rounds, seed, say }: AttackField): Promise<Counts> {
  const ground = await openGround(root)
  const sink = await startWebhookSink()
  const counts = noCounts()
  try {
    const random = createRandom(seed)
    const sets = Array.from({ length: rounds }, () => personalWords(random))
    const api = await ground.start('Api', { BILLET_REGISTRY_URL: 'http://127.0.0.1:9' })
    const [worker, desk] = [await ground.start('Worker'), await ground.start('Desk')]
    const secret = [...ground.secrets, { kind: "an endpoint's secret", text: await hear(api.base_url, ground, sink) }]
    const ways = createLeakScanner({ personal: sets.flat(), secret })
    const processes = { API: api, worker, desk }
    for (const [name, process] of Object.entries(processes)) ways.follow(name, process)
    for (const [n, words] of sets.entries()) {
      await sayOnce(api.base_url, ground, words, ways, createRandom(seed * 1_000_003 + n))
      if (n % 5 === 4) say(`  ${n + 1} of ${rounds} sets of words`)
    }
    await askDesk(desk.base_url, ground, sets[0]!, counts)
    await quiet(sink)
    if (sink.heard.length === 0) counts.wrong.push('no webhook was heard')
    for (const { headers, body } of sink.heard) ways.look('a webhook', JSON.stringify([headers, body]))
    for (const [name, process] of Object.entries(processes)) await ways.lookAtMetrics(name, process)
    await Promise.all(Object.values(processes).map((process) => process.stop()))
    await ways.lookAtDump(ground.dump_url)
    ways.settle(counts)
    say(`  ${counts.canaries.of} lines, rows, refusals and webhooks were looked through`)
  } finally {
    await sink.close()
    await ground.close()
  }
  return counts
}

/** A receiver of every event, and its secret. */
async function hear(base_url: string, { token }: AttackEnvironment, sink: WebhookSink): Promise<string> {
  const answer = await fetch(`${base_url}/v1/webhooks/endpoints`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, nonce: crypto.randomUUID(), 'content-type': 'application/json' },
    body: JSON.stringify({ url: `${sink.url}/canaries` }),
  })
  if (answer.status !== 201) throw new Error(`the endpoint was refused: ${await answer.text()}`)
  return ((await answer.json()) as { secret: string }).secret
}

/** Created, repeated, read by id, and requested with misplaced credentials: error responses are searched too. */
async function sayOnce(
  base_url: string,
  ground: AttackEnvironment,
  words: Word[],
  ways: LeakChannels,
  random: Random,
): Promise<void> {
  const { token, user } = ground
  const among = laced(operations, words)
  const ids: Record<string, string[]> = { '/v1/crossborder/clients/': [user.client_id], '': [user.client_id] }
  const seed = random.int(2 ** 31)
  for (let time = 0; time < 3; time += 1)
    await settle(base_url, { token, ids }, seed, linked(among, ids), ({ id }, { status = 0, text }) => {
      if (status >= 400) ways.look(`a refusal of ${id}`, text)
    })
  const ask = async (id: string, target: string, ...headers: string[]) => {
    const head = [`GET ${target} HTTP/1.1`, 'host: gateway', `nonce: ${random.uuid()}`, 'connection: close', ...headers]
    const { status = 0, text } = await send(base_url, Buffer.from(`${head.join('\r\n')}\r\n\r\n`), LIMIT_MS)
    if (status >= 400) ways.look(`a refusal of ${id}`, text)
    else ways.look(`the head of an answer of ${id}`, text.slice(0, text.indexOf('\r\n\r\n')))
  }
  const lists = operations.filter(({ method, path }) => method === 'GET' && !path.includes('{'))
  for (const { id, path, parameters } of lists)
    for (const { name } of parameters.filter((parameter) => parameter.in === 'query'))
      await ask(id, `${path}?${name}=${random.pick(words).text}`, `authorization: Bearer ${token}`)
  await askWrongly(lists[0]!, token, user.api_key, ask)
}

/** With the account that was just created, so that an onboarding can be begun for it. */
function linked(among: FuzzOperation[], ids: Record<string, string[]>): FuzzOperation[] {
  const account = ids['/v2/users/accounts/']?.at(-1)
  const link = (example: unknown) =>
    Object.hasOwn(Object(example), 'user_account_id') ? { ...Object(example), user_account_id: account } : example
  if (!account) return among
  return among.map((one) => ({ ...one, body: one.body && { ...one.body, example: link(one.body.example) } }))
}

type Get = (id: string, target: string, ...headers: string[]) => Promise<void>

async function askWrongly({ id, path }: FuzzOperation, token: string, key: string, ask: Get): Promise<void> {
  await ask(id, path, `x-api-key: ${token}`)
  await ask(id, path, `authorization: Bearer ${key}`)
  await ask(id, path, `authorization: Bearer ${token}x`)
  await ask(id, path, `authorization: Bearer ${token}`, `x-api-key: ${key}x`)
  await ask(id, `${path}?access_token=${token}&x-api-key=${key}`)
}

/** A person with all roles reads everything, and registers a name. */
async function askDesk(base_url: string, { issuer }: AttackEnvironment, words: Word[], counts: Counts): Promise<void> {
  issuer.machine.roles = [...roles]
  const authorization = `Bearer ${await issuer.machineToken()}`
  for (const { path } of deskRoutes.filter(({ method, path }) => method === 'GET' && !/:|live/.test(path)))
    await heard(path, fetch(`${base_url}${path}?search=${words[0]!.text}`, { headers: { authorization } }))
  const body = JSON.stringify({ name: words.find(({ kind }) => kind === 'name')!.text, reason: 'a drill' })
  const headers = { authorization, 'content-type': 'application/json' }
  await heard('/v1/users', fetch(`${base_url}/v1/users`, { method: 'POST', headers, body }))

  /** A person rejected at login has seen nothing that could leak. */
  async function heard(path: string, asked: Promise<Response>): Promise<void> {
    const answer = await asked
    await answer.text()
    if (answer.status === 401 || answer.status === 403) counts.wrong.push(`the desk refuses ${path}: ${answer.status}`)
  }
}

/** Until no further delivery arrives. */
async function quiet({ heard }: WebhookSink): Promise<void> {
  await until(() => heard.length > 0, DELIVERED_MS)
  for (let last = -1; last !== heard.length; await pause(QUIET_MS)) last = heard.length
}
