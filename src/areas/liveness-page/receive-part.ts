import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { PageRefusal } from './refusal.ts'

/** A phone that sends nothing for so long, or is not done after so long, begins this part anew: it is a small one. */
const patience = { silenceMs: 15_000, totalMs: 60_000 }

/**
 * All bytes of a part, in memory, if they are those that were announced. Only then is a store asked to keep them: what a
 * store lends to an upload is shared by all, and a phone that sends a byte now and then would hold it for minutes. The
 * time a store takes comes after, and is not the phone's.
 */
export async function receivePart(
  source: Readable,
  { size, sha256 }: { size: number; sha256: string },
  { silenceMs, totalMs } = patience,
): Promise<Buffer> {
  const chunks: Buffer[] = []
  let seen = 0
  const giveUp = () => source.destroy(new Error('the phone stopped sending'))
  const silence = setTimeout(giveUp, silenceMs)
  const deadline = setTimeout(giveUp, totalMs)
  try {
    for await (const chunk of source as AsyncIterable<Buffer>) {
      silence.refresh()
      seen += chunk.length
      if (seen > size) break
      chunks.push(chunk)
    }
  } catch {
    throw new PageRefusal(400, 'PART_BROKE_OFF')
  } finally {
    clearTimeout(silence)
    clearTimeout(deadline)
  }
  const bytes = Buffer.concat(chunks)
  const differs = seen !== size || createHash('sha256').update(bytes).digest('hex') !== sha256
  if (differs) throw new PageRefusal(400, 'PART_DIFFERS')
  return bytes
}
