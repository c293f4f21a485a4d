import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createStaticAsset, type StaticAsset } from '../../platform/http/static-asset.ts'
import { LIVENESS_PATH } from '../onboarding/liveness/address.ts'

const types = {
  'page.css': 'text/css; charset=utf-8',
  'page.js': 'text/javascript; charset=utf-8',
  'camera.js': 'text/javascript; charset=utf-8',
  'upload.js': 'text/javascript; charset=utf-8',
  'memory.js': 'text/javascript; charset=utf-8',
  'icon.svg': 'image/svg+xml',
}

export function readPageFile(name: string): Buffer {
  return readFileSync(new URL(`browser/${name}`, import.meta.url))
}

/** The static files of the page, served as they are in the folder, without a build step. */
export const assets = new Map<string, StaticAsset>(
  Object.entries(types).map(([name, type]) => [name, createStaticAsset(type, readPageFile(name))]),
)

/**
 * The folder name is a hash of its content, so that files can be cached for ever and a new version has a new address.
 */
const hash = createHash('sha256')
for (const asset of assets.values()) hash.update(asset.hash)
export const ASSETS_VERSION = hash.digest('hex').slice(0, 12)
export const ASSETS_PATH = `${LIVENESS_PATH}/assets`
