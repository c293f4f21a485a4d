/** A line of a file, or only its number when it was too long. */
export interface FileLine {
  number: number
  /** How many bytes of the file end with this line. */
  bytesRead: number
  text: string | undefined
}

const NEWLINE = 0x0a

/**
 * The lines of a stream in constant memory: a line longer than `lineBytesMax` is counted and skipped. (Node's readline keeps a
 * whole line, whatever its length.) It splits bytes and not text, so that no character is split.
 */
export async function* readLines(stream: AsyncIterable<Buffer>, lineBytesMax: number): AsyncGenerator<FileLine> {
  let pieces: Buffer[] = []
  let length = 0
  let number = 0
  let bytesRead = 0

  const add = (piece: Buffer) => {
    length += piece.length
    if (length <= lineBytesMax) pieces.push(piece)
    else pieces = []
  }
  const finish = (): FileLine => {
    const text = length <= lineBytesMax ? Buffer.concat(pieces).toString('utf8') : undefined
    number += 1
    pieces = []
    length = 0
    return { number, bytesRead, text }
  }

  for await (const chunk of stream) {
    let start = 0
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      add(chunk.subarray(start, end))
      bytesRead += end + 1 - start
      start = end + 1
      yield finish()
    }
    add(chunk.subarray(start))
    bytesRead += chunk.length - start
  }
  if (length > 0) yield finish()
}
