import type { Act } from './entry.ts'

type Kept = Act['records'][number]

/** Rows without events of their own, by their key in the journal. */
export const kept = {
  user: (id: string): Kept => ({ table: 'users', key: id }),
  product: (id: string): Kept => ({ table: 'products', key: id }),
  membership: (of: { user_id: string; product_id: string }): Kept => ({
    table: 'product_users',
    key: `${of.user_id}|${of.product_id}`,
  }),
  wallet: (of: { user_id: string; wallet_id: string }): Kept => ({
    table: 'wallets',
    key: `${of.user_id}|${of.wallet_id}`,
  }),
  apiKey: (id: string): Kept => ({ table: 'api_keys', key: id }),
  network: (of: { user_id: string; network: string; first_port: number }): Kept => ({
    table: 'webhook_networks',
    key: `${of.user_id}|${of.network}|${of.first_port}`,
  }),
  fraudMarker: (id: string): Kept => ({ table: 'fraud_markers', key: id }),
}
