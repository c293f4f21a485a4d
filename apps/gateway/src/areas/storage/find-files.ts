import sql from 'sql-template-tag'
import { scopeFilter } from '../../http/repository.ts'
import type { Tx } from '../../http/transaction.ts'
import type { FileType } from './file-type.ts'

/** Interface for areas that receive file ids: which of these files the user has in state READY. */
export async function findReadyFiles(tx: Tx, type: FileType, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const files = await tx.query<{ id: string }>(sql`
    select id from files
    where ${scopeFilter(tx)} and id = any(${ids}::uuid[]) and type = ${type} and state = 'READY'`)
  return new Set(files.map(({ id }) => id))
}

export interface FoundFile {
  id: string
  file_name: string
  content_type: string
  size: number
  state: string
}

/** Metadata of these files of the user in scope, in any state, for reviews. */
export function findFilesOf(tx: Tx, ids: string[]): Promise<FoundFile[]> {
  return tx.query<FoundFile>(sql`
    select id, file_name, content_type, size, state from files where ${scopeFilter(tx)} and id = any(${ids}::uuid[])`)
}
