import { crc32, deflateSync } from 'node:zlib'

/** Generated image and video files for browsers, each with different bytes. */

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}

let drawn = 0
/** A card or a face as a shape: a frame, a patch of colour and a disc. */
export function drawnPng(width: number, height: number): Buffer {
  drawn += 1
  const rows = Array.from({ length: height }, (_, y) => {
    const row = Buffer.alloc(1 + width * 3)
    for (let x = 0; x < width; x += 1) row.set(colourAt(x / width, y / height), 1 + x * 3)
    return row
  })
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width)
  head.writeUInt32BE(height, 4)
  head.set([8, 2], 8)
  const body = [chunk('IHDR', head), chunk('tEXt', Buffer.from(`Comment\0${drawn} ${Math.random()}`))]
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  return Buffer.concat([
    signature,
    ...body,
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function colourAt(x: number, y: number): [number, number, number] {
  const hue = (drawn * 47) % 200
  if (x < 0.03 || x > 0.97 || y < 0.03 || y > 0.97) return [40, 60, 90]
  if (Math.hypot(x - 0.3, y - 0.45) < 0.18) return [230, 190, 160 - (hue % 60)]
  if (x > 0.55 && Math.floor(y * 14) % 2 === 0 && y > 0.2 && y < 0.8) return [90, 110, 120]
  return [200 - hue / 4, 215, 190 + hue / 4]
}

/** One page with one line on it, and a comment that no other has. */
export function drawnPdf(line: string): Buffer {
  drawn += 1
  const content = `BT /F1 24 Tf 60 760 Td (${line}) Tj ET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  let text = `%PDF-1.4\n% ${drawn} ${Math.random()}\n`
  const at = objects.map((object, index) => {
    const start = text.length
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
    return `${String(start).padStart(10, '0')} 00000 n \n`
  })
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${at.join('')}`
  return Buffer.from(
    `${text}${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`,
    'latin1',
  )
}
