import { randomUUID } from 'node:crypto'
import {
  access,
  constants,
  type FileHandle,
  link,
  mkdir,
  open,
  opendir,
  readdir,
  rename,
  rm,
  stat,
} from 'node:fs/promises'
import { dirname, join, sep } from 'node:path'
import type { Addresses, Grant } from './disk-address.ts'
import { type Bytes, isKey, type ObjectStore, ObjectStoreUnavailable, within, withoutSilence } from './object-store.ts'

/** A folder beside the objects. No key can have its name. */
const UNFINISHED = '.unfinished'

/**
 * Object storage as files under one folder: for a small installation, on a disk with backups. Addresses are signed here, and the
 * gateway serves them. A file is written to a temporary name, synced and renamed, so after a power failure an object is complete
 * or absent.
 */
export function createDiskStore(root: string, addresses: Addresses | undefined, timeoutMs: number): ObjectStore {
  const pathOf = (key: string) => {
    if (!isKey(key)) throw new Error('not a key of this gateway')
    return join(root, key)
  }
  const ask = <T>(work: Promise<T>) => within(timeoutMs, work.catch(asUnavailable))
  const sign = (grant: Grant, seconds: number) => {
    if (!addresses) throw new Error('this store hands out no addresses')
    return addresses.sign(grant, seconds)
  }

  const store: ObjectStore = {
    async put(key, bytes) {
      const path = pathOf(key)
      const aside = join(root, UNFINISHED, randomUUID())
      await ask(mkdir(dirname(aside), { recursive: true }))
      const file = await ask(open(aside, 'wx', 0o600))
      try {
        await writeAll(file, bytes, ask)
        await ask(file.sync())
        await file.close()
        await ask(moveInto(root, aside, path))
      } catch (error) {
        await file.close().catch(() => {})
        await rm(aside, { force: true }).catch(() => {})
        throw error
      }
    },
    async putOnce(key, bytes) {
      const path = pathOf(key)
      const aside = join(root, UNFINISHED, randomUUID())
      await ask(mkdir(dirname(aside), { recursive: true }))
      const file = await ask(open(aside, 'wx', 0o400))
      try {
        await ask(file.writeFile(bytes))
        await ask(file.sync())
        await ask(mkdir(dirname(path), { recursive: true }))
        // link() fails where the name exists. No other call gives a complete file its name without replacing another.
        const isNew = await ask(unlessThere(link(aside, path)))
        if (isNew) await ask(syncFolders(root, path))
        return isNew
      } finally {
        await file.close().catch(() => {})
        await rm(aside, { force: true }).catch(() => {})
      }
    },
    async head(key) {
      const found = await ask(orAbsent(stat(pathOf(key))))
      return found && { size: found.size }
    },
    async read(key, range) {
      const file = await ask(orAbsent(open(pathOf(key), 'r')))
      return file && withoutSilence(file.createReadStream(range), timeoutMs)
    },
    async copy(from, to) {
      const aside = join(root, UNFINISHED, randomUUID())
      await ask(mkdir(dirname(aside), { recursive: true }))
      // A hard link to the same bytes: a later put replaces the first name and does not change this one.
      const linked = await ask(orAbsent(link(pathOf(from), aside).then(() => true)))
      if (linked) await ask(moveInto(root, aside, pathOf(to)))
      return linked ?? false
    },
    remove: (key) => ask(rm(pathOf(key), { force: true })),
    async *list(prefix, after = '') {
      const folder = await orAbsent(opendir(root, { recursive: true }))
      if (!folder) return
      for await (const entry of folder) {
        if (!entry.isFile()) continue
        const path = join(entry.parentPath, entry.name)
        const key = path
          .slice(root.length + 1)
          .split(sep)
          .join('/')
        if (!key.startsWith(prefix) || key <= after || !isKey(key)) continue
        const found = await ask(orAbsent(stat(path)))
        if (found) yield { key, size: found.size, modified_at: found.mtime }
      }
    },
    async removeUnfinished(before) {
      const folder = join(root, UNFINISHED)
      const names = (await ask(orAbsent(readdir(folder)))) ?? []
      let removed = 0
      for (const name of names) {
        const found = await ask(orAbsent(stat(join(folder, name))))
        if (!found || found.mtime >= before) continue
        await ask(rm(join(folder, name), { force: true }))
        removed += 1
      }
      return removed
    },
    async signUpload(key, { size, contentType, seconds, by }) {
      return {
        url: sign({ does: 'put', key, size: String(size), type: contentType, ...(by && { by }) }, seconds),
        headers: { 'content-type': contentType, 'content-length': String(size) },
      }
    },
    signDownload: async (key, { name, contentType, seconds, by, shown }) =>
      sign(
        { does: 'get', key, name, type: contentType, ...(by && { by }), ...(shown && { as: 'inline' as const }) },
        seconds,
      ),
    async reach() {
      const folder = join(root, UNFINISHED)
      await ask(mkdir(folder, { recursive: true }))
      await ask(access(folder, constants.W_OK | constants.X_OK))
    },
    close: async () => {},
  }
  return store
}

async function writeAll(file: FileHandle, bytes: Bytes, ask: <T>(work: Promise<T>) => Promise<T>): Promise<void> {
  for await (const chunk of bytes) {
    for (let offset = 0; offset < chunk.length; ) {
      const { bytesWritten } = await ask(file.write(chunk, offset))
      offset += bytesWritten
    }
  }
}

async function moveInto(root: string, from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true })
  await rename(from, to)
  await syncFolders(root, to)
}

/** Every folder up to the root is synced: a name is durable when its folder is. */
async function syncFolders(root: string, path: string): Promise<void> {
  for (let folder = dirname(path); folder.startsWith(root); folder = dirname(folder)) {
    const handle = await open(folder, 'r')
    try {
      await handle.sync()
    } finally {
      await handle.close()
    }
  }
}

async function unlessThere(work: Promise<void>): Promise<boolean> {
  return work.then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return false
      throw error
    },
  )
}

async function orAbsent<T>(work: Promise<T>): Promise<T | undefined> {
  return work.catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
}

function asUnavailable(error: NodeJS.ErrnoException): never {
  throw new ObjectStoreUnavailable(`the disk answered ${error.code ?? error.name}`, error)
}
