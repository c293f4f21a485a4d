import type { ObjectStore } from '../../base/objects/objects.ts'
import type { Tx } from '../../gate/transaction.ts'
import { downloadName, type File } from './file.ts'
import { findFile } from './file-store.ts'

/** A file whose bytes are there to be read. */
export type ReadyFile = File & { object_key: string }

export async function findReadyFile(tx: Tx, id: string): Promise<ReadyFile | undefined> {
  const file = await findFile(tx, id)
  return file && isReady(file) ? file : undefined
}

export function isReady(file: File): file is ReadyFile {
  return file.state === 'READY' && file.object_key !== null
}

/** An address to read the file at, for so long. It is a credential: whoever has it has the file. */
export function signFile(objects: ObjectStore, file: ReadyFile, seconds: number): Promise<string> {
  return objects.signDownload(file.object_key, { name: downloadName(file), contentType: file.content_type, seconds })
}
