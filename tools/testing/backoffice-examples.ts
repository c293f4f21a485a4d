import { randomUUID } from 'node:crypto'
import { createFraudMarker } from '@eclusa/gateway/src/partners/dict/fraud-markers.ts'
import { magicCpf } from '@eclusa/simulators/onboarding-checks/magic.ts'
import type { TestDesk } from './backoffice.ts'
import { done } from './dict.ts'
import type { TestGateway } from './gateway.ts'
import type { TestOnboarding } from './onboarding.ts'
import { shown } from './recorded-shape.ts'

interface ExampleContext {
  gateway: TestGateway
  onboarding: TestOnboarding
  desk: TestDesk
}

/** A valid request for a decision of the desk, on its own records. */
type DeskExample = (ground: ExampleContext) => Promise<{ url: string; body: Record<string, unknown> }>

const because = { reason: 'agreed with the client' }
const CLIENTS = '/v1/crossborder/clients'
let person = 900

/** A client abroad that waits for a decision, and its owner. */
async function pendingClient(gateway: TestGateway) {
  const user = await gateway.user()
  const body = { ...shown('createClient'), document: randomUUID() }
  const made = await gateway.ask({ method: 'POST', url: CLIENTS, as: user, body })
  return { user, client_id: String(made.body['id']) }
}

export const deskExamples: Record<string, DeskExample> = {
  async activateUser({ gateway }) {
    const { user_id } = await gateway.user()
    return { url: `/v1/users/${user_id}/activate`, body: because }
  },
  async limitUser({ gateway }) {
    const { user_id } = await gateway.user()
    return { url: `/v1/users/${user_id}/rate-limit`, body: { requests_per_minute: 1200, ...because } }
  },
  async deactivateUser({ gateway }) {
    const { user_id } = await gateway.user()
    return { url: `/v1/users/${user_id}/deactivate`, body: because }
  },
  async addTarget({ gateway }) {
    const [{ product_id }, { user_id }] = [await gateway.user(), await gateway.user()]
    return { url: `/v1/products/${product_id}/users`, body: { user_id, ...because } }
  },
  async removeTarget({ gateway }) {
    const { product_id, user_id } = await gateway.acting(await gateway.user())
    return { url: `/v1/products/${product_id}/users/${user_id}/remove`, body: because }
  },
  async deactivateProduct({ gateway }) {
    const { product_id } = await gateway.user()
    return { url: `/v1/products/${product_id}/deactivate`, body: because }
  },
  async deactivateWallet({ gateway }) {
    const { user_id, wallet_id } = await gateway.user()
    return { url: `/v1/users/${user_id}/wallets/${wallet_id}/deactivate`, body: because }
  },
  async createKey({ gateway }) {
    const { user_id } = await gateway.user()
    return { url: `/v1/users/${user_id}/keys`, body: { name: 'production', ...because } }
  },
  async rotateKey({ gateway }) {
    const { key_id } = await gateway.apiKey(await gateway.user())
    return { url: `/v1/keys/${key_id}/rotate`, body: because }
  },
  async allowNetwork({ gateway }) {
    const { user_id } = await gateway.user()
    const network = { network: '10.20.0.0/16', first_port: 8443, last_port: 8443 }
    return { url: `/v1/users/${user_id}/webhooks/networks`, body: { ...network, ...because } }
  },
  async judgeClient({ gateway }) {
    const { user, client_id } = await pendingClient(gateway)
    const body = { user_id: user.user_id, status: 'ACTIVE', seen: 1, ...because }
    return { url: `/v1/clients/${client_id}/verdict`, body }
  },
  async judgeAccount({ gateway }) {
    const { user, client_id } = await pendingClient(gateway)
    const url = `${CLIENTS}/${client_id}/accounts`
    const made = await gateway.ask({ method: 'POST', url, as: user, body: shown('createAccount') })
    const body = { user_id: user.user_id, status: 'ACTIVE', seen: 1, ...because }
    return { url: `/v1/accounts/${String(made.body['id'])}/verdict`, body }
  },
  async reviewOnboardingStep({ onboarding }) {
    const one = await onboarding.person(magicCpf('CAF', 'review', (person += 1)))
    await onboarding.submit(one)
    await onboarding.drain()
    const { steps } = await onboarding.state(one)
    const step = steps.find(({ name }) => name === 'CAF')!
    const url = `/v1/onboardings/${one.id}/steps/${String(step['id'])}/decision`
    return { url, body: { decision: 'APPROVED', seen: Number(step['version']), ...because } }
  },
  async judgeInfraction({ gateway, desk }) {
    const id = await gateway.notification(await gateway.user())
    const { body } = await desk.ask({ url: `/v1/infractions/${id}`, as: desk.person('vera', 'viewer') })
    const { version } = body['infraction'] as { version: number }
    const verdict = { analysis_result: 'DISAGREED', seen: version, ...because }
    return { url: `/v1/infractions/${id}/verdict`, body: verdict }
  },
  async registerFraudMarker() {
    const body = { document: magicCpf('CAF', 'review', (person += 1)), fraud_type: 'MULE_ACCOUNT', ...because }
    return { url: '/v1/fraud-markers', body }
  },
  async withdrawFraudMarker(ground) {
    const { url, body } = await deskExamples['registerFraudMarker']!(ground)
    const { services } = ground.desk
    const { document: tax_id_number } = body as { document: string }
    const made = done(
      await createFraudMarker(services.dict!, { request_id: randomUUID(), tax_id_number, fraud_type: 'MULE_ACCOUNT' }),
    )
    return { url: `${url}/${made.fraud_marker.id}/cancel`, body: because }
  },
}
