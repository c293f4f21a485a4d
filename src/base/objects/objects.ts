/**
 * Where bytes are kept: the seam. Keys are made by the gateway, never by a caller. An object is whole and durable, or it
 * is not there: no driver shows a half-written one.
 */
export interface ObjectStore {
  /** Streams the bytes in, in constant memory. When it rejects nothing was kept; when it resolves they are durable. */
  put(key: string, bytes: Bytes, contentType: string): Promise<void>
  /**
   * Puts a small object where there is none yet, never over another. False when there is one already. Until `keptUntil` a
   * store that can hold objects lets nobody change or remove it.
   */
  putOnce(key: string, bytes: Buffer, contentType: string, keptUntil?: Date): Promise<boolean>
  head(key: string): Promise<{ size: number } | undefined>
  /** The bytes, all or from `start` to `end` inclusive. Undefined when there is no such object. */
  read(key: string, range?: { start: number; end: number }): Promise<Bytes | undefined>
  /** Copies an object as it is now to a key of its own. False when there is no such object. */
  copy(from: string, to: string): Promise<boolean>
  /** Removes an object; one that is not there is removed already. */
  remove(key: string): Promise<void>
  /** Those under a prefix, in whatever order; only those whose key is greater than `after`, where it is given. */
  list(prefix: string, after?: string): AsyncIterable<StoredObject>
  /** Clears away what uploads that never ended have left, if they began before that time. */
  removeUnfinished(before: Date): Promise<number>
  /** An address to which exactly so many bytes of that type can be put, for so long. */
  signUpload(key: string, upload: { size: number } & Signing): Promise<SignedUpload>
  /**
   * An address from which the object is downloaded as an attachment of that name, for so long, and which nobody on the way
   * keeps; or is `shown` in the place of a page that asks for it.
   */
  signDownload(key: string, download: { name: string; shown?: boolean } & Signing): Promise<string>
  /** Rejects when no object could be put now. Puts none. */
  reach(): Promise<void>
  close(): Promise<void>
}

export interface Signing {
  contentType: string
  seconds: number
  /** By whose leave it is made, for a store that asks when it is used. One that cannot ask lets it run out. */
  by?: string
}

/** Bytes, a chunk at a time. A chunk is good until the next one is asked for: whoever needs it longer copies it. */
export type Bytes = AsyncIterable<Buffer>

export interface StoredObject {
  key: string
  size: number
  modified_at: Date
}

export interface SignedUpload {
  url: string
  /** What has to be sent with the bytes: the signature covers it. */
  headers: Record<string, string>
}

/** The store did not do it in time, or could not. It may be asked again. */
export class ObjectStoreUnavailable extends Error {
  constructor(reason: string, cause?: unknown) {
    super(`the object store is unavailable: ${reason}`, { cause })
    this.name = 'ObjectStoreUnavailable'
  }
}

const keyPattern = /^[a-z0-9][a-z0-9-]*(\/[a-z0-9][a-z0-9.-]*)*$/

/** Whether a key is one the gateway makes: lower case segments, none of which begins with a dot. */
export function isKey(key: string): boolean {
  return key.length <= 200 && keyPattern.test(key)
}

/** The user an object belongs to. Keys are made by the gateway: what it is, whose it is, which one. */
export function ownerOf(key: string): string {
  return key.split('/')[1] ?? key
}

/** Gives up on a call after its time. The call itself may still end; nobody waits for it. */
export async function within<T>(timeoutMs: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ObjectStoreUnavailable('it did not answer in time')), timeoutMs)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

/** Passes bytes on, and fails when the store is silent for too long. The time the reader takes does not count. */
export async function* withoutSilence(bytes: AsyncIterable<Uint8Array>, timeoutMs: number): AsyncGenerator<Buffer> {
  const reader = bytes[Symbol.asyncIterator]()
  try {
    for (;;) {
      const { done, value } = await within(timeoutMs, reader.next())
      if (done) return
      yield Buffer.isBuffer(value) ? value : Buffer.from(value.buffer, value.byteOffset, value.byteLength)
    }
  } catch (error) {
    throw error instanceof ObjectStoreUnavailable ? error : new ObjectStoreUnavailable('a read broke off', error)
  } finally {
    // Not awaited: a reader that is stuck would hold up the one who has given up on it.
    void Promise.resolve(reader.return?.()).catch(() => {})
  }
}
