import { createHash } from 'node:crypto'
import { openBoxes } from './boxes.ts'
import { type Sniffed, sniff } from './format.ts'

/** What bytes are, as opposed to what was said about them. */
export interface Measured {
  size: number
  sha256: string
  sniffed: Sniffed
  /** The end is the end its format prescribes. */
  whole: boolean
  /** An archive hides behind the last byte a viewer looks at. */
  archive_behind: boolean
}

/** Enough for every signature we accept. */
const HEAD_BYTES = 4_100
/** An archive's end record and the longest comment that may follow it. */
const TAIL_BYTES = 65_536 + 22
const ARCHIVE_END = Buffer.from('PK\x05\x06', 'latin1')
const PNG_END = Buffer.from('0000000049454e44ae426082', 'hex')

/** Measures bytes as they go by, in constant memory. */
export interface Meter {
  readonly size: number
  take(chunk: Buffer): void
  end(): Promise<Measured>
}

export function openMeter(): Meter {
  const hash = createHash('sha256')
  const boxes = openBoxes()
  let size = 0
  let head = Buffer.alloc(0)
  const tail = openTail()

  return {
    get size() {
      return size
    },
    take(chunk) {
      size += chunk.length
      hash.update(chunk)
      boxes.take(chunk)
      if (head.length < HEAD_BYTES) head = Buffer.concat([head, chunk.subarray(0, HEAD_BYTES - head.length)])
      tail.take(chunk)
    },
    async end() {
      const sniffed = await sniff(head)
      const end = tail.bytes()
      return {
        size,
        sha256: hash.digest('hex'),
        sniffed,
        whole: isWhole(sniffed, end, () => boxes.complete(size)),
        archive_behind: end.includes(ARCHIVE_END),
      }
    },
  }
}

/** The last bytes, in a ring: chunks may be as small as a caller likes and cost no more than their bytes. */
function openTail(): { take(chunk: Buffer): void; bytes(): Buffer } {
  const ring = Buffer.allocUnsafeSlow(TAIL_BYTES)
  let taken = 0
  return {
    take(chunk) {
      const last = chunk.subarray(-TAIL_BYTES)
      taken += chunk.length - last.length
      const fitted = last.copy(ring, taken % TAIL_BYTES)
      last.copy(ring, 0, fitted)
      taken += last.length
    },
    bytes() {
      const start = taken % TAIL_BYTES
      return taken < TAIL_BYTES
        ? ring.subarray(0, taken)
        : Buffer.concat([ring.subarray(start), ring.subarray(0, start)])
    },
  }
}

/** JPEG has no say: telephones put trailers of their own behind its end. */
function isWhole(sniffed: Sniffed, end: Buffer, boxesComplete: () => boolean): boolean {
  switch (sniffed) {
    case 'pdf':
      return end.subarray(-1024).includes('%%EOF')
    case 'png':
      return end.subarray(-PNG_END.length).equals(PNG_END)
    case 'mp4':
    case 'mov':
      return boxesComplete()
    default:
      return true
  }
}
