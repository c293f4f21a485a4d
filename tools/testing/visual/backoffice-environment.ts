import { randomUUID } from 'node:crypto'
import { mountPages } from '@eclusa/gateway/src/backoffice/web/mount-pages.ts'
import { magicCpf } from '@eclusa/simulators/onboarding-checks/magic.ts'
import { refillCases } from '@eclusa/simulators/refill-cases.ts'
import Fastify, { type FastifyInstance } from 'fastify'
import { expect } from 'vitest'
import { fillCases } from '../fill-cases.ts'
import type { TestUser } from '../gateway.ts'
import type { TestingCase } from '../onboarding.ts'
import { type OnboardingPages, openOnboardingPages } from '../onboarding-pages.ts'
import { pendingClient } from '../pending-client.ts'
import { createTestPix, type TestPix } from '../pix.ts'
import { infractionCase, recoveryCase, refundCase, unclaimedReportCase } from '../pix-cases.ts'
import { shown } from '../recorded-shape.ts'

export const LONG = 'Maria Antonieta Wanderley de Albuquerque Cavalcanti e Vasconcelos Figueiredo'
/** The maximum length of our names. */
const LONG_COMPANY = 'Companhia Brasileira de Pagamentos Instantâneos e Remessas do Nordeste Oriental'
const LONG_REASON =
  'O titular confirmou por telefone e por escrito que a conta é sua, e o banco do exterior respondeu no mesmo dia.'
const MOST = 9_999_999_999_99

/** URLs of the desk that show all kinds of content: long, large and many. */
export type DeskPlaces = Awaited<ReturnType<typeof fill>> & { unbuilt: string }

export interface DeskStage {
  pages: OnboardingPages
  places: DeskPlaces
  close: () => Promise<void>
}

/** A desk with an open case of every kind, one with a waiting proposal, and a decided one. */
export async function openDeskStage(): Promise<DeskStage> {
  const pix = await createTestPix()
  const second = `client_verdict,user_deactivation,infraction_verdict>=100000000`
  const pages = await openOnboardingPages({ DESK_SECOND_EYES: second }, pix.gateway, true)
  pages.desk.services.dict = pix.worker.dict
  pages.issuer.people.push({ id: 'longa', name: LONG, roles: ['analyst', 'approver', 'operator', 'auditor'] })
  const unbuilt = await createUnbuilt(pages)
  const places = { ...(await fill(pix, pages)), unbuilt: unbuilt.listeningOrigin }
  return {
    pages,
    places,
    async close() {
      await unbuilt.close()
      await pages.close()
      await pix.close()
    },
  }
}

/** A desk without built pages. */
async function createUnbuilt({ desk }: OnboardingPages): Promise<FastifyInstance> {
  const app = Fastify({ forceCloseConnections: true })
  mountPages(app, desk.services, new URL('file:///nowhere/'))
  await app.listen({ host: 'localhost', port: 0 })
  return app
}

async function fill(pix: TestPix, pages: OnboardingPages) {
  const { gateway, desk } = pages
  const { admin } = gateway.db
  const maria = desk.person(LONG, 'analyst', 'approver', 'operator')
  const other = desk.person(`${LONG} Filha`, 'analyst', 'approver', 'operator')
  const post = async (url: string, body: object, as = maria) => {
    const answer = await desk.ask({ method: 'POST', url, as, body })
    expect(answer.status, `${url} ${answer.text}`).toBeLessThan(300)
    return answer.body
  }
  await fillCases(admin, 4)
  await admin.query(`update refund_requests set amount = $1`, [MOST])
  const user = await gateway.user()
  await admin.query('update users set name = $2 where id = $1', [user.user_id, LONG_COMPANY])

  return {
    user,
    ...(await people()),
    ...(await money()),
    ...(await kept()),
  }

  async function people() {
    const client = await longClient()
    const waiting = await pendingClient(gateway, user, { name: LONG })
    const verdict = { user_id: user.user_id, status: 'ACTIVE', seen: 1, reason: LONG_REASON }
    const proposal = await post(`/v1/clients/${waiting.id}/verdict`, verdict)
    const decided = await pendingClient(gateway, user, { name: LONG })
    const approved = await post(`/v1/clients/${decided.id}/verdict`, verdict)
    await post(`/v1/proposals/${String(approved['id'])}/approve`, { reason: LONG_REASON }, other)
    const accounts = await Promise.all(
      [client.id, decided.id].map(async (id) => (await admin.query(accountOf, [id])).rows[0].id as string),
    )
    await post(`/v1/accounts/${accounts[1]}/verdict`, { ...verdict, status: 'INACTIVE' })
    const person = await pages.person(magicCpf('LIVENESS', 'review', 1), LONG)
    await pages.test.showFace(person)
    await pages.test.drain()
    const judged = await pages.person(magicCpf('CAF', 'review', 2), LONG)
    const judgedAt = await pages.placeOf(judged)
    await judgeStep(judged)
    const company = await pages.company([magicCpf('CAF', 'review', 3), magicCpf('CAF', 'review', 4)])
    const ofUser = `?user_id=${user.user_id}`
    return {
      client: client.path,
      clientWaiting: waiting.path,
      clientDecided: decided.path,
      account: `/cases/account/${accounts[0]}${ofUser}`,
      accountDecided: `/cases/account/${accounts[1]}${ofUser}`,
      step: await pages.placeOf(person),
      stepDecided: judgedAt,
      company: await pages.placeOf(company),
      onboarding: `/cases/onboarding/${judged.id}?user_id=${judged.user.user_id}`,
      proposal: `/proposals/${String(proposal['id'])}`,
      proposalEnded: `/proposals/${String(approved['id'])}`,
    }
  }

  async function longClient() {
    const made = await pendingClient(gateway, user, { name: LONG })
    const url = `/v1/crossborder/clients/${made.id}/accounts`
    for (let n = 0; n < 4; n += 1) {
      const account_number = String(10 ** 15 + n)
      const body = { ...shown('createAccount'), account_number, account_name: LONG, bank_name: `${n} ${LONG_BANK}` }
      const answer = await gateway.ask({ method: 'POST', url, as: user, body })
      expect(answer.status, JSON.stringify(answer.body)).toBe(201)
    }
    const body = { email: `${'maria.antonieta.'.repeat(4)}@correio.example` }
    await gateway.ask({ method: 'PATCH', url: `/v1/crossborder/clients/${made.id}`, as: user, body })
    return made
  }

  async function judgeStep(one: TestingCase) {
    const { steps } = await pages.test.state(one)
    const { id, version } = steps.find(({ status }) => status === 'MANUAL_REVIEW')!
    const body = { decision: 'APPROVED', seen: Number(version), reason: LONG_REASON }
    await post(`/v1/onboardings/${one.id}/steps/${String(id)}/decision`, body)
  }

  async function money() {
    const infraction = await infractionCase(pix, user, { amount: MOST, answered: true })
    const waiting = await infractionCase(pix, user, { amount: MOST, answered: true })
    const verdict = { analysis_result: 'DISAGREED', reason: LONG_REASON }
    await post(`/v1/infractions/${waiting.id}/verdict`, { ...verdict, seen: 3 })
    const decided = await infractionCase(pix, user, {})
    await post(`/v1/infractions/${decided.id}/verdict`, { ...verdict, seen: 2 })
    const refund = await refundCase(pix, user, MOST)
    const paid = await refundCase(pix, user, MOST)
    await admin.query(`update refund_requests set status = 'CLOSED' where id = $1`, [paid.id])
    const recovery = await recoveryCase(pix, user, 40)
    const followed = await recoveryCase(pix, user, 7)
    await admin.query(`update fund_recovery_requests set status = 'ANALYSED', waiting_code = null where id = $1`, [
      followed.id,
    ])
    const report = await unclaimedReportCase(pix)
    const unclaimed = await refundCase(pix, undefined, MOST)
    const claimed = await unclaimedReportCase(pix)
    await admin.query(`update unmatched_infraction_reports set status = 'CLOSED' where id = $1`, [claimed.id])
    await refillCases(admin)
    await post('/v1/fraud-markers', { document: '11144477735', fraud_type: 'MULE_ACCOUNT', reason: LONG_REASON })
    return {
      infraction: infraction.path,
      infractionWaiting: waiting.path,
      infractionDecided: decided.path,
      refund: refund.path,
      refundDecided: paid.path,
      recovery: recovery.path,
      recoveryDecided: followed.path,
      unclaimedReport: report.path,
      unclaimedReportDecided: claimed.path,
      unclaimedRefund: unclaimed.path,
    }
  }

  async function kept() {
    const { user_id } = user
    const reason = LONG_REASON
    await post(`/v1/users/${user_id}/keys`, { name: LONG_COMPANY, reason })
    await post(`/v1/users/${user_id}/wallets`, { name: LONG_COMPANY, reason })
    await post(`/v1/users/${user_id}/deactivate`, { reason })
    await post('/v1/views', { name: LONG.slice(0, 60), filters: { due: 'overdue' } })
    await hooks(user)
    return {
      userPage: `/keeping/users/${user_id}`,
      product: `/keeping/products/${user.product_id}`,
      nobody: `/cases/client/${randomUUID()}?user_id=${user_id}`,
    }
  }

  async function hooks(as: TestUser) {
    const body = { url: `https://hooks.integrator.example/${'of-a-long-path/'.repeat(12)}`, description: LONG_COMPANY }
    const answer = await gateway.ask({ method: 'POST', url: '/v1/webhooks/endpoints', as, body })
    expect(answer.status, JSON.stringify(answer.body)).toBe(201)
    await pendingClient(gateway, user, { name: LONG })
  }
}

const LONG_BANK = 'First Interstate Savings and Trust Company of the Northern Territories'
const accountOf = 'select id from crossborder_accounts where client_id = $1 order by created_at limit 1'
