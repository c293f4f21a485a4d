import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { simulatorUnavailable } from './errors.ts'
import type { Counterparts } from './simulator-clients.ts'

/** A payment in the settlement system of a test installation. */
export interface LedgerPayment {
  id: string
  amount: number
  settlement_time: string
}

interface LedgerWallet {
  user_id: string
  wallet_id: string
}

/** Fictitious persons, whose documents have valid check digits. */
const ours = { name: 'Loja Horizonte', document: '11222333000181', person_type: 'LEGAL_PERSON' }
const theirs = { name: 'Ana Modelo', document: '52998224725', person_type: 'NATURAL_PERSON' }

const party = (prefix: 'owner' | 'beneficiary', { name, document, person_type }: typeof ours) => ({
  [`${prefix}_name`]: name,
  [`${prefix}_document`]: document,
  [`${prefix}_person_type`]: person_type,
})

/** Fields of every record, as in guides/ingest-transactions.md. */
const moved = (wallet: LedgerWallet, id: string, { id: end_to_end_id, amount, settlement_time }: LedgerPayment) => ({
  ...wallet,
  id,
  operation_id: randomUUID(),
  amount,
  end_to_end_id,
  created_at: settlement_time,
  updated_at: settlement_time,
})

export const depositOf = (wallet: LedgerWallet, id: string, payment: LedgerPayment, purpose?: string) => ({
  ...moved(wallet, id, payment),
  type: 'DEPOSIT',
  status: 'RECEIVED',
  available_amount: payment.amount,
  ...(purpose !== undefined && { purpose }),
  ...party('owner', theirs),
  ...party('beneficiary', ours),
})

export const paymentOf = (wallet: LedgerWallet, id: string, payment: LedgerPayment) => ({
  ...moved(wallet, id, payment),
  type: 'PAYMENT',
  status: 'CONFIRMED',
  payment_date: payment.settlement_time,
  ...party('owner', ours),
  ...party('beneficiary', theirs),
})

/** A devolution that another participant sends for a payment of ours. */
export const devolutionOf = (
  wallet: LedgerWallet,
  id: string,
  payment: LedgerPayment,
  original_end_to_end_id: string,
) => ({
  ...moved(wallet, id, payment),
  type: 'DEVOLUTION_RECEIVED',
  status: 'READY',
  devolution_code: 'FR01',
  original_end_to_end_id,
})

const HEARD_MS = 10_000
const PAUSE_MS = 200

/**
 * Sends records as a ledger does, with the full validation. A worker that does not know the advanced time yet rejects
 * them as future, so they are sent again.
 */
export async function tellLedger({ ledger }: Counterparts, ...transactions: object[]): Promise<void> {
  for (const end = performance.now() + HEARD_MS; performance.now() < end; ) {
    const { refused } = await ledger<{ refused: number }>('/sandbox/v1/transactions', { transactions })
    if (refused === 0) return
    await pause(PAUSE_MS)
  }
  throw simulatorUnavailable({ cause: new Error('the ledger of the simulation is not understood') })
}
