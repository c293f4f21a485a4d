import multipart from '@fastify/multipart'
import type { FastifyInstance } from 'fastify'
import type { Bytes } from '../../base/objects/objects.ts'

/** The files a multipart body may hold, by the name of their part. Each comes at most once. */
export interface MultipartRules {
  files: Record<string, { required: boolean; description: string }>
  /** No file is larger. */
  bytesMax: number
}

/** A file of a multipart body while it arrives: its bytes are still in the socket. */
export interface IncomingFile {
  part: string
  /** As the caller calls it; its path, if it had one, is gone. */
  file_name: string
  bytes: Bytes
}

/** What a file has become once its bytes are safe. */
export interface KeptPart {
  sha256: string
  /** Undoes the keeping. For a request that is refused after its bytes were kept. */
  discard: () => Promise<void>
}

export interface Received<Fields, Kept extends KeptPart> {
  fields: Fields
  files: (Kept & { part: string })[]
}

/** Lets a room of the app take multipart bodies, and nothing else. */
export async function acceptMultipart(room: FastifyInstance): Promise<void> {
  room.removeAllContentTypeParsers()
  await room.register(multipart)
}
