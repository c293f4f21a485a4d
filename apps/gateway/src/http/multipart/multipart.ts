import multipart from '@fastify/multipart'
import type { FastifyInstance } from 'fastify'
import type { Bytes } from '../../platform/object-storage/object-store.ts'

/** The files a multipart body may contain, by part name. Each at most once. */
export interface MultipartRules {
  files: Record<string, { required: boolean; description: string }>
  /** No file is larger. */
  bytesMax: number
}

/** A file of a multipart body while it arrives: its bytes are still in the socket. */
export interface IncomingFile {
  part: string
  /** The caller's file name, without a path. */
  file_name: string
  bytes: Bytes
}

/** The result of storing a file. */
export interface KeptPart {
  sha256: string
  /** Removes the stored file, for a request that is rejected afterwards. */
  discard: () => Promise<void>
}

export interface ReceivedForm<Fields, Kept extends KeptPart> {
  fields: Fields
  files: (Kept & { part: string })[]
}

/** Registers the multipart parser for a part of the app, and no other parser. */
export async function acceptMultipart(room: FastifyInstance): Promise<void> {
  room.removeAllContentTypeParsers()
  await room.register(multipart)
}
