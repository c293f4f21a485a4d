import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { createStaticAsset, type StaticAsset } from './static-asset.ts'

/** The placeholder that Vite writes for the nonce. Each response has its own nonce. */
const NONCE = /__NONCE__/g

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
}

/**
 * Frontend bundle: the pages that Vite built. They are read at the first request, because a build may end after the process has
 * started.
 */
export interface Build {
  /** The one page for all addresses. Undefined when nothing is built. */
  page(nonce: string): Promise<string | undefined>
  /** A file named after its content, or a file beside the page. */
  file(name: string): Promise<StaticAsset | undefined>
}

export function createFrontendBundle(folder: URL): Build {
  const kept = new Map<string, StaticAsset>()
  return {
    async page(nonce) {
      const text = await found(readFile(new URL('index.html', folder), 'utf8'))
      return text?.replaceAll(NONCE, nonce)
    },
    async file(name) {
      const type = types[extname(name)]
      if (type === undefined) return undefined
      const known = kept.get(name)
      if (known) return known
      const bytes = await found(readFile(new URL(name, folder)))
      if (!bytes) return undefined
      const still = createStaticAsset(type, bytes)
      // A file named after its content is read once. Any other may change with the next build.
      if (name.startsWith('assets/')) kept.set(name, still)
      return still
    },
  }
}

async function found<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
