import sql, { type Sql } from 'sql-template-tag'
import { scopeFilter } from '../../http/repository.ts'
import type { Tx } from '../../http/transaction.ts'

interface ActivityRow {
  sequence: number
  id: string
  event_id: string
  source: string
  event_type: string
  status: string
  event_created_at: string
  reference_id: string | null
  metadata: Record<string, unknown>
}

export async function clientExists(tx: Tx, client_id: string): Promise<boolean> {
  const clients = await tx.query(sql`
    select 1 from crossborder_clients where ${scopeFilter(tx)} and id = ${client_id}`)
  return clients.length === 1
}

export async function listActivityRows(tx: Tx, client_id: string, page: Sql): Promise<ActivityRow[]> {
  return tx.query<ActivityRow>(sql`
    select sequence, id, event_id, source, event_type, status, event_created_at, reference_id, metadata
    from (select *, event_created_at as created_at from client_activity) activity
    where ${scopeFilter(tx)} and client_id = ${client_id}
      ${page}`)
}
