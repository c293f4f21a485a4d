import { randomUUID } from 'node:crypto'

/**
 * A record as a ledger sends it to the ingest. Everyone in it is fictional; only the check digits of the documents are
 * right.
 */
export type SampleTransaction = Record<string, unknown> & {
  user_id: string
  wallet_id: string
  id: string
  created_at: string
}

interface SampleTransactionsWallet {
  user_id: string
  wallet_id: string
}

/** The bank of the sandbox's users, and the other bank. */
export const SAMPLE_ISPB = '12345678'
export const SAMPLE_OTHER_ISPB = '87654321'
const shop = {
  name: 'Loja Horizonte',
  document: '11222333000181',
  person_type: 'LEGAL_PERSON',
  bank_name: 'Banco Exemplo',
}
const person = { name: 'Ana Modelo', document: '52998224725', person_type: 'NATURAL_PERSON', bank_name: 'Banco Mostra' }

const party = (prefix: 'owner' | 'beneficiary', { name, document, person_type, bank_name }: typeof shop) => ({
  [`${prefix}_name`]: name,
  [`${prefix}_document`]: document,
  [`${prefix}_person_type`]: person_type,
  [`${prefix}_bank_name`]: bank_name,
  [`${prefix}_bank_ispb`]: prefix === 'owner' ? SAMPLE_ISPB : SAMPLE_OTHER_ISPB,
})

/** An end-to-end id as the participant would have made it in that minute. */
export function sampleEndToEndId(kind: 'E' | 'D', at: Date, participant = SAMPLE_ISPB): string {
  const minute = at.toISOString().replace(/\D/g, '').slice(0, 12)
  return `${kind}${participant}${minute}${randomUUID().replaceAll('-', '').slice(0, 11)}`
}

/** A sent and confirmed payment. */
export function samplePayment(
  wallet: SampleTransactionsWallet,
  at: Date,
  changes: Record<string, unknown> = {},
): SampleTransaction {
  const moment = at.toISOString()
  return {
    user_id: wallet.user_id,
    wallet_id: wallet.wallet_id,
    id: randomUUID(),
    operation_id: randomUUID(),
    type: 'PAYMENT',
    status: 'CONFIRMED',
    amount: 15_990,
    end_to_end_id: sampleEndToEndId('E', at),
    ...party('owner', shop),
    ...party('beneficiary', person),
    description: 'Pedido 1042',
    payment_date: moment,
    created_at: moment,
    updated_at: moment,
    ...changes,
  }
}

export function sampleDeposit(
  wallet: SampleTransactionsWallet,
  at: Date,
  changes: Record<string, unknown> = {},
): SampleTransaction {
  const { payment_date: _, description: __, ...payment } = samplePayment(wallet, at)
  const parties = { ...party('owner', person), ...party('beneficiary', shop) }
  const deposit = {
    type: 'DEPOSIT',
    status: 'RECEIVED',
    available_amount: 15_990,
    txid: 'pedido1042',
    merchant_id: '1042',
  }
  return { ...payment, ...deposit, ...parties, ...changes }
}

/** A devolution received for a payment. */
export function sampleDevolutionReceived(
  payment: SampleTransaction,
  at: Date,
  changes: Record<string, unknown> = {},
): SampleTransaction {
  const { payment_date: _, ...received } = samplePayment(payment, at)
  return {
    ...received,
    type: 'DEVOLUTION_RECEIVED',
    status: 'READY',
    amount: 5_000,
    devolution_code: 'MD06',
    end_to_end_id: sampleEndToEndId('D', at),
    original_id: payment.id,
    original_end_to_end_id: payment['end_to_end_id'],
    ...changes,
  }
}

/** A devolution sent for a deposit. */
export function sampleDevolution(
  deposit: SampleTransaction,
  at: Date,
  changes: Record<string, unknown> = {},
): SampleTransaction {
  return sampleDevolutionReceived(deposit, at, { type: 'DEVOLUTION', status: 'CONFIRMED', ...changes })
}

/** Sample transactions, as in the wallet of a small shop. */
export function sampleTransactions(wallet: SampleTransactionsWallet, now: Date): SampleTransaction[] {
  const ago = (hours: number) => new Date(now.getTime() - hours * 3_600_000)
  const payment = samplePayment(wallet, ago(50))
  const deposit = sampleDeposit(wallet, ago(26), { available_amount: 10_990 })
  const { operation_id: _, ...scheduled } = samplePayment(wallet, ago(2), { status: 'SCHEDULED', amount: 80_000 })
  return [
    payment,
    sampleDevolutionReceived(payment, ago(48)),
    samplePayment(wallet, ago(30), { status: 'FAILED', failed_code: 'AC03', amount: 4_200 }),
    deposit,
    sampleDevolution(deposit, ago(25)),
    { ...scheduled, payment_date: new Date(now.getTime() + 86_400_000).toISOString() },
  ]
}
