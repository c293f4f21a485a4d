import { createHash } from 'node:crypto'
import { type Sniffed, sniff } from './format.ts'
import { createMp4Parser } from './mp4-parser.ts'

/** Measured facts about the bytes, independent of what the client declared. */
export interface InspectedStream {
  size: number
  sha256: string
  sniffed: Sniffed
  /** The file ends as its format requires. */
  whole: boolean
  /** An archive is appended behind the last byte that a viewer reads. */
  archive_behind: boolean
}

/** Enough for every accepted signature. */
const HEAD_BYTES = 4_100
/** An archive's end record and its longest comment. */
const TAIL_BYTES = 65_536 + 22
const ARCHIVE_END = Buffer.from('PK\x05\x06', 'latin1')
const PNG_END = Buffer.from('0000000049454e44ae426082', 'hex')

/** Measures a stream in constant memory. */
export interface Meter {
  readonly size: number
  take(chunk: Buffer): void
  end(): Promise<InspectedStream>
}

export function createStreamInspector(): Meter {
  const hash = createHash('sha256')
  const boxes = createMp4Parser()
  let size = 0
  let head = Buffer.alloc(0)
  const tail = createTailBuffer()

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

/** Ring buffer of the last bytes: small chunks cost no more than their bytes. */
function createTailBuffer(): { take(chunk: Buffer): void; bytes(): Buffer } {
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

/** The end of a JPEG is not checked, because telephones append data of their own. */
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
