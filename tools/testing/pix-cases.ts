import { randomUUID } from 'node:crypto'
import { recoveryCases } from '@eclusa/gateway/src/areas/pix-fund-recovery/backoffice/cases.ts'
import { pollNotifications } from '@eclusa/gateway/src/areas/pix-infractions/poll-notifications.job.ts'
import { keepReports } from '@eclusa/gateway/src/areas/pix-infractions/store-reports.ts'
import { keepRefunds } from '@eclusa/gateway/src/areas/pix-refunds/store-refunds.ts'
import { refillCases } from '@eclusa/simulators/refill-cases.ts'
import { drawnPdf } from '@eclusa/simulators/sampled.ts'
import { upload } from './files.ts'
import type { TestUser } from './gateway.ts'
import type { TestPix } from './pix.ts'
import { followMoney, recoveryOf } from './recovery-requests.ts'

/** Pix cases as they come to a desk, each with its URL there. */

const place = (kind: string, id: string, user_id?: string) =>
  `/cases/${kind}/${id}${user_id ? `?user_id=${user_id}` : ''}`

const unknownPayment = () => `E22222222${'0'.repeat(12)}${randomUUID().slice(0, 11).replaceAll('-', '0')}`

/** A report that waits for a decision, with the client's answer and a file on request. */
export async function infractionCase(pix: TestPix, user: TestUser, { amount = 300_00, answered = false } = {}) {
  const contact_information = { email: 'fraudes@banco.example', phone: '+5561988887777' }
  const text = 'O pagador diz que comprou um telefone que nunca chegou. Ligue para +55 11 98765-4321.'
  const id = pix.report(await pix.received(user, { amount }), text, { contact_information })
  await pix.run(pollNotifications)
  if (answered) {
    const told = { file_type: 'PIX_INFRACTION_REPORT', file_name: `recibo-de-joana-${id}.pdf` }
    const { file_id } = await upload(pix.gateway, user, drawnPdf('Recibo'), told)
    const body = { client_status: 'DISAGREED', client_analysis_details: 'Entregue em mãos.', file_ids: [file_id] }
    const url = `/v1/pix/compliance/infraction-notifications/${id}/answer`
    const { status } = await pix.gateway.ask({ method: 'POST', url, as: user, body })
    if (status !== 200) throw new Error(`the answer was refused: ${status}`)
  }
  return { id, path: place('infraction', id, user.user_id) }
}

/** A refund of a payment that is ours, or that no ledger reported. */
export async function refundCase(pix: TestPix, user?: TestUser, amount = 10_00) {
  const at = pix.worker.clock.now().toISOString()
  const id = randomUUID()
  const refund = {
    id,
    transaction_id: user ? (await pix.received(user, { amount })).id : unknownPayment(),
    refund_reason: 'FRAUD',
    refund_details: 'A vítima atende em +55 11 98765-4321.',
    refund_amount: amount,
    status: 'OPEN',
    requesting_participant: '60701190',
    contested_participant: '11111111',
    refund_account: {
      tax_id_number: '11144477735',
      participant: '60701190',
      branch: '0001',
      account_number: '13572468',
      account_type: 'CACC',
    },
    creation_time: at,
    last_modified: at,
  }
  await keepRefunds(pix.worker, [refund], 'test')
  return { id, path: place(user ? 'refund' : 'unclaimed_refund', id, user?.user_id) }
}

export async function unclaimedReportCase(pix: TestPix, creation_time = pix.worker.clock.now().toISOString()) {
  const id = randomUUID()
  const report = {
    id,
    transaction_id: unknownPayment(),
    reason: 'REFUND_REQUEST',
    situation_type: 'SCAM',
    infraction_amount: 9_999_999_999_99,
    status: 'ACKNOWLEDGED',
    reporter_participant: '00000000',
    counterparty_participant: '11111111',
    creation_time,
    last_modified: creation_time,
  }
  await keepReports(pix.worker, [report], 'test')
  return { id, path: place('unclaimed_report', id) }
}

const banks = ['00000000', '60701190', '18236120', '00360305', '60746948', '22896431']

/** A tree of payments: each account but the first was paid by one before it. Half of the first one's money is on its way back. */
export function treeOf(accounts: number, amount = 9_999_999_999_99) {
  const numbers = Array.from({ length: accounts }, (_, index) => index + 1)
  return {
    root_transaction_id: 'E1',
    persons: numbers.map((id) => ({ id, type: id % 3 === 0 ? 'LEGAL_PERSON' : 'NATURAL_PERSON' })),
    accounts: numbers.map((id) => ({ id, owner_id: id, participant: banks[id % banks.length] })),
    transactions: numbers.slice(1).map((id) => ({
      id: `E${id - 1}`,
      debtor_account_id: Math.max(1, Math.floor((id + 1) / 3)),
      creditor_account_id: id,
      amount: Math.ceil(amount / (id - 1)),
      refundable_amount: Math.ceil(amount / (2 * (id - 1))),
      settlement_time: new Date(Date.UTC(2026, 1, 2, 10, id)).toISOString(),
    })),
  }
}

/** A recovery that DICT does not accept, after it traced the money that far. */
export async function recoveryCase(pix: TestPix, user: TestUser, accounts: number) {
  const { gateway } = pix
  const id = await recoveryOf(gateway, user)
  const way = treeOf(accounts)
  await followMoney(gateway, id, way)
  const leg = (end_to_end_id: string, bank_ispb: string, amount: number, rest: object) => ({
    id: randomUUID(),
    end_to_end_id,
    bank_ispb,
    amount,
    refunded_amount: 0,
    status: 'OPEN',
    ...rest,
  })
  const refunds = [
    leg('E1', '18236120', 4_999_999_999_99, { status: 'CLOSED', refunded_amount: 4_999_999_999_99 }),
    leg('E2', '00360305', 50_00, {}),
    leg('E3', '60746948', 50_00, { status: 'CLOSED', analysis_result: 'REJECTED', rejection_reason: 'NO_BALANCE' }),
  ].slice(0, way.transactions.length)
  await gateway.db.admin.query(
    `update fund_recovery_requests set waiting_code = $2, refunds = $3, transaction_amount = $4 where id = $1`,
    [id, 'FUNDS_RECOVERY_TRANSACTION_NOT_SETTLED', JSON.stringify(refunds), 9_999_999_999_99],
  )
  await refillCases(gateway.db.admin, [recoveryCases])
  return { id, path: place('recovery', id, user.user_id) }
}
