import { record } from '../../events/record.ts'
import type { IncomingFile, KeptPart } from '../../http/multipart/multipart.ts'
import type { Scope } from '../../http/scope/scope.ts'
import type { Tx } from '../../http/transaction.ts'
import type { Settings } from '../../platform/config/settings.ts'
import { uuidv7 } from '../../platform/ids.ts'
import type { Scanner } from '../../platform/malware-scan/scanner.ts'
import type { ObjectStore } from '../../platform/object-storage/object-store.ts'
import { fileRefused, fileTooLarge, quotaExceeded, uploadRulesBroken } from './errors.ts'
import { storage } from './events.ts'
import { type File, keptKey } from './file.ts'
import { nameBreaks } from './file-name.ts'
import { findSameBytes, insertFile } from './file-store.ts'
import { type FileType, rulesOf } from './file-type.ts'
import { type Format, formatOf, formats } from './format.ts'
import { createInspection, scanResult } from './inspection.ts'
import { removeLater } from './remove-object.job.ts'
import type { storageSettings } from './settings.ts'
import { failureRules, judge } from './verdict.ts'

export interface KeptFile extends KeptPart {
  id: string
  type: FileType
  file_name: string
  content_type: string
  size: number
  object_key: string
  /** The quota of the owner. */
  settings: Settings<typeof storageSettings>
}

/** Errors of routes that store a file. */
export const keepFileErrors = [uploadRulesBroken, fileRefused, fileTooLarge, quotaExceeded]

/** Dependencies for storing and inspecting files. */
export interface FileServices {
  objects: ObjectStore
  /** Present when files are scanned for malware. */
  scanner: Scanner | undefined
  settings: Settings<typeof storageSettings>
}

/**
 * Interface by which other areas store files. It streams a part of a multipart body into the object store in constant
 * memory, measures and scans it, and returns when the bytes are stored and valid. Then the caller's transaction calls
 * `saveKeptFile`. The sweeper removes bytes that were never saved. `also` are further formats, for files that the
 * gateway itself requested.
 */
export async function keepFile(
  { objects, scanner, settings }: FileServices,
  { user_id }: Pick<Scope, 'user_id'>,
  type: FileType,
  { part, file_name, bytes }: IncomingFile,
  also: readonly Format[] = [],
): Promise<KeptFile> {
  const pointer = `/body/${part}`
  const errors = nameBreaks(file_name, pointer)
  if (errors.length > 0) throw uploadRulesBroken({ errors })

  const id = uuidv7()
  const object_key = keptKey(user_id, id)
  const { content_type } = formats[formatOf(file_name)!]
  const inspection = createInspection(scanner, rulesOf(type).bytesMax)
  await objects.put(object_key, inspection.pass(bytes, tooLarge), content_type)

  const discard = () => objects.remove(object_key)
  try {
    const { measured, scanned } = await inspection.end()
    const failures = judge({ type, file_name, also }, measured, scanResult(type, scanned))
    if (failures.length > 0) throw fileRefused({ errors: failureRules(failures, pointer) })
    const { size, sha256 } = measured
    return { id, type, file_name, content_type, size, sha256, object_key, settings, discard }
  } catch (error) {
    // No row refers to these bytes yet. The sweeper removes what cannot be removed now.
    await discard().catch(() => {})
    throw error
  }
}

function tooLarge(): never {
  throw fileTooLarge()
}

/** The purpose of a file: a product, and the person of the document or video, if any. */
type SentFor = Pick<File, 'product_id' | 'person_id'>

/**
 * Inserts the row of a stored file, in the caller's transaction. The same bytes of this type are stored once per user
 * and person. Two persons never share a row or an object, so that the files of one can be deleted without the other's.
 */
export async function saveKeptFile(tx: Tx, kept: KeptFile, { product_id, person_id }: SentFor): Promise<File> {
  const { discard: _, settings, ...measured } = kept
  const same = await findSameBytes(tx, { ...kept, product_id, person_id })
  if (same) {
    await removeLater(tx, kept.object_key)
    return same
  }
  const at = tx.now.toISOString()
  const file: File = {
    ...measured,
    user_id: tx.scope.user_id,
    product_id,
    person_id,
    state: 'READY',
    folder_name: null,
    file_date: null,
    failure_code: null,
    upload_expires_at: null,
    version: 1,
    created_at: at,
    updated_at: at,
  }
  await insertFile(tx, file, settings)
  record(tx, storage.file.ready(file))
  return file
}
