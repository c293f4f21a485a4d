import sql from 'sql-template-tag'
import type { Tx } from '../../gate/transaction.ts'

/** Whether the client is there, and keeps it there until the transaction ends. */
export async function holdClient(tx: Tx, client_id: string): Promise<boolean> {
  const clients = await tx.query(sql`
    select 1 from crossborder_clients where user_id = ${tx.scope.user_id} and id = ${client_id} for key share`)
  return clients.length === 1
}
