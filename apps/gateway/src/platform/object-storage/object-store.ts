/**
 * Object storage interface. The gateway makes the keys, never a caller. An object is complete and durable, or it does not exist:
 * no driver shows a partial one.
 */
export interface ObjectStore {
  /** Streams the bytes in constant memory. When it rejects, nothing was kept. When it resolves, they are durable. */
  put(key: string, bytes: Bytes, contentType: string): Promise<void>
  /**
   * Puts a small object only if the key is free, and returns false if it is not. Until `keptUntil` a store with object lock
   * allows no change or removal.
   */
  putOnce(key: string, bytes: Buffer, contentType: string, keptUntil?: Date): Promise<boolean>
  head(key: string): Promise<{ size: number } | undefined>
  /** The bytes, all or from `start` to `end` inclusive. Undefined when the object does not exist. */
  read(key: string, range?: { start: number; end: number }): Promise<Bytes | undefined>
  /** Copies an object as it is now to another key. False when the object does not exist. */
  copy(from: string, to: string): Promise<boolean>
  /** Removes an object. Removing a missing object succeeds. */
  remove(key: string): Promise<void>
  /** The objects under a prefix, in any order. With `after`, only those with a greater key. */
  list(prefix: string, after?: string): AsyncIterable<StoredObject>
  /** Removes the remains of unfinished uploads that began before that time. */
  removeUnfinished(before: Date): Promise<number>
  /** Signed URL for one upload of exactly this size and type, with an expiry. */
  signUpload(key: string, upload: { size: number } & Signing): Promise<SignedUpload>
  /**
   * Signed URL for a download as an attachment with this name, with an expiry and without caching. With `shown` the browser
   * displays the object in the page instead.
   */
  signDownload(key: string, download: { name: string; shown?: boolean } & Signing): Promise<string>
  /** Rejects when no object could be put now. It puts none. */
  reach(): Promise<void>
  close(): Promise<void>
}

export interface Signing {
  contentType: string
  seconds: number
  /** The grant or user it was made for, for a store that checks it at each use. A store that cannot check lets the URL expire. */
  by?: string
}

/** Bytes, one chunk at a time. A chunk is valid until the next one is requested. A reader that needs it longer copies it. */
export type Bytes = AsyncIterable<Buffer>

export interface StoredObject {
  key: string
  size: number
  modified_at: Date
}

export interface SignedUpload {
  url: string
  /** Headers to send with the bytes. The signature covers them. */
  headers: Record<string, string>
}

/** The store failed or timed out. The caller may try again. */
export class ObjectStoreUnavailable extends Error {
  constructor(reason: string, cause?: unknown) {
    super(`the object store is unavailable: ${reason}`, { cause })
    this.name = 'ObjectStoreUnavailable'
  }
}

const keyPattern = /^[a-z0-9][a-z0-9-]*(\/[a-z0-9][a-z0-9.-]*)*$/

/** Whether a key has the form the gateway makes: lower case segments, none of which begins with a dot. */
export function isKey(key: string): boolean {
  return key.length <= 200 && keyPattern.test(key)
}

/** The user an object belongs to. A key consists of kind, user and id. */
export function ownerOf(key: string): string {
  return key.split('/')[1] ?? key
}

/** Stops waiting for a call after its timeout. The call itself may still end later. */
export async function within<T>(timeoutMs: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ObjectStoreUnavailable('it did not respond in time')), timeoutMs)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Stalled-stream guard: passes bytes on and fails when the store sends nothing for too long. The reader's own time does not
 * count.
 */
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
    // Not awaited: a stuck reader would block the caller that has stopped waiting.
    void Promise.resolve(reader.return?.()).catch(() => {})
  }
}
