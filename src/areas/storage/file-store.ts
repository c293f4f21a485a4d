import sql, { empty, raw } from 'sql-template-tag'
import type { Page } from '../../gate/page.ts'
import type { Tx } from '../../gate/transaction.ts'
import { quotaExceeded } from './errors.ts'
import type { File, FileState } from './file.ts'
import type { FileType } from './file-type.ts'

const columns =
  raw(`id, user_id, type, state, file_name, folder_name, file_date, failure_code, content_type, size, sha256,
  object_key, upload_expires_at, version, created_at, updated_at`)

/**
 * False when the id is already that of another file of this user. Throws when the user has no room for it: the count was
 * raised by the insert and is this transaction's until it ends, so that of two that come at once the second sees both.
 */
export async function insertFile(tx: Tx, file: File, quotaBytes: number): Promise<boolean> {
  const inserted = tx.query(sql`
    insert into files (${columns})
    values (${file.id}, ${tx.scope.user_id}, ${file.type}, ${file.state}, ${file.file_name}, ${file.folder_name},
      ${file.file_date}, ${file.failure_code}, ${file.content_type}, ${file.size}, ${file.sha256}, ${file.object_key},
      ${file.upload_expires_at}, ${file.version}, ${file.created_at}, ${file.updated_at})
    on conflict (user_id, id) do nothing
    returning id`)
  const used = tx.query<{ bytes: number }>(sql`select bytes from storage_use where user_id = ${tx.scope.user_id}`)
  const [rows, [use]] = await Promise.all([inserted, used])
  if (rows.length === 1 && use!.bytes > quotaBytes) throw quotaExceeded()
  return rows.length === 1
}

export async function findFile(tx: Tx, id: string): Promise<File | undefined> {
  const [file] = await tx.query<File>(
    sql`select ${columns} from files where user_id = ${tx.scope.user_id} and id = ${id}`,
  )
  return file
}

export async function lockFile(tx: Tx, id: string): Promise<File | undefined> {
  const [file] = await tx.query<File>(
    sql`select ${columns} from files where user_id = ${tx.scope.user_id} and id = ${id} for update`,
  )
  return file
}

export function saveFileState(tx: Tx, file: File): void {
  tx.write(sql`
    update files set state = ${file.state}, failure_code = ${file.failure_code}, object_key = ${file.object_key},
      version = ${file.version}, updated_at = ${file.updated_at}
    where user_id = ${tx.scope.user_id} and id = ${file.id}`)
}

/**
 * A ready file of the same bytes. Files of one user are kept one after the other: whoever keeps the same bytes at the
 * same time waits here and then finds them, and nobody who keeps several waits for somebody who waits for the count.
 */
export async function findSameBytes(tx: Tx, type: FileType, sha256: string): Promise<File | undefined> {
  const { user_id } = tx.scope
  const turn = tx.query(sql`select pg_advisory_xact_lock(hashtextextended(${`files ${user_id}`}, 0))`)
  const found = tx.query<File>(sql`
    select ${columns} from files
    where user_id = ${user_id} and sha256 = ${sha256} and type = ${type} and state = 'READY'
    order by created_at limit 1`)
  const [, [file]] = await Promise.all([turn, found])
  return file
}

export interface FileFilters {
  type?: FileType
  state?: FileState
  folder_name?: string
  created_at_start?: string
  created_at_end?: string
}

export async function listFilesOf(tx: Tx, filters: FileFilters, page: Page): Promise<File[]> {
  const { type, state, folder_name, created_at_start, created_at_end } = filters
  return tx.query<File>(sql`
    select ${columns} from files
    where user_id = ${tx.scope.user_id}
      ${type === undefined ? empty : sql`and type = ${type}`}
      ${state === undefined ? empty : sql`and state = ${state}`}
      ${folder_name === undefined ? empty : sql`and folder_name = ${folder_name}`}
      ${created_at_start === undefined ? empty : sql`and created_at >= ${created_at_start}`}
      ${created_at_end === undefined ? empty : sql`and created_at < ${created_at_end}`}
      ${page.clause}`)
}
