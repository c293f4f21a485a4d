import type pg from 'pg'
import sql from 'sql-template-tag'
import type { Tx } from '../../http/transaction.ts'

/** The lifetime of an upload's parts. The page does not offer to resume an older upload. */
export const PART_AGE_MS = 24 * 60 * 60 * 1000

/** A part of a video upload. Its bytes are a separate object until all parts have arrived. */
export interface UploadPart {
  liveness_id: string
  upload_id: string
  number: number
  size: number
  sha256: string
  object_key: string
  created_at: string
}

export function partsOf(tx: Tx, liveness_id: string, upload_id: string): Promise<UploadPart[]> {
  return tx.query<UploadPart>(sql`
    select liveness_id, upload_id, number, size, sha256, object_key, created_at from liveness_upload_parts
    where user_id = ${tx.scope.user_id} and liveness_id = ${liveness_id} and upload_id = ${upload_id}
    order by number`)
}

/** Returns false when the part exists already, because the response to the first request was lost. */
export async function insertPart(tx: Tx, part: UploadPart): Promise<boolean> {
  const inserted = await tx.query(sql`
    insert into liveness_upload_parts (user_id, liveness_id, upload_id, number, size, sha256, object_key, created_at)
    values (${tx.scope.user_id}, ${part.liveness_id}, ${part.upload_id}, ${part.number}, ${part.size}, ${part.sha256},
      ${part.object_key}, ${part.created_at})
    on conflict do nothing returning number`)
  return inserted.length === 1
}

/** The uploads of a liveness that have parts, the most recently started first. */
export async function uploadsOf(tx: Tx, liveness_id: string): Promise<string[]> {
  const rows = await tx.query<{ upload_id: string }>(sql`
    select upload_id from liveness_upload_parts
    where user_id = ${tx.scope.user_id} and liveness_id = ${liveness_id}
    group by upload_id order by min(created_at) desc, upload_id`)
  return rows.map(({ upload_id }) => upload_id)
}

/** Deletes the rows of all parts of some uploads, and returns the object keys of their bytes. */
export async function deleteParts(tx: Tx, liveness_id: string, upload_ids: string[]): Promise<string[]> {
  const rows = await tx.query<{ object_key: string }>(sql`
    delete from liveness_upload_parts
    where user_id = ${tx.scope.user_id} and liveness_id = ${liveness_id} and upload_id = any (${upload_ids})
    returning object_key`)
  return rows.map(({ object_key }) => object_key)
}

/** Deletes the rows of all parts of a user that are older than a time, and returns their object keys. */
export async function deleteOldParts(tx: Tx, before: Date): Promise<string[]> {
  const rows = await tx.query<{ object_key: string }>(sql`
    delete from liveness_upload_parts where user_id = ${tx.scope.user_id} and created_at < ${before} returning object_key`)
  return rows.map(({ object_key }) => object_key)
}

/** Users who have a part older than a time. */
export async function findUsersWithOldParts(operator: pg.Pool, before: Date, limit: number): Promise<string[]> {
  const { rows } = await operator.query<{ user_id: string }>(sql`
    select distinct user_id from liveness_upload_parts where created_at < ${before} limit ${limit}`)
  return rows.map(({ user_id }) => user_id)
}
