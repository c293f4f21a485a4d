import type { Readable } from 'node:stream'
import { uuidv7 } from '../../../../base/ids.ts'
import type { Bytes, ObjectStore } from '../../../../base/objects/objects.ts'
import { openPlaces } from '../../../../base/places.ts'
import type { LivenessKey } from '../address.ts'
import { deleteParts, insertPart, partsOf, uploadsOf } from '../part-store.ts'
import { PARTS_PREFIX, removePartsLater } from '../remove-parts.job.ts'
import { VIDEO_BYTES_MAX } from '../video.ts'
import { receivePart } from './receive-part.ts'
import { PageRefusal } from './refusal.ts'
import { findVisit, lockVisit, runVisit, type Visited } from './visit.ts'

/** What a phone sends at a time: little enough to send again, and enough that fifty of them are a long film. */
export const PART_BYTES = 1024 * 1024
export const PARTS_MAX = Math.ceil(VIDEO_BYTES_MAX / PART_BYTES)
/** Videos a person may have on their way at once: a second tab is no reason to lose the first, a tenth is none to keep it. */
const UPLOADS_MAX = 3
/** Parts that are received at once: of a person one and one whose connection was lost, and in all a bounded memory. */
const RECEIVING_MAX = 2
const RECEIVING_ALL_MAX = 128
const receiving = openPlaces(RECEIVING_MAX, RECEIVING_ALL_MAX, () => new PageRefusal(429, 'BUSY'))

export interface SentPart {
  upload_id: string
  number: number
  size: number
  sha256: string
  bytes: Readable
}

/** Keeps one part. The same part sent twice is kept once; undefined when the address does not open. */
export async function takePart(
  { objects, attemptsMax, ...visited }: Visited & { objects: ObjectStore; attemptsMax: number },
  key: LivenessKey,
  { upload_id, number, size, sha256, bytes }: SentPart,
): Promise<'kept' | undefined> {
  const { user_id, liveness_id } = key
  const found = await runVisit(visited, key, async (tx) => {
    const [parts, visit] = await Promise.all([partsOf(tx, liveness_id, upload_id), findVisit(tx, key, upload_id)])
    return visit && { ...visit, part: parts.find((part) => part.number === number) }
  })
  if (!found) return undefined
  if (found.video) return 'kept'
  if (found.liveness.attempts >= attemptsMax) throw new PageRefusal(409, 'ATTEMPTS_OVER')
  if (found.part && found.part.sha256 !== sha256) throw new PageRefusal(409, 'PART_TAKEN')
  if (found.part) return 'kept'

  const object_key = `${PARTS_PREFIX}${user_id}/${liveness_id}.${upload_id}.${number}.${uuidv7()}`
  await receiving(liveness_id, async () => {
    const whole = await receivePart(bytes, { size, sha256 })
    await objects.put(object_key, once(whole), 'application/octet-stream')
  })
  const kept = await runVisit(visited, key, async (tx) => {
    // Under the lock of the onboarding, so that no part comes in behind the back of a completion.
    const visit = await lockVisit(tx, key, upload_id)
    if (!visit || visit.video) return false
    const created_at = tx.now.toISOString()
    const inserted = await insertPart(tx, { liveness_id, upload_id, number, size, sha256, object_key, created_at })
    const tooMany = (await uploadsOf(tx, liveness_id)).filter((other) => other !== upload_id).slice(UPLOADS_MAX - 1)
    await removePartsLater(tx, await deleteParts(tx, liveness_id, tooMany))
    return inserted
  })
  if (!kept) await objects.remove(object_key)
  return 'kept'
}

async function* once(bytes: Buffer): Bytes & AsyncGenerator<Buffer> {
  yield bytes
}
