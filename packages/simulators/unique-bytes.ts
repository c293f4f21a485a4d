import { crc32 } from 'node:zlib'

/** A file with the same content and different bytes, so that one sample can be sent for several people. */

const PNG_END = Buffer.from('0000000049454e44ae426082', 'hex')
/** A JPEG begins with this marker. Comments follow it. */
const JPEG_START = 2

/** The file with a comment, where its format has a place that no viewer shows. */
export function ownBytes(file: Buffer, person: string): Buffer {
  const comment = Buffer.from(person)
  const start = file.toString('latin1', 0, 12)
  if (start.startsWith('%PDF')) return Buffer.concat([file, Buffer.from('% '), comment, Buffer.from('\n')])
  if (start.startsWith('\x89PNG')) return inPng(file, comment)
  if (start.startsWith('\xff\xd8')) return inJpeg(file, comment)
  if (start.slice(4, 8) === 'ftyp') return Buffer.concat([file, freeBox(comment)])
  if (start.startsWith('\x1a\x45\xdf\xa3')) return Buffer.concat([file, voidElement(comment)])
  throw new Error('a file of this format has no comment')
}

/** A text chunk before the last one. */
function inPng(file: Buffer, comment: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from('tEXtComment\0', 'latin1'), comment])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(named.length - 4)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([file.subarray(0, -PNG_END.length), length, named, sum, PNG_END])
}

/** A comment segment after the first marker. */
function inJpeg(file: Buffer, comment: Buffer): Buffer {
  const head = Buffer.from([0xff, 0xfe, 0, 0])
  head.writeUInt16BE(comment.length + 2, 2)
  return Buffer.concat([file.subarray(0, JPEG_START), head, comment, file.subarray(JPEG_START)])
}

/** MP4 and QuickTime: a box that players skip. */
function freeBox(comment: Buffer): Buffer {
  const head = Buffer.from('0000free')
  head.writeUInt32BE(head.length + comment.length)
  return Buffer.concat([head, comment])
}

/** WebM: an element that players skip. Its length has eight bytes, of which the first is a marker. */
function voidElement(comment: Buffer): Buffer {
  const head = Buffer.from('ec0100000000000000', 'hex')
  head.writeUInt32BE(comment.length, 5)
  return Buffer.concat([head, comment])
}
