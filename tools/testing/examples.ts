import { randomUUID } from 'node:crypto'
import type { Example } from './example.ts'
import { begin, multipart, multipartHeaders, putBytes, samples, upload } from './files.ts'
import type { TestGateway, TestUser } from './gateway.ts'
import { bringTo, linkOf, onboardingOf, representativeOf, videoParts } from './liveness.ts'
import { personsExamples } from './persons-examples.ts'
import { shown } from './recorded-shape.ts'
import { contest, followMoney, RECOVERIES, recoveryOf } from './recovery-requests.ts'
import { simulationExamples } from './simulation-examples.ts'

export const usdAccount = shown('createAccount') as Record<string, string>
export const naturalPerson = shown('createClient') as { name: string; email: string; address: object }

/** Another name each time: the same upload twice is a repeat. */
const named = () => ({ file_name: `${crypto.randomUUID()}.pdf` })

const REFUNDS = '/v1/pix/refund-requests'
const NOTIFICATIONS = '/v1/pix/compliance/infraction-notifications'

/** The operations whose records belong to one wallet and not to the whole user. */
export const ofOneWallet = [
  'listTransactions',
  'listInfractionNotifications',
  'getInfractionNotification',
  'answerInfractionNotification',
  'listRefundRequests',
  'getRefundRequest',
  'listFundRecoveryRequests',
  'getFundRecoveryRequest',
  'getTrackingGraph',
  'updateFundRecoveryRequest',
  'cancelFundRecoveryRequest',
  'uploadFundRecoveryFiles',
  'simulateInfractionReported',
  'simulateInstitutionAnalyses',
  'simulateRefundPaid',
]

export const examples: Record<string, Example> = {
  ...personsExamples,
  ...simulationExamples,
  async decodeBilletV1() {
    return { method: 'POST', url: '/v1/banking/billet-payments/decode', body: shown('decodeBilletV1') }
  },
  async decodeBilletV2() {
    return { method: 'POST', url: '/v2/banking/billet-payments/decode', body: shown('decodeBilletV2') }
  },
  async getBilletDecode(gateway, user) {
    const url = '/v2/banking/billet-payments/decode'
    const meant = { 'x-include-replay-protection-schema': 'nonce' }
    const made = await gateway.ask({ method: 'POST', url, as: user, headers: meant, body: shown('decodeBilletV2') })
    return { method: 'GET', url: `${url}s/${String(made.body['id'])}` }
  },
  async listTransactions(gateway, user) {
    await gateway.payments(user)
    return { method: 'GET', url: '/api/v2/transactions?page_size=1' }
  },
  async listInfractionNotifications(gateway, user) {
    await gateway.notification(user)
    await gateway.notification(user)
    return { method: 'GET', url: `${NOTIFICATIONS}?page_size=1` }
  },
  async getInfractionNotification(gateway, user) {
    return { method: 'GET', url: `${NOTIFICATIONS}/${await gateway.notification(user)}` }
  },
  async answerInfractionNotification(gateway, user) {
    const body = shown('answerInfractionNotification')
    return { method: 'POST', url: `${NOTIFICATIONS}/${await gateway.notification(user)}/answer`, body }
  },
  async listRefundRequests(gateway, user) {
    await gateway.refundRequest(user)
    await gateway.refundRequest(user)
    return { method: 'GET', url: `${REFUNDS}?page_size=1` }
  },
  async getRefundRequest(gateway, user) {
    return { method: 'GET', url: `${REFUNDS}/${await gateway.refundRequest(user)}` }
  },
  async createFundRecoveryRequest(gateway, user) {
    return { method: 'POST', url: RECOVERIES, body: await contest(gateway, user) }
  },
  async listFundRecoveryRequests(gateway, user) {
    await recoveryOf(gateway, user)
    await recoveryOf(gateway, user)
    return { method: 'GET', url: `${RECOVERIES}?page_size=1` }
  },
  async getFundRecoveryRequest(gateway, user) {
    return { method: 'GET', url: `${RECOVERIES}/${await recoveryOf(gateway, user)}` }
  },
  async updateFundRecoveryRequest(gateway, user) {
    const body = shown('updateFundRecoveryRequest')
    return { method: 'PATCH', url: `${RECOVERIES}/${await recoveryOf(gateway, user)}`, body }
  },
  async cancelFundRecoveryRequest(gateway, user) {
    return { method: 'DELETE', url: `${RECOVERIES}/${await recoveryOf(gateway, user)}/cancel` }
  },
  async uploadFundRecoveryFiles(gateway, user) {
    const file = { name: 'first_file', file_name: 'receipt.pdf', bytes: samples.pdf }
    return {
      method: 'PATCH',
      url: `${RECOVERIES}/${await recoveryOf(gateway, user)}/files/upload`,
      headers: multipartHeaders,
      body: multipart([file]),
    }
  },
  async getTrackingGraph(gateway, user) {
    const id = await recoveryOf(gateway, user)
    await followMoney(gateway, id)
    return { method: 'GET', url: `${RECOVERIES}/${id}/tracking-graph` }
  },
  async createClient() {
    return { method: 'POST', url: '/v1/crossborder/clients', body: naturalPerson }
  },
  async listClients(gateway, user) {
    await gateway.account(user)
    return { method: 'GET', url: '/v1/crossborder/clients?page_size=1' }
  },
  async getClient(gateway, user) {
    const { client_id } = await gateway.account(user)
    return { method: 'GET', url: `/v1/crossborder/clients/${client_id}` }
  },
  async updateClient(gateway, user) {
    const { client_id } = await gateway.account(user)
    return {
      method: 'PATCH',
      url: `/v1/crossborder/clients/${client_id}`,
      body: shown('updateClient'),
    }
  },
  async getAccount(gateway, user) {
    const { url } = await gateway.account(user)
    return { method: 'GET', url }
  },
  async deleteAccount(gateway, user) {
    const { url } = await gateway.account(user)
    return { method: 'DELETE', url }
  },
  async deactivateAccount(gateway, user) {
    const { url } = await gateway.account(user)
    return { method: 'POST', url: `${url}/deactivate` }
  },
  async reactivateAccount(gateway, user) {
    const { url } = await gateway.account(user)
    await gateway.ask({ method: 'POST', url: `${url}/deactivate`, as: user })
    return { method: 'POST', url: `${url}/reactivate` }
  },
  async getLiveness(gateway, user) {
    const { onboarding_id } = await linkOf(gateway, user)
    return { method: 'GET', url: `/v2/users/onboardings/${onboarding_id}/liveness` }
  },
  async uploadLivenessVideo(gateway, user) {
    const url = `/v2/users/onboardings/${await onboardingOf(gateway, user)}/liveness/video`
    return { method: 'POST', url, headers: multipartHeaders, body: multipart(videoParts()) }
  },
  async listRepresentativeLivenesses(gateway, user) {
    const id = await onboardingOf(gateway, user, { person_type: 'LEGAL_PERSON' })
    await representativeOf(gateway, user, id)
    await bringTo(gateway, user, id, { status: 'approved', submitted_at: new Date().toISOString() })
    return { method: 'GET', url: `/v2/users/onboardings/${id}/legal-representatives/liveness` }
  },
  async uploadRepresentativeLivenessVideo(gateway, user) {
    const id = await onboardingOf(gateway, user, { person_type: 'LEGAL_PERSON' })
    const url = `/v2/users/onboardings/${id}/legal-representatives/${await representativeOf(gateway, user, id)}/liveness/video`
    return { method: 'POST', url, headers: multipartHeaders, body: multipart(videoParts()) }
  },
  async createUpload() {
    return { method: 'POST', url: '/v1/storage/upload', body: shown('createUpload') }
  },
  async confirmUpload(gateway, user) {
    const begun = await begin(gateway, user, samples.pdf, named())
    await putBytes(gateway, begun, samples.pdf)
    return { method: 'POST', url: `/v1/storage/upload/${begun.file_id}/confirm` }
  },
  async listFiles(gateway, user) {
    await begin(gateway, user, samples.pdf, named())
    return { method: 'GET', url: '/v1/storage/files?page_size=1' }
  },
  async getFile(gateway, user) {
    const { file_id } = await begin(gateway, user, samples.pdf, named())
    return { method: 'GET', url: `/v1/storage/files/${file_id}` }
  },
  async getFileUrl(gateway, user) {
    const { file_id } = await upload(gateway, user, samples.pdf, named())
    return { method: 'GET', url: `/v2/storage/files/${file_id}/url` }
  },
  async listClientActivity(gateway, user) {
    const { client_id, url } = await gateway.account(user)
    await gateway.ask({ method: 'PATCH', url, as: user, body: { nickname: 'first' } })
    await gateway.ask({ method: 'PATCH', url, as: user, body: { nickname: 'second' } })
    return { method: 'GET', url: `/v1/reports/client-activity/${client_id}?page_size=1` }
  },
  async createAccount(gateway, user) {
    const { client_id } = await gateway.account(user)
    return { method: 'POST', url: `/v1/crossborder/clients/${client_id}/accounts`, body: usdAccount }
  },
  async listAccounts(gateway, user) {
    const { client_id } = await gateway.account(user)
    return { method: 'GET', url: `/v1/crossborder/clients/${client_id}/accounts?page_size=1` }
  },
  async updateAccount(gateway, user) {
    const { url } = await gateway.account(user)
    return { method: 'PATCH', url, body: shown('updateAccount') }
  },
  async listRequests(gateway, user) {
    await loggedRequest(gateway, user)
    return { method: 'GET', url: '/v1/requests?page_size=1' }
  },
  async getRequest(gateway, user) {
    return { method: 'GET', url: `/v1/requests/${await loggedRequest(gateway, user)}` }
  },
  async listApiKeys(gateway, user) {
    const { key_id } = await gateway.apiKey(user)
    // Created and revoked, to make room for the next: a user may have two active ones.
    await gateway.db.admin.query('update api_keys set revoked_at = now() where id = $1', [key_id])
    return { method: 'GET', url: '/v1/keys?page_size=1' }
  },
  async listEvents(gateway, user) {
    await endpointOf(gateway, user)
    return { method: 'GET', url: '/v1/events?page_size=1' }
  },
  async getEvent(gateway, user) {
    await endpointOf(gateway, user)
    return { method: 'GET', url: `/v1/events/${await newestOf(gateway, user, '/v1/events')}` }
  },
  async createEndpoint() {
    return { method: 'POST', url: '/v1/webhooks/endpoints', body: shown('createEndpoint') }
  },
  async listEndpoints(gateway, user) {
    await endpointOf(gateway, user)
    return { method: 'GET', url: '/v1/webhooks/endpoints?page_size=1' }
  },
  async getEndpoint(gateway, user) {
    return { method: 'GET', url: await endpointOf(gateway, user) }
  },
  async updateEndpoint(gateway, user) {
    return { method: 'PATCH', url: await endpointOf(gateway, user), body: shown('updateEndpoint') }
  },
  async deleteEndpoint(gateway, user) {
    return { method: 'DELETE', url: await endpointOf(gateway, user) }
  },
  async rotateSecret(gateway, user) {
    return {
      method: 'POST',
      url: `${await endpointOf(gateway, user)}/secret/rotate`,
      body: shown('rotateSecret'),
    }
  },
  async testEndpoint(gateway, user) {
    return { method: 'POST', url: `${await endpointOf(gateway, user)}/test` }
  },
  async recoverDeliveries(gateway, user) {
    const url = `${await endpointOf(gateway, user)}/recover`
    return { method: 'POST', url, body: shown('recoverDeliveries') }
  },
  async listDeliveries(gateway, user) {
    await endpointOf(gateway, user)
    return { method: 'GET', url: '/v1/webhooks/deliveries?page_size=1' }
  },
  async getDelivery(gateway, user) {
    await endpointOf(gateway, user)
    const id = await newestOf(gateway, user, '/v1/webhooks/deliveries')
    return { method: 'GET', url: `/v1/webhooks/deliveries/${id}` }
  },
  async resendDelivery(gateway, user) {
    await endpointOf(gateway, user)
    const id = await newestOf(gateway, user, '/v1/webhooks/deliveries')
    return { method: 'POST', url: `/v1/webhooks/deliveries/${id}/resend` }
  },
}

/** The id of a logged request of the user. */
export async function loggedRequest(gateway: TestGateway, user: TestUser): Promise<string> {
  const { headers } = await gateway.ask({ url: '/v1/crossborder/clients?page_size=1', as: user })
  await written(gateway)
  return headers['x-request-id']!
}

/** Every log line of finished requests. Lines are written after the response is sent. */
export async function written({ services }: TestGateway): Promise<void> {
  await new Promise(setImmediate)
  await services.requestLog?.flush()
}

/** The URL of a webhook endpoint of the user, whose creation is its first event and its first delivery. */
async function endpointOf(gateway: TestGateway, user: TestUser): Promise<string> {
  const body = { url: `https://hooks.example/${randomUUID()}` }
  const made = await gateway.ask({ method: 'POST', url: '/v1/webhooks/endpoints', as: user, body })
  return `/v1/webhooks/endpoints/${String(made.body['id'])}`
}

async function newestOf(gateway: TestGateway, user: TestUser, url: string): Promise<string> {
  const { body } = await gateway.ask({ url: `${url}?page_size=1`, as: user })
  return (body['data'] as { id: string }[])[0]!.id
}
