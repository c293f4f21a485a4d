import type { Readable } from 'node:stream'
import { isScopeMoved } from '../../http/scope/resolve-scope.ts'
import { uuidv7 } from '../../platform/ids.ts'
import type { Bytes } from '../../platform/object-storage/object-store.ts'
import { createSemaphore } from '../../platform/semaphore.ts'
import { lockAddress } from '../onboarding/liveness/open-address.ts'
import { PageRefusal } from './page-rejection.ts'
import {
  findConsented,
  findOpened,
  type PageCall,
  type PageRoute,
  type PageServices,
  readFor,
  runForAddress,
} from './page-route.ts'
import { deleteParts, insertPart, partsOf, uploadsOf } from './part-store.ts'
import { readPart, type SentPart } from './read-request.ts'
import { receivePart } from './receive-part.ts'
import { PARTS_PREFIX, removePartsLater } from './remove-liveness-parts.job.ts'

/** Uploads that a person may have in progress at once: enough for a second tab, not enough to fill the store. */
const UPLOADS_MAX = 3
/** Parts that are received at once per person: one, and one whose connection was lost. This bounds the memory. */
const RECEIVING_MAX = 2
const RECEIVING_ALL_MAX = 128
const receiving = createSemaphore({
  atOnce: RECEIVING_ALL_MAX,
  each: () => RECEIVING_MAX,
  refuse: () => new PageRefusal(429, 'BUSY'),
})

export const putLivenessPart: PageRoute = {
  name: 'putLivenessPart',
  method: 'PUT',
  path: '/uploads/:upload_id/parts/:number',
  streams: true,
  async work(call, services) {
    const part = await readFor(services, call, readPart)
    return part && takePart(services, call, part)
  },
}

/** Stores one part. A part that is sent twice is stored once. Returns undefined when the address is not valid. */
async function takePart(services: PageServices, call: PageCall, part: SentPart): Promise<object | undefined> {
  const { objects, settings } = services
  const { key, request } = call
  const { upload_id, number, size, sha256 } = part
  const { user_id, liveness_id } = key
  const found = await runForAddress(services, call, async (tx) => {
    const [parts, opened] = await Promise.all([partsOf(tx, liveness_id, upload_id), findConsented(tx, key, upload_id)])
    return opened && { ...opened, same: parts.find((one) => one.number === number) }
  })
  if (!found) return undefined
  if (found.video) return {}
  if (found.liveness.attempts >= settings.LIVENESS_ATTEMPTS_MAX) throw new PageRefusal(409, 'ATTEMPTS_OVER')
  if (found.same && found.same.sha256 !== sha256) throw new PageRefusal(409, 'PART_TAKEN')
  if (found.same) return {}

  const object_key = `${PARTS_PREFIX}${user_id}/${liveness_id}.${upload_id}.${number}.${uuidv7()}`
  await receiving.run(liveness_id, async () => {
    const whole = await receivePart(request.body as Readable, { size, sha256 })
    await objects.put(object_key, once(whole), 'application/octet-stream')
  })
  const kept = await runForAddress(services, call, async (tx) => {
    // Under the lock of the onboarding, so that no part is added during a completion.
    const opened = await findOpened(tx, key, upload_id, lockAddress)
    if (!opened || opened.video) return false
    const created_at = tx.now.toISOString()
    const inserted = await insertPart(tx, { liveness_id, upload_id, number, size, sha256, object_key, created_at })
    const tooMany = (await uploadsOf(tx, liveness_id)).filter((other) => other !== upload_id).slice(UPLOADS_MAX - 1)
    await removePartsLater(tx, await deleteParts(tx, liveness_id, tooMany))
    return inserted
  }).catch(async (error: unknown) => {
    if (isScopeMoved(error)) await objects.remove(object_key)
    throw error
  })
  if (!kept) await objects.remove(object_key)
  return {}
}

async function* once(bytes: Buffer): Bytes & AsyncGenerator<Buffer> {
  yield bytes
}
