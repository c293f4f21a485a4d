import type { DictTransaction } from './dict/state.ts'
import { SAMPLE_ISPB, SAMPLE_OTHER_ISPB, type SampleTransaction, sampleTransactions } from './sample-transactions.ts'

/**
 * Sends sample transactions for each wallet by the operator's ingest, as a ledger would. Returns those that DICT knows: the
 * settled payments.
 */
export async function seedTransactions(
  { url, token }: { url: string; token: string },
  wallets: { user_id: string; wallet_id: string }[],
): Promise<DictTransaction[]> {
  const transactions = wallets.flatMap((wallet) => sampleTransactions(wallet, new Date()))
  const response = await fetch(`${url}/v1/transactions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'x-lang': 'en-US' },
    body: JSON.stringify({ transactions }),
  })
  const { created } = (await response.json()) as { created?: number }
  if (created !== transactions.length) throw new Error(`the transactions were not all taken in (${response.status})`)
  return transactions.filter(({ status, type }) => status === 'CONFIRMED' && type === 'PAYMENT').map(settled)
}

function settled({ end_to_end_id, amount, created_at }: SampleTransaction): DictTransaction {
  const id = String(end_to_end_id)
  const party = (participant: string) => ({ participant, number: id.slice(-6), person_type: 'NATURAL_PERSON' as const })
  return {
    id,
    debtor: party(SAMPLE_ISPB),
    creditor: party(SAMPLE_OTHER_ISPB),
    amount: Number(amount),
    settlement_time: created_at,
    settled: true,
  }
}
