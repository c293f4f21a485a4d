import type { AuditLogEntry } from './entry.ts'

type AuditedRecord = AuditLogEntry['records'][number]

/** Rows without events of their own, by their key in the journal. */
export const kept = {
  user: (id: string): AuditedRecord => ({ table: 'users', key: id }),
  product: (id: string): AuditedRecord => ({ table: 'products', key: id }),
  membership: (of: { user_id: string; product_id: string }): AuditedRecord => ({
    table: 'product_users',
    key: `${of.user_id}|${of.product_id}`,
  }),
  wallet: (of: { user_id: string; wallet_id: string }): AuditedRecord => ({
    table: 'wallets',
    key: `${of.user_id}|${of.wallet_id}`,
  }),
  apiKey: (id: string): AuditedRecord => ({ table: 'api_keys', key: id }),
  network: (of: { user_id: string; network: string; first_port: number }): AuditedRecord => ({
    table: 'webhook_networks',
    key: `${of.user_id}|${of.network}|${of.first_port}`,
  }),
  fraudMarker: (id: string): AuditedRecord => ({ table: 'fraud_markers', key: id }),
}
