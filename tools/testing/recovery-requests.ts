import type { TestGateway, TestUser } from './gateway.ts'
import { shown } from './recorded-shape.ts'

export const RECOVERIES = '/v1/pix/fund-recovery-requests'

/** The body that contests a payment of this user. */
export async function contest(gateway: TestGateway, user: TestUser) {
  const [payment] = await gateway.payments(user)
  return { ...shown('createFundRecoveryRequest'), transaction_id: payment!.id }
}

/** A new request. Returns its id. */
export async function recoveryOf(gateway: TestGateway, user: TestUser): Promise<string> {
  const body = await contest(gateway, user)
  return String((await gateway.ask({ method: 'POST', url: RECOVERIES, as: user, body })).body['id'])
}

/** Writes the tracking graph of a request directly, because DICT's tracing is tested elsewhere. */
export async function followMoney({ db }: TestGateway, request_id: string, way: object = {}): Promise<void> {
  const graph = {
    root_transaction_id: 'E1',
    creation_time: '2026-02-02T10:20:30.000Z',
    parameters: { max_hops: 2, hop_window: 'PT1H' },
    persons: [{ id: 1, type: 'NATURAL_PERSON' }],
    accounts: [{ id: 2, owner_id: 1, participant: '22222222' }],
    transactions: [
      {
        id: 'E1',
        debtor_account_id: 2,
        creditor_account_id: 2,
        amount: 15_990,
        refundable_amount: 990,
        settlement_time: '2026-02-02T10:19:30.000Z',
      },
    ],
    ...way,
  }
  await db.admin.query('update fund_recovery_requests set tracking_graph = $2 where id = $1', [request_id, graph])
}
