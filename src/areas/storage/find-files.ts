import sql from 'sql-template-tag'
import { owned } from '../../gate/records.ts'
import type { Tx } from '../../gate/transaction.ts'
import type { FileType } from './file-type.ts'

/** The second door of this area, for others that are given files by their ids: which of these the user has, good and whole. */
export async function findReadyFiles(tx: Tx, type: FileType, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const files = await tx.query<{ id: string }>(sql`
    select id from files
    where ${owned(tx)} and id = any(${ids}::uuid[]) and type = ${type} and state = 'READY'`)
  return new Set(files.map(({ id }) => id))
}
