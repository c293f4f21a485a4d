import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { SAMPLE_OTHER_ISPB } from './sample-transactions.ts'

/**
 * Seeds an infraction and a recovery in each lasting state, for a first look. Each reaches its state by the public API and
 * by simulations. Decisions of the institution are left to its desk.
 */

interface StateSeed {
  base_url: string
  dict: { control_url: string }
  user: { token: string }
  /** Aborted when the sandbox ends: running requests finish, and no new ones begin. */
  ending: AbortSignal
}

const NOTIFICATIONS = '/v1/pix/compliance/infraction-notifications'
const RECOVERIES = '/v1/pix/fund-recovery-requests'
const LOOK_MS = 500
const LOOKS_MAX = 240
/** DICT traces no amount below 200 reais. */
const AMOUNT = 48_000

export async function seedStates(stage: StateSeed): Promise<void> {
  const call = (method: string, path: string, body?: object) => ask(stage, method, path, body)
  const simulate = (name: string, body: object) => call('POST', `/sandbox/simulations/${name}`, body)
  const arrived = async (direction: string) =>
    (await simulate('payment-arrives', { amount: AMOUNT, direction })).record_id
  const reported = async () => {
    const { record_id } = await simulate('infraction-reported', { transaction_id: await arrived('RECEIVED') })
    await until(stage, `${NOTIFICATIONS}/${record_id}`, 'ACKNOWLEDGED')
    return record_id
  }
  const contested = async () => {
    const fraud = { reason: 'FRAUD', fraud_reason: 'FRAUD', description: 'Golpe por telefone.' }
    return (await call('POST', RECOVERIES, { ...fraud, transaction_id: await arrived('SENT') })).id
  }
  /** DICT needs some seconds to know it. Until then the request is rejected. */
  const analysed = async (id: string, analysis_result: string, status: string) => {
    await insist(stage, () => simulate('institution-analyses', { fund_recovery_request_id: id, analysis_result }))
    await until(stage, `${RECOVERIES}/${id}`, status)
  }

  await reported()
  const answer = { client_status: 'DISAGREED', client_analysis_details: 'O serviço foi prestado, com nota e contrato.' }
  await call('POST', `${NOTIFICATIONS}/${await reported()}/answer`, answer)
  const withdrawn = await reported()
  await post(`${stage.dict.control_url}/as/${SAMPLE_OTHER_ISPB}/cancelInfractionReport/${withdrawn}`, {})

  await contested()
  await analysed(await contested(), 'AGREED', 'WAITING_DEVOLUTION')
  await analysed(await contested(), 'DISAGREED', 'COMPLETED_REJECTED')
  const paid = await contested()
  await analysed(paid, 'AGREED', 'WAITING_DEVOLUTION')
  await insist(stage, () => simulate('refund-paid', { fund_recovery_request_id: paid }))
  await call('DELETE', `${RECOVERIES}/${await contested()}/cancel`)
}

async function ask(
  { base_url, user, ending }: StateSeed,
  method: string,
  path: string,
  body?: object,
): Promise<SeedResponse> {
  ending.throwIfAborted()
  return post(`${base_url}${path}`, body, method, { authorization: `Bearer ${user.token}`, nonce: randomUUID() })
}

interface SeedResponse {
  id: string
  record_id: string
  status: string
}

async function post(url: string, body?: object, method = 'POST', headers: Record<string, string> = {}) {
  const sent = body && { headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) }
  const answer = await fetch(url, { method, headers, ...sent })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${new URL(url).pathname} answered ${answer.status}: ${text}`)
  return JSON.parse(text) as SeedResponse
}

async function until(stage: StateSeed, path: string, status: string): Promise<void> {
  await insist(stage, async () => {
    const found = await ask(stage, 'GET', path)
    if (found.status !== status) throw new Error(`${path} is ${found.status} and not ${status}`)
  })
}

async function insist<T>({ ending }: StateSeed, work: () => Promise<T>): Promise<T> {
  for (let looks = 1; ; looks += 1) {
    try {
      return await work()
    } catch (error) {
      if (looks === LOOKS_MAX || ending.aborted) throw error
      await pause(LOOK_MS)
    }
  }
}
