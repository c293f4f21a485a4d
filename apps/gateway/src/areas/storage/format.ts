import { fileTypeFromBuffer } from 'file-type'

/** Accepted formats. The name's extension determines the format, and the bytes must match it. */
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
/** The detected format of the bytes. Text has no signature, so the extension decides which text format it is. */
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

/** Detects the real format from the first bytes. */
export async function sniff(head: Buffer): Promise<Sniffed> {
  const found = await fileTypeFromBuffer(head)
  if (found) return sniffedBy[found.mime] ?? 'other'
  return isText(head) ? 'text' : 'other'
}

/** No control characters except tabs and line ends, and no content that a browser would render as HTML. */
function isText(head: Buffer): boolean {
  for (const byte of head) if (byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d) return false
  return !/^\s*(\uFEFF)?\s*<(?!\?xml|ofx)/i.test(head.toString())
}

export function agrees(format: Format, sniffed: Sniffed): boolean {
  return sniffed === format || (sniffed === 'text' && (format === 'csv' || format === 'txt' || format === 'ofx'))
}
