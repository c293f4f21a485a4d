import { OWN_LEAVE } from '../../base/objects/disk-address.ts'
import type { ObjectStore } from '../../base/objects/objects.ts'
import type { Scope } from '../../gate/scope/scope.ts'
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
export function signFile(objects: ObjectStore, file: ReadyFile, seconds: number, by?: string): Promise<string> {
  const { object_key, content_type: contentType } = file
  return objects.signDownload(object_key, { name: downloadName(file), contentType, seconds, ...(by && { by }) })
}

/** What a browser shows in a frame and not in the page itself. */
export const isSheet = ({ content_type }: Pick<File, 'content_type'>) => content_type === 'application/pdf'

/** An address to show such a file at, in a frame of its own. */
export function signSheet(objects: ObjectStore, file: ReadyFile, seconds: number): Promise<string> {
  const { object_key, content_type: contentType } = file
  return objects.signDownload(object_key, { name: downloadName(file), contentType, seconds, shown: true })
}

/** By whose leave a caller is given an address: it ends with the grant, or with the user. */
export function leaveOf({ grant_id }: Scope): string {
  return grant_id ?? OWN_LEAVE
}
