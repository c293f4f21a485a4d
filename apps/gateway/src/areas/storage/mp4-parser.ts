const HEADER_BYTES = 16
/** More than any video has, and few enough to traverse cheaply. */
const BOXES_MAX = 20_000

/**
 * Streaming parser of the boxes of an MP4 or QuickTime file (ISO BMFF). Boxes follow each other without a gap and end
 * at the end of the file, so a truncated video or appended data is detected.
 */
export interface Boxes {
  take(chunk: Buffer): void
  /** Whether the boxes end exactly at this size and one of them contains the video's index. */
  complete(size: number): boolean
}

export function createMp4Parser(): Boxes {
  let position = 0
  let next = 0
  let count = 0
  let indexed = false
  let broken = false
  let header = Buffer.alloc(0)

  const enter = () => {
    const short = header.readUInt32BE(0)
    const type = header.toString('latin1', 4, 8)
    if (short === 1 && header.length < HEADER_BYTES) return
    const length = short === 1 ? Number(header.readBigUInt64BE(8)) : short === 0 ? Infinity : short
    count += 1
    broken ||= count > BOXES_MAX || length < 8 || !/^[\x20-\x7e\xa9]{4}$/.test(type)
    indexed ||= type === 'moov'
    // An inconsistent file is not parsed any further.
    next = broken ? Infinity : next + length
    header = Buffer.alloc(0)
  }

  return {
    take(chunk) {
      while (next + header.length < position + chunk.length) {
        const offset = Math.max(0, next + header.length - position)
        const wanted = header.length < 8 ? 8 : HEADER_BYTES
        header = Buffer.concat([header, chunk.subarray(offset, offset + wanted - header.length)])
        if (header.length >= 8) enter()
      }
      position += chunk.length
    },
    complete: (size) => !broken && indexed && header.length === 0 && (next === size || next === Infinity),
  }
}
