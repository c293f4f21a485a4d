import type { Scope } from '../../http/scope/scope.ts'
import type { Tx } from '../../http/transaction.ts'
import { OWN_LEAVE } from '../../platform/object-storage/disk-address.ts'
import type { ObjectStore } from '../../platform/object-storage/object-store.ts'
import { downloadName, type File } from './file.ts'
import { findFile } from './file-store.ts'

/** A file whose bytes can be read. */
export type ReadyFile = File & { object_key: string }

export async function findReadyFile(tx: Tx, id: string): Promise<ReadyFile | undefined> {
  const file = await findFile(tx, id)
  return file && isReady(file) ? file : undefined
}

export function isReady(file: File): file is ReadyFile {
  return file.state === 'READY' && file.object_key !== null
}

/** Signs a download URL with a lifetime. The URL is a credential: anyone who has it can read the file. */
export function signFile(objects: ObjectStore, file: ReadyFile, seconds: number, by?: string): Promise<string> {
  const { object_key, content_type: contentType } = file
  return objects.signDownload(object_key, { name: downloadName(file), contentType, seconds, ...(by && { by }) })
}

/** Formats that a browser shows in an iframe and not in the page itself. */
export const isSheet = ({ content_type }: Pick<File, 'content_type'>) => content_type === 'application/pdf'

/** Signs a URL that shows such a file in an iframe. */
export function signSheet(objects: ObjectStore, file: ReadyFile, seconds: number): Promise<string> {
  const { object_key, content_type: contentType } = file
  return objects.signDownload(object_key, { name: downloadName(file), contentType, seconds, shown: true })
}

/** The grant or user under which a URL is issued. The URL ends with it. */
export function leaveOf({ grant_id }: Scope): string {
  return grant_id ?? OWN_LEAVE
}
