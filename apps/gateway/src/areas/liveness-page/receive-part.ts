import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { PageRefusal } from './page-rejection.ts'

/** Idle timeout and total timeout of a part. A phone that exceeds either sends the part again, which is small. */
const patience = { silenceMs: 15_000, totalMs: 60_000 }

/**
 * Reads all bytes of a part into memory and compares them with the announced hash and size. Only then does the object
 * store receive them: its connections are shared, and a slow phone would occupy one for minutes. The store's own time
 * is not part of the phone's timeout.
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
