import { fileTypeFromBuffer } from 'file-type'

/** The formats files are kept in. The name's extension says which; the bytes have to agree. */
export const formats = {
  pdf: { extensions: ['pdf'], content_type: 'application/pdf' },
  jpeg: { extensions: ['jpg', 'jpeg'], content_type: 'image/jpeg' },
  png: { extensions: ['png'], content_type: 'image/png' },
  mp4: { extensions: ['mp4'], content_type: 'video/mp4' },
  mov: { extensions: ['mov'], content_type: 'video/quicktime' },
  webm: { extensions: ['webm'], content_type: 'video/webm' },
  csv: { extensions: ['csv'], content_type: 'text/csv' },
  txt: { extensions: ['txt'], content_type: 'text/plain' },
  ofx: { extensions: ['ofx'], content_type: 'application/x-ofx' },
} as const

export type Format = keyof typeof formats
/** What bytes turned out to be. Text has no signature: which of the text formats it is, its name says. */
export type Sniffed = Exclude<Format, 'csv' | 'txt' | 'ofx'> | 'text' | 'other'

const byExtension = new Map(
  Object.entries(formats).flatMap(([format, { extensions }]) => extensions.map((extension) => [extension, format])),
) as Map<string, Format>

export function formatOf(file_name: string): Format | undefined {
  return byExtension.get(file_name.split('.').at(-1)!.toLowerCase())
}

const sniffedBy: Record<string, Sniffed> = {
  'application/pdf': 'pdf',
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'video/mp4': 'mp4',
  'video/quicktime': 'mov',
  'video/webm': 'webm',
}

/** Reads the real type from the first bytes. */
export async function sniff(head: Buffer): Promise<Sniffed> {
  const found = await fileTypeFromBuffer(head)
  if (found) return sniffedBy[found.mime] ?? 'other'
  return isText(head) ? 'text' : 'other'
}

/** No control characters but tabs and line ends, and nothing that a browser would take for a page. */
function isText(head: Buffer): boolean {
  for (const byte of head) if (byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d) return false
  return !/^\s*(\uFEFF)?\s*<(?!\?xml|ofx)/i.test(head.toString())
}

export function agrees(format: Format, sniffed: Sniffed): boolean {
  return sniffed === format || (sniffed === 'text' && (format === 'csv' || format === 'txt' || format === 'ofx'))
}
