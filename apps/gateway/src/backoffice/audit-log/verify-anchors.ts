import type { KeyObject } from 'node:crypto'
import type { ObjectStore } from '../../platform/object-storage/object-store.ts'
import { ANCHORS, type Anchor, anchorKey, createAnchor, documentHash } from './anchor.ts'
import { readDocument } from './anchor-place.ts'
import type { Broken, ReportProgress, VerificationResult } from './verdict.ts'

/** Read in parallel, because each is a network call. */
const READS = 16

export interface AnchorsRead {
  anchors: Anchor[]
  verdict: VerificationResult
}

/**
 * Reads every anchor in order: signed with our key, under its own number, and each containing the hash of the previous one.
 * Returns those before the first break. What they signed is still valid.
 */
export async function verifyAnchors(
  store: Pick<ObjectStore, 'list' | 'read'>,
  keys: readonly KeyObject[],
  say: ReportProgress,
): Promise<AnchorsRead> {
  const names: string[] = []
  for await (const { key } of store.list(ANCHORS)) names.push(key)
  names.sort()
  const anchors: Anchor[] = []
  const verdict: VerificationResult = { seen: 0, notes: [] }
  let before: string | undefined
  for (let at = 0; at < names.length; at += READS) {
    const some = names.slice(at, at + READS)
    const documents = await Promise.all(some.map((name) => readDocument(store, name)))
    for (const [place, document] of documents.entries()) {
      const name = some[place]!
      const anchor = createAnchor(document, keys)
      const broken = typeof anchor === 'string' ? unsigned(name, anchor) : misplaced(name, anchor, before, verdict)
      // Anchors behind a break are signed individually and are read too: the newest of them shows how far the journal went.
      verdict.broken ??= broken
      if (typeof anchor !== 'string' && anchorKey(anchor.sequence) === name) anchors.push(anchor)
      before = documentHash(document)
      verdict.seen += 1
      say(verdict.seen)
    }
  }
  if (names.length === 0) verdict.broken = none
  return { anchors, verdict }
}

function unsigned(name: string, reason: string): Broken {
  const kind = reason.includes('signed with the key') ? 'ANCHOR_UNSIGNED' : 'ANCHOR_ALTERED'
  const action =
    'see who could write where anchors are put; an earlier version of the object, or a backup of the folder, has what was signed'
  return { where: name, kind, what: reason, action }
}

function misplaced(
  name: string,
  anchor: Anchor,
  before: string | undefined,
  verdict: VerificationResult,
): Broken | undefined {
  if (anchorKey(anchor.sequence) !== name) {
    const what = `it is the anchor of entry ${anchor.sequence}, under another's name`
    return { where: name, kind: 'ANCHOR_ALTERED', what, action: 'see who could write where anchors are put' }
  }
  if (before === undefined && anchor.previous !== null)
    verdict.notes.push(`anchors before ${name} are not here: they were put in another place, or removed`)
  if (before === undefined || anchor.previous === before) return undefined
  const what = 'it does not hold the anchor that stands before it here: one between them was removed, or put in'
  const action =
    'find out who could write to the anchor store; the audit log is verified against every remaining anchor'
  return { where: name, kind: 'ANCHOR_REMOVED', what, action }
}

const none: Broken = {
  where: 'the place of the anchors',
  kind: 'ANCHORS_MISSING',
  what: 'there is no anchor in it',
  action:
    'check JOURNAL_ANCHORS and its target; if it is correct, the anchors were removed, and the end of the audit log cannot be verified',
}
