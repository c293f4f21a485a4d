import type { KeyObject } from 'node:crypto'
import type { Settings } from '../../platform/config/settings.ts'
import { createDiskStore } from '../../platform/object-storage/disk.ts'
import type { ObjectStore } from '../../platform/object-storage/object-store.ts'
import { createS3Store } from '../../platform/object-storage/s3.ts'
import { readSigningKey } from './anchor.ts'
import type { anchoringSettings, anchorPlaceSettings } from './settings.ts'

const TIMEOUT_MS = 10_000
/** An anchor fits into one buffer many times over. The driver needs two. */
const BUFFERS = 2

/** The anchor store, and the signing key. */
export interface Anchoring {
  place: ObjectStore
  key: KeyObject
  /** How long the store locks each of them, where it can. */
  retentionDays: number | undefined
}

/** Undefined when it is not configured. The journal is then a chain that the database owner could rewrite. */
export function createAnchorPlace(settings: Settings<typeof anchorPlaceSettings>): ObjectStore | undefined {
  if (settings.JOURNAL_ANCHORS === undefined) return undefined
  if (settings.JOURNAL_ANCHORS === 'disk') return createDiskStore(settings.JOURNAL_ANCHOR_PATH!, undefined, TIMEOUT_MS)
  return createS3Store({
    endpoint: settings.JOURNAL_ANCHOR_ENDPOINT,
    region: settings.JOURNAL_ANCHOR_REGION,
    bucket: settings.JOURNAL_ANCHOR_BUCKET!,
    accessKeyId: settings.JOURNAL_ANCHOR_ACCESS_KEY_ID!,
    secretAccessKey: settings.JOURNAL_ANCHOR_SECRET_ACCESS_KEY!,
    timeoutMs: TIMEOUT_MS,
    buffers: BUFFERS,
  })
}

export function createAnchorClient(settings: Settings<typeof anchoringSettings>): Anchoring | undefined {
  const key = settings.JOURNAL_SIGNING_KEY && readSigningKey(settings.JOURNAL_SIGNING_KEY)
  const place = createAnchorPlace(settings)
  if (!place || !key) return undefined
  return { place, key, retentionDays: settings.JOURNAL_ANCHOR_RETENTION_DAYS }
}

/** The object under this key. Empty when there is none. */
export async function readDocument(place: Pick<ObjectStore, 'read'>, key: string): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of (await place.read(key)) ?? []) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks).toString()
}
