import type pg from 'pg'
import sql from 'sql-template-tag'
import type { Page } from '../../http/page.ts'
import { forUpdate, repository, scopeFilter, whereEquals } from '../../http/repository.ts'
import type { Tx } from '../../http/transaction.ts'
import type { Settings } from '../../platform/config/settings.ts'
import { fileIdTaken, quotaExceeded } from './errors.ts'
import { type File, FileReply, type FileState } from './file.ts'
import type { FileType } from './file-type.ts'
import type { storageSettings } from './settings.ts'

const files = repository<File>('files', FileReply, {
  kept: ['user_id', 'object_key', 'upload_expires_at', 'person_id'],
  fixed: [
    'id',
    'type',
    'file_name',
    'folder_name',
    'file_date',
    'content_type',
    'size',
    'sha256',
    'upload_expires_at',
    'person_id',
    'created_at',
  ],
})

export const findFile = files.find
export const saveFile = files.save

/**
 * Throws when this user already has a file with the id, and when the quota is exceeded. The insert's trigger adds to the
 * user's row in `storage_usage` and so locks it until the transaction ends: the second of two concurrent inserts counts both.
 */
export async function insertFile(
  tx: Tx,
  file: File,
  { STORAGE_QUOTA_MB }: Settings<typeof storageSettings>,
): Promise<void> {
  const inserting = files.insert(tx, file)
  const used = tx.query<{ bytes: number }>(sql`select bytes from storage_usage where user_id = ${tx.scope.user_id}`)
  const [inserted, [use]] = await Promise.all([inserting, used])
  if (!inserted) throw fileIdTaken()
  if (use!.bytes > STORAGE_QUOTA_MB * 1_000_000) throw quotaExceeded()
}

export function lockFile(tx: Tx, id: string): Promise<File | undefined> {
  return findFile(tx, id, forUpdate)
}

/**
 * A ready file with the same bytes and the same person. An advisory lock per user serialises inserts, so a concurrent
 * upload of the same bytes waits here and then finds the first. It is taken before the lock of the count, which
 * prevents a deadlock.
 */
export async function findSameBytes(
  tx: Tx,
  { type, sha256, product_id, person_id }: Pick<File, 'type' | 'sha256' | 'product_id' | 'person_id'>,
): Promise<File | undefined> {
  const { user_id } = tx.scope
  const turn = tx.query(sql`select pg_advisory_xact_lock(hashtextextended(${`files ${user_id}`}, 0))`)
  const found = tx.query<File>(sql`
    select ${files.columns} from files
    where user_id = ${user_id} and sha256 = ${sha256} and type = ${type} and state = 'READY'
      and product_id is not distinct from ${product_id} and person_id is not distinct from ${person_id}
    order by created_at limit 1`)
  const [, [file]] = await Promise.all([turn, found])
  return file
}

export interface FileFilters {
  type?: FileType
  state?: FileState
  folder_name?: string
}

export function listFilesOf(tx: Tx, { type, state, folder_name }: FileFilters, page: Page): Promise<File[]> {
  return tx.query<File>(sql`
    select ${files.columns} from files
    where ${scopeFilter(tx)} ${whereEquals({ type, state, folder_name })}
      ${page.clause}`)
}

/** Overdue uploads of all users, the longest overdue first. */
export async function findOverdueUploads(
  operator: pg.Pool,
  before: Date,
  limit: number,
): Promise<Pick<File, 'user_id' | 'id'>[]> {
  const { rows } = await operator.query<Pick<File, 'user_id' | 'id'>>(sql`
    select user_id, id from files where state = 'WAITING_UPLOAD' and upload_expires_at < ${before}
    order by upload_expires_at limit ${limit}`)
  return rows
}

export async function isNeeded(operator: pg.Pool, user_id: string, object_key: string): Promise<boolean> {
  const { rowCount } = await operator.query(sql`
    select 1 from files where user_id = ${user_id} and object_key = ${object_key} and state = 'READY'`)
  return rowCount !== 0
}

/** The keys of those objects that no file needs. */
export async function findNeedless(
  operator: pg.Pool,
  objects: { key: string; folder: string; user_id: string; id: string }[],
): Promise<string[]> {
  if (objects.length === 0) return []
  const { rows } = await operator.query<{ key: string }>(sql`
    select swept.key from jsonb_to_recordset(${JSON.stringify(objects)}) as swept (key text, folder text, user_id uuid, id uuid)
    join files on files.user_id = swept.user_id and files.id = swept.id
      and case when swept.folder = 'files' then files.state = 'READY' and files.object_key = swept.key
               else files.state = 'WAITING_UPLOAD' end`)
  const needed = new Set(rows.map(({ key }) => key))
  return objects.map(({ key }) => key).filter((key) => !needed.has(key))
}
