import { Fault } from '../../base/errors/fault.ts'
import { type Bytes, type ObjectStore, ObjectStoreUnavailable } from '../../base/objects/objects.ts'
import { isScopeMoved } from '../../gate/scope/resolve-scope.ts'
import { lockAddress } from '../onboarding/liveness/open-address.ts'
import type { MediaFacts } from '../onboarding/liveness/video.ts'
import { sentFor } from '../onboarding/sent-for.ts'
import { readMedia } from '../onboarding/videos/read-media.ts'
import { countAttempt, takePageVideo } from '../onboarding/videos/take-page-video.ts'
import { type KeptFile, keepFile, saveKeptFile } from '../storage/keep-file.ts'
import { openInFlight } from './in-flight.ts'
import {
  findConsented,
  findOpened,
  type PageCall,
  type PageRoute,
  type PageServices,
  readFor,
  runForAddress,
} from './page-route.ts'
import { deleteParts, type Part, partsOf } from './part-store.ts'
import { type Announced, fileNames, readAnnounced } from './read-request.ts'
import { PageRefusal } from './refusal.ts'
import { removePartsLater } from './remove-liveness-parts.job.ts'

/** Copies of films being made at once, of up to fifty megabytes each. */
const COMPLETIONS_MAX = 8
const completing = openInFlight<'done' | undefined>(COMPLETIONS_MAX)

/**
 * All parts are there: they become one file, one video and a liveness in analysis, once. The id of the video is that of
 * the upload, so that a page whose answer was lost asks again and hears of what it did.
 */
export const completeLivenessUpload: PageRoute = {
  name: 'completeLivenessUpload',
  method: 'POST',
  path: '/uploads/:upload_id/complete',
  async work(call, services) {
    const announced = await readFor(services, call, readAnnounced)
    const done = announced && (await complete(services, call, announced))
    return done && call.reply.code(201).send({})
  },
}

async function complete(services: PageServices, call: PageCall, announced: Announced): Promise<'done' | undefined> {
  const { key } = call
  const { upload_id, size } = announced
  const found = await runForAddress(services, call, async (tx) => {
    // The parts first: when a completion beside this one takes them away, what it made of them is seen after.
    const [parts, opened] = await Promise.all([
      partsOf(tx, key.liveness_id, upload_id),
      findConsented(tx, key, upload_id),
    ])
    return opened && { ...opened, parts }
  })
  if (!found) return undefined
  if (found.video) return 'done'
  if (found.liveness.attempts >= services.settings.LIVENESS_ATTEMPTS_MAX) throw attemptsOver()
  if (!isWhole(found.parts, size)) throw new PageRefusal(409, 'PARTS_MISSING')

  const what = JSON.stringify([key, announced])
  return completing(key.liveness_id, what, () => putTogether(services, call, announced, found.parts))
}

async function putTogether(
  services: PageServices,
  call: PageCall,
  announced: Announced,
  parts: Part[],
): Promise<'done' | undefined> {
  const { upload_id } = announced
  const kept = await keepWhole(services, call, announced, parts)
  const facts = kept && (await lookInto(services.objects, call.key.user_id, kept))
  if (!kept || !facts) {
    await kept?.discard()
    throw await refuseVideo(services, call, upload_id)
  }
  const outcome = await takeIn(services, call, upload_id, kept, facts, parts[0]!.created_at).catch((error: unknown) => {
    if (isScopeMoved(error)) return 'closed'
    throw error
  })
  // Another completion of the same upload was quicker, or the address was closed in the meantime.
  if (outcome !== 'saved') await kept.discard()
  if (outcome === 'over') throw attemptsOver()
  return outcome === 'closed' ? undefined : 'done'
}

function isWhole(parts: Part[], size: number): boolean {
  const inOrder = parts.every(({ number }, at) => number === at + 1)
  return inOrder && parts.length > 0 && parts.reduce((sum, part) => sum + part.size, 0) === size
}

/** Undefined when the parts are no file that may be kept. */
async function keepWhole(
  services: PageServices,
  { key: { user_id } }: PageCall,
  { type, sha256 }: Announced,
  parts: Part[],
): Promise<KeptFile | undefined> {
  const video = { part: 'video', file_name: fileNames[type], bytes: joined(services.objects, parts) }
  try {
    const kept = await keepFile(services, { user_id }, 'ONBOARDING_LIVENESS_VIDEOS', video, ['webm'])
    if (kept.sha256 === sha256) return kept
    await kept.discard()
  } catch (error) {
    if (!(error instanceof Fault) || error.declaration.status >= 500) throw error
  }
  return undefined
}

async function lookInto(objects: ObjectStore, user_id: string, kept: KeptFile): Promise<MediaFacts | undefined> {
  try {
    return await readMedia(objects, { user_id, key: kept.object_key, size: kept.size })
  } catch (error) {
    // It will be put together anew; what cannot be removed now, the sweeper removes.
    await kept.discard().catch(() => {})
    throw error
  }
}

async function* joined(objects: ObjectStore, parts: Part[]): Bytes & AsyncGenerator<Buffer> {
  for (const { object_key } of parts) {
    const bytes = await objects.read(object_key)
    if (!bytes) throw new ObjectStoreUnavailable('a part is not there')
    yield* bytes
  }
}

function takeIn(
  services: PageServices,
  call: PageCall,
  id: string,
  kept: KeptFile,
  facts: MediaFacts,
  captured_at: string,
): Promise<'saved' | 'earlier' | 'closed' | 'over'> {
  return runForAddress(services, call, async (tx) => {
    const opened = await findOpened(tx, call.key, id, lockAddress)
    if (!opened) return 'closed'
    if (opened.video) return 'earlier'
    // Asked again under the lock: a completion of another upload may have been the last.
    if (opened.liveness.attempts >= services.settings.LIVENESS_ATTEMPTS_MAX) return 'over'
    const { id: file_id } = await saveKeptFile(tx, kept, sentFor(opened.liveness))
    await takePageVideo(tx, opened, { ...facts, id, file_id, sha256: kept.sha256, captured_at })
    await removePartsLater(tx, await deleteParts(tx, call.key.liveness_id, [id]))
    return 'saved'
  })
}

/** What is no video costs an attempt, if there is one left, and its parts are of no further use. Answers the refusal. */
function refuseVideo(services: PageServices, call: PageCall, upload_id: string): Promise<PageRefusal> {
  return runForAddress(services, call, async (tx) => {
    const opened = await findOpened(tx, call.key, upload_id, lockAddress)
    const keys = await deleteParts(tx, call.key.liveness_id, [upload_id])
    await removePartsLater(tx, keys)
    const refusal = new PageRefusal(422, 'NOT_A_VIDEO')
    // Of two that refuse the same upload at once, one finds no parts any more and does not count.
    if (!opened || keys.length === 0) return refusal
    if (opened.liveness.attempts >= services.settings.LIVENESS_ATTEMPTS_MAX) return attemptsOver()
    countAttempt(tx, opened.liveness)
    return refusal
  })
}

function attemptsOver(): PageRefusal {
  return new PageRefusal(409, 'ATTEMPTS_OVER')
}
