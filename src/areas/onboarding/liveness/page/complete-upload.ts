import { Fault } from '../../../../base/errors/fault.ts'
import { type Bytes, type ObjectStore, ObjectStoreUnavailable } from '../../../../base/objects/objects.ts'
import { type KeptFile, openKeepFile, type StorageServices, saveKeptFile } from '../../../storage/keep-file.ts'
import type { LivenessKey } from '../address.ts'
import { livenessStepped } from '../liveness.ts'
import { saveLiveness } from '../liveness-store.ts'
import { readMedia } from '../media.ts'
import { deleteParts, type Part, partsOf } from '../part-store.ts'
import { removePartsLater } from '../remove-parts.job.ts'
import { keepVideo } from '../take-video.ts'
import { type MediaFacts, type PageVideoType, pageVideos } from '../video.ts'
import { openInFlight } from './in-flight.ts'
import { PageRefusal } from './refusal.ts'
import { findVisit, lockVisit, runVisit, type Visited } from './visit.ts'

/** Copies of films being made at once, of up to fifty megabytes each. */
const COMPLETIONS_MAX = 8
const completing = openInFlight<'done' | undefined>(COMPLETIONS_MAX)

export interface Announced {
  upload_id: string
  type: PageVideoType
  size: number
  sha256: string
}

export interface Completion extends Visited, StorageServices {
  attemptsMax: number
}

/**
 * All parts are there: they become one file, one video and a liveness in analysis, once. The id of the video is that of
 * the upload, so that a page whose answer was lost asks again and hears of what it did. Undefined when the address does
 * not open.
 */
export async function completeUpload(
  completion: Completion,
  key: LivenessKey,
  announced: Announced,
): Promise<'done' | undefined> {
  const { upload_id, size } = announced
  const found = await runVisit(completion, key, async (tx) => {
    // The parts first: when a completion beside this one takes them away, what it made of them is seen after.
    const [parts, visit] = await Promise.all([partsOf(tx, key.liveness_id, upload_id), findVisit(tx, key, upload_id)])
    return visit && { ...visit, parts }
  })
  if (!found) return undefined
  if (found.video) return 'done'
  if (found.liveness.attempts >= completion.attemptsMax) throw attemptsOver()
  if (!isWhole(found.parts, size)) throw new PageRefusal(409, 'PARTS_MISSING')

  const what = JSON.stringify([key, announced])
  return completing(key.liveness_id, what, () => putTogether(completion, key, announced, found.parts))
}

async function putTogether(
  completion: Completion,
  key: LivenessKey,
  announced: Announced,
  parts: Part[],
): Promise<'done' | undefined> {
  const { upload_id } = announced
  const kept = await keepWhole(completion, key, announced, parts)
  const facts = kept && (await lookInto(completion.objects, key.user_id, kept))
  if (!kept || !facts) {
    await kept?.discard()
    throw await refuseVideo(completion, key, upload_id)
  }
  const outcome = await takeIn(completion, key, upload_id, kept, facts, parts[0]!.created_at)
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
  completion: Completion,
  { user_id }: LivenessKey,
  { type, sha256 }: Announced,
  parts: Part[],
): Promise<KeptFile | undefined> {
  const video = { part: 'video', file_name: pageVideos[type], bytes: joined(completion.objects, parts) }
  try {
    const kept = await openKeepFile(completion)({ user_id }, 'ONBOARDING_LIVENESS_VIDEOS', video, ['webm'])
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
  completion: Completion,
  key: LivenessKey,
  id: string,
  kept: KeptFile,
  facts: MediaFacts,
  captured_at: string,
): Promise<'saved' | 'earlier' | 'closed' | 'over'> {
  return runVisit(completion, key, async (tx) => {
    const visit = await lockVisit(tx, key, id)
    if (!visit) return 'closed'
    if (visit.video) return 'earlier'
    // Asked again under the lock: a completion of another upload may have been the last.
    if (visit.liveness.attempts >= completion.attemptsMax) return 'over'
    const { id: file_id } = await saveKeptFile(tx, kept)
    const { attempts } = visit.liveness
    const submitted_at = tx.now.toISOString()
    const liveness = livenessStepped(
      visit.liveness,
      { status: 'IN_ANALYSIS', submitted_at, attempts: attempts + 1 },
      tx.now,
    )
    saveLiveness(tx, liveness)
    const provider = { liveness_provider: null, liveness_provider_transaction_id: null }
    await keepVideo(tx, visit.onboarding, liveness, { ...facts, ...provider, id, file_id, kept, captured_at })
    await removePartsLater(tx, await deleteParts(tx, key.liveness_id, [id]))
    return 'saved'
  })
}

/** What is no video costs an attempt, if there is one left, and its parts are of no further use. Answers the refusal. */
function refuseVideo(completion: Completion, key: LivenessKey, upload_id: string): Promise<PageRefusal> {
  return runVisit(completion, key, async (tx) => {
    const visit = await lockVisit(tx, key, upload_id)
    const keys = await deleteParts(tx, key.liveness_id, [upload_id])
    await removePartsLater(tx, keys)
    const refusal = new PageRefusal(422, 'NOT_A_VIDEO')
    // Of two that refuse the same upload at once, one finds no parts any more and does not count.
    if (!visit || keys.length === 0) return refusal
    if (visit.liveness.attempts >= completion.attemptsMax) return attemptsOver()
    saveLiveness(tx, livenessStepped(visit.liveness, { attempts: visit.liveness.attempts + 1 }, tx.now))
    return refusal
  })
}

function attemptsOver(): PageRefusal {
  return new PageRefusal(409, 'ATTEMPTS_OVER')
}
