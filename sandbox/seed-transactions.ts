import { sampleTransactions } from './sample-transactions.ts'

/** Sends each wallet a little of everything by the operator's ingest, as a ledger would. */
export async function seedTransactions(
  { url, token }: { url: string; token: string },
  wallets: { user_id: string; wallet_id: string }[],
): Promise<void> {
  const transactions = wallets.flatMap((wallet) => sampleTransactions(wallet, new Date()))
  const response = await fetch(`${url}/v1/transactions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'x-lang': 'en-US' },
    body: JSON.stringify({ transactions }),
  })
  const { created } = (await response.json()) as { created?: number }
  if (created !== transactions.length) throw new Error(`the transactions were not all taken in (${response.status})`)
}
