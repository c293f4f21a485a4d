import { isScopeMoved } from '../../http/scope/resolve-scope.ts'
import { Fault } from '../../platform/errors/fault.ts'
import { type Bytes, type ObjectStore, ObjectStoreUnavailable } from '../../platform/object-storage/object-store.ts'
import { lockAddress } from '../onboarding/liveness/open-address.ts'
import type { MediaFacts } from '../onboarding/liveness/video.ts'
import { sentFor } from '../onboarding/required-parts.ts'
import { readMedia } from '../onboarding/videos/read-media.ts'
import { countAttempt, takePageVideo } from '../onboarding/videos/take-page-video.ts'
import { type KeptFile, keepFile, saveKeptFile } from '../storage/keep-file.ts'
import { createInFlightLimiter } from './in-flight.ts'
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
import { deleteParts, partsOf, type UploadPart } from './part-store.ts'
import { type Announced, fileNames, readAnnounced } from './read-request.ts'
import { removePartsLater } from './remove-liveness-parts.job.ts'

/** Limits the videos that are assembled at once; each may have fifty megabytes. */
const COMPLETIONS_MAX = 8
const completing = createInFlightLimiter<'done' | undefined>(COMPLETIONS_MAX)

/**
 * Assembles the parts into one file, creates one video, and moves the liveness to IN_ANALYSIS, exactly once. The
 * video's id is the upload's id, so a page that lost the response can repeat the request and receives the same result.
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
    // Read the parts first: if a concurrent completion deletes them, the second query sees the video it created.
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
  parts: UploadPart[],
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
  // Another completion of the same upload finished first, or the address was revoked meanwhile.
  if (outcome !== 'saved') await kept.discard()
  if (outcome === 'over') throw attemptsOver()
  return outcome === 'closed' ? undefined : 'done'
}

function isWhole(parts: UploadPart[], size: number): boolean {
  const inOrder = parts.every(({ number }, at) => number === at + 1)
  return inOrder && parts.length > 0 && parts.reduce((sum, part) => sum + part.size, 0) === size
}

/** Returns undefined when the parts do not form an acceptable file. */
async function keepWhole(
  services: PageServices,
  { key: { user_id } }: PageCall,
  { type, sha256 }: Announced,
  parts: UploadPart[],
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
    // The next attempt assembles the file again. The sweeper removes what cannot be deleted now.
    await kept.discard().catch(() => {})
    throw error
  }
}

async function* joined(objects: ObjectStore, parts: UploadPart[]): Bytes & AsyncGenerator<Buffer> {
  for (const { object_key } of parts) {
    const bytes = await objects.read(object_key)
    if (!bytes) throw new ObjectStoreUnavailable('a part is missing')
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
    // Check again under the lock: a completion of another upload may have used the last attempt.
    if (opened.liveness.attempts >= services.settings.LIVENESS_ATTEMPTS_MAX) return 'over'
    const { id: file_id } = await saveKeptFile(tx, kept, sentFor(opened.liveness))
    await takePageVideo(tx, opened, { ...facts, id, file_id, sha256: kept.sha256, captured_at })
    await removePartsLater(tx, await deleteParts(tx, call.key.liveness_id, [id]))
    return 'saved'
  })
}

/** A file that is no video uses up an attempt, if one is left, and its parts are deleted. Returns the refusal. */
function refuseVideo(services: PageServices, call: PageCall, upload_id: string): Promise<PageRefusal> {
  return runForAddress(services, call, async (tx) => {
    const opened = await findOpened(tx, call.key, upload_id, lockAddress)
    const keys = await deleteParts(tx, call.key.liveness_id, [upload_id])
    await removePartsLater(tx, keys)
    const refusal = new PageRefusal(422, 'NOT_A_VIDEO')
    // When two requests reject the same upload at once, the second finds no parts and counts no attempt.
    if (!opened || keys.length === 0) return refusal
    if (opened.liveness.attempts >= services.settings.LIVENESS_ATTEMPTS_MAX) return attemptsOver()
    countAttempt(tx, opened.liveness)
    return refusal
  })
}

function attemptsOver(): PageRefusal {
  return new PageRefusal(409, 'ATTEMPTS_OVER')
}
