import { randomUUID } from 'node:crypto'
import { verifyAccount } from '@eclusa/gateway/src/areas/crossborder/accounts/verify-account.job.ts'
import { verifyClient } from '@eclusa/gateway/src/areas/crossborder/clients/verify-client.job.ts'
import { crossborderSettings } from '@eclusa/gateway/src/areas/crossborder/settings.ts'
import { infractionSettings } from '@eclusa/gateway/src/areas/pix-infractions/settings.ts'
import { keepReports } from '@eclusa/gateway/src/areas/pix-infractions/store-reports.ts'
import { keepRefunds } from '@eclusa/gateway/src/areas/pix-refunds/store-refunds.ts'
import { createIngestion, type Ingest } from '@eclusa/gateway/src/areas/transactions/ingest-batch.ts'
import { kept as keptRow } from '@eclusa/gateway/src/backoffice/audit-log/audit-subjects.ts'
import { keep } from '@eclusa/gateway/src/backoffice/audit-log/bootstrap-action.ts'
import { insertWallet } from '@eclusa/gateway/src/http/scope/wallet-store.ts'
import { readSettings } from '@eclusa/gateway/src/platform/config/settings.ts'
import { runJob } from '@eclusa/gateway/src/platform/jobs/pg-boss.ts'
import type { ApiServices } from '@eclusa/gateway/src/services.ts'
import {
  SAMPLE_ISPB,
  SAMPLE_OTHER_ISPB,
  type SampleTransaction,
  sampleDeposit,
  samplePayment,
} from '@eclusa/simulators/sample-transactions.ts'
import type pg from 'pg'
import { expect } from 'vitest'
import { shown } from './recorded-shape.ts'
import type { AskGateway, TestResponse, TestUser } from './request.ts'

interface PixEnvironmentWallet {
  user_id: string
  wallet_id: string
}

/** Records of users, made by the usual ways: calls through the gate, jobs, the operator's ingest. */
export interface PixEnvironment {
  /** A client with one USD account, both verified, with all their events and history. */
  account(user: TestUser): Promise<{ client_id: string; account_id: string; url: string }>
  /** A second wallet of a user. */
  wallet(user: TestUser): Promise<string>
  /** Ingests records as the operator does, with its role. */
  ingest: Ingest
  /** A confirmed payment of a wallet, and an older one. */
  payments(wallet: PixEnvironmentWallet): Promise<SampleTransaction[]>
  /** An acknowledged infraction notification about a deposit of a wallet, as polling DICT creates it. Returns its id. */
  notification(wallet: PixEnvironmentWallet): Promise<string>
  /** A refund another bank requests for a deposit of a wallet, as polling DICT creates it. Returns its id. */
  refundRequest(wallet: PixEnvironmentWallet): Promise<string>
}

const CLIENTS = '/v1/crossborder/clients'
const HOUR_MS = 3_600_000

export function openStage(
  ask: (ask: AskGateway) => Promise<TestResponse>,
  services: ApiServices,
  { bootstrap, worker: operator }: { bootstrap: pg.Pool; worker: pg.Pool },
): PixEnvironment {
  const { clock } = services
  const hoursAgo = (hours: number) => new Date(clock.now().getTime() - hours * HOUR_MS)
  const ingest = createIngestion(operator)

  async function made(request: Promise<TestResponse>): Promise<string> {
    const { status, body } = await request
    expect(status, JSON.stringify(body)).toBe(201)
    return String(body['id'])
  }

  async function kept(records: SampleTransaction[]): Promise<void> {
    const results = await ingest(records, 'test', clock.now())
    expect(results.map(({ outcome }) => outcome)).toEqual(records.map(() => 'CREATED'))
  }

  /** Runs the jobs that creating the two has enqueued, without waiting for a worker. */
  async function verify(key: { user_id: string; client_id: string; account_id: string }): Promise<void> {
    const verification = { ...services, settings: readSettings(crossborderSettings, {}) }
    await runJob(verifyClient, verification, { user_id: key.user_id, client_id: key.client_id }, randomUUID())
    await runJob(verifyAccount, verification, key, randomUUID())
    await operator.query(`delete from pgboss.job where name = any($1) and data->>'client_id' = $2`, [
      [verifyClient.name, verifyAccount.name],
      key.client_id,
    ])
  }

  return {
    async account(user) {
      const client = { ...shown('createClient'), document: randomUUID() }
      const client_id = await made(ask({ method: 'POST', url: CLIENTS, as: user, body: client }))
      const url = `${CLIENTS}/${client_id}/accounts`
      const optional = { nickname: 'main', branch: '0001', clearing_code: 'CHIPS0001' }
      const body = { ...shown('createAccount'), ...optional }
      const account_id = await made(ask({ method: 'POST', url, as: user, body }))
      await verify({ user_id: user.user_id, client_id, account_id })
      return { client_id, account_id, url: `${url}/${account_id}` }
    },
    async wallet({ user_id }) {
      const wallet = { id: randomUUID(), user_id, name: 'second', is_default: false }
      const wallet_id = wallet.id
      await keep(bootstrap, { operation: 'test', user_id, subject: { type: 'wallet', id: wallet_id } }, async (tx) => ({
        answer: await insertWallet(tx, wallet),
        records: [keptRow.wallet({ user_id, wallet_id })],
      }))
      return wallet_id
    },
    ingest,
    async payments(wallet) {
      const payments = [1, 2].map((hours) => samplePayment(wallet, hoursAgo(hours)))
      await kept(payments)
      return payments
    },
    async notification(wallet) {
      const deposit = sampleDeposit(wallet, hoursAgo(1))
      await kept([deposit])
      const at = clock.now().toISOString()
      const report = {
        id: randomUUID(),
        transaction_id: String(deposit['end_to_end_id']),
        reason: 'REFUND_REQUEST',
        situation_type: 'SCAM',
        status: 'ACKNOWLEDGED',
        reporter_participant: SAMPLE_OTHER_ISPB,
        counterparty_participant: SAMPLE_ISPB,
        creation_time: at,
        last_modified: at,
      }
      const infractions = { ...services, operator, settings: readSettings(infractionSettings, {}) }
      await keepReports(infractions, [report], randomUUID())
      return report.id
    },
    async refundRequest(wallet) {
      const deposit = sampleDeposit(wallet, hoursAgo(1))
      await kept([deposit])
      const at = clock.now().toISOString()
      const refund = {
        id: randomUUID(),
        transaction_id: String(deposit['end_to_end_id']),
        refund_reason: 'OPERATIONAL_FLAW',
        refund_details: 'Paid twice.',
        refund_amount: 10_00,
        status: 'OPEN',
        requesting_participant: SAMPLE_OTHER_ISPB,
        contested_participant: SAMPLE_ISPB,
        creation_time: at,
        last_modified: at,
      }
      await keepRefunds({ ...services, operator }, [refund], randomUUID())
      return refund.id
    },
  }
}
