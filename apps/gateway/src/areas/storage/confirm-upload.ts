import { record } from '../../events/record.ts'
import { route } from '../../http/route.ts'
import type { Tx } from '../../http/transaction.ts'
import { Fault } from '../../platform/errors/fault.ts'
import { type Scanner, ScannerUnavailable } from '../../platform/malware-scan/scanner.ts'
import { type ObjectStore, ObjectStoreUnavailable } from '../../platform/object-storage/object-store.ts'
import { withNextVersion } from '../../platform/record-version.ts'
import { bytesNotUploaded, fileNotFound, fileNotReady, fileRefused, uploadAborted } from './errors.ts'
import { storage } from './events.ts'
import { type File, FilePath, FileReply, incomingKey, keptKey } from './file.ts'
import { lockFile, saveFile } from './file-store.ts'
import { FILE_BYTES_MAX } from './file-type.ts'
import { createInspection, scanResult } from './inspection.ts'
import type { FileServices } from './keep-file.ts'
import { removeLater } from './remove-object.job.ts'
import type { InspectedStream } from './stream-inspector.ts'
import { texts } from './texts.ts'
import { failureRules, judge, type ScanResult } from './verdict.ts'

/** The uploaded bytes, copied to a key that no signed URL can write, and the result of their inspection. */
interface InspectedUpload {
  object_key: string
  measured: InspectedStream
  scanned: ScanResult | ScannerUnavailable
}

/**
 * Makes an uploaded file READY, or rejects it finally. The bytes are copied first, and the copy is inspected and
 * stored: the upload URL stays valid for minutes, and its holder could replace the bytes after the inspection.
 */
export const confirmUpload = route({
  name: 'confirmUpload',
  ...texts.confirmUpload,
  method: 'POST',
  path: '/v1/storage/upload/:id/confirm',
  params: FilePath,
  reply: { 200: FileReply },
  errors: [fileNotFound, fileNotReady, bytesNotUploaded, fileRefused, uploadAborted],

  async handle({ params, scope, transaction }, { objects, scanner }: FileServices) {
    const object_key = keptKey(scope.user_id, params.id)
    try {
      const found = await findBytes(objects, scanner, incomingKey(scope.user_id, params.id), object_key)
      const outcome = await transaction((tx) => confirm(tx, params.id, found))
      if (outcome instanceof Fault) throw outcome
      return outcome
    } catch (error) {
      // After an unknown commit outcome the row may need the copy, so it is left to the sweeper.
      if (isCertain(error)) void objects.remove(object_key).catch(() => {})
      throw error
    }
  },
})

/**
 * No network call inside a transaction: the store is read first, and the result is compared with the row afterwards.
 */
async function findBytes(
  objects: ObjectStore,
  scanner: Scanner | undefined,
  incoming: string,
  object_key: string,
): Promise<InspectedUpload | undefined> {
  if (!(await objects.copy(incoming, object_key))) return undefined
  const inspection = createInspection(scanner, FILE_BYTES_MAX)
  const bytes = await objects.read(object_key)
  // One byte more than the largest file is enough for a decision.
  if (bytes) for await (const _ of inspection.pass(bytes, () => {}));
  return { object_key, ...(await inspection.end()) }
}

async function confirm(tx: Tx, id: string, found: InspectedUpload | undefined): Promise<File | Fault> {
  const file = await lockFile(tx, id)
  if (!file) throw fileNotFound()
  switch (file.state) {
    case 'READY':
      // Already confirmed. Bytes that were uploaded since then belong to no file.
      if (found) await removeLater(tx, found.object_key)
      return file
    case 'ERROR':
      throw refusal(file)
    case 'ABORTED':
      throw uploadAborted()
    case 'PENDING':
      throw fileNotReady({ members: { state: file.state } })
    default:
      if (!found) throw bytesNotUploaded()
      return decide(tx, file, found)
  }
}

async function decide(
  tx: Tx,
  waiting: File,
  { object_key, measured, scanned }: InspectedUpload,
): Promise<File | Fault> {
  const [failure_code = null] = judge(waiting, measured, scanResult(waiting.type, scanned))
  const outcome = failure_code ? ({ state: 'ERROR', failure_code } as const) : ({ state: 'READY', object_key } as const)
  const file = withNextVersion(waiting, outcome, tx.now)
  saveFile(tx, file)
  record(tx, failure_code ? storage.file.refused(file) : storage.file.ready(file))
  await removeLater(tx, incomingKey(file.user_id, file.id))
  if (!failure_code) return file
  await removeLater(tx, object_key)
  return refusal(file)
}

/** Whether it is certain that nothing was committed. */
function isCertain(error: unknown): boolean {
  if (error instanceof Fault) return error.declaration.status < 500
  return error instanceof ScannerUnavailable || error instanceof ObjectStoreUnavailable
}

function refusal({ failure_code }: File): Fault {
  return fileRefused({ errors: failureRules(failure_code ? [failure_code] : [], '/body') })
}
