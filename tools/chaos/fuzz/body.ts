import type { Random } from '../random.ts'
import { hostileJson, hostileText, prototypeNames } from './hostile.ts'

/** A JSON text with one or a few mutations. Text and not a value: a value cannot contain a key twice. */
export function mutateJson(value: unknown, random: Random): Buffer {
  if (random.chance(0.25)) return Buffer.from(tainted(value, random))
  const times = random.pick([0, 1, 1, 1, 2, 4])
  let text = spell(value, random, times === 0 ? 0 : times / Math.max(1, countNodes(value)))
  if (random.chance(0.05)) text = hostileJson(random)
  return mutateBytes(Buffer.from(text), random)
}

/** Valid but for one text, which ends in a rarely tested character. */
function tainted(value: unknown, random: Random): string {
  let left = random.int(countTexts(value))
  return JSON.stringify(value, (_, member) =>
    typeof member === 'string' && left-- === 0 ? member + taint(random) : member,
  )
}

/** NUL most of all: JSON may contain it, and PostgreSQL text cannot. */
const taint = (random: Random) => (random.chance(0.4) ? '\u0000' : random.pick(taints))
const taints = ['\ud800', '\ufeff', '\u202e', '\u0085', '\r\n', '\t', "'", '\\', '💥']

function countTexts(value: unknown): number {
  if (typeof value === 'string') return 1
  if (value === null || typeof value !== 'object') return 0
  return Object.values(value).reduce<number>((sum, member) => sum + countTexts(member), 0)
}

function countNodes(value: unknown): number {
  if (value === null || typeof value !== 'object') return 1
  return 1 + Object.values(value).reduce<number>((sum, member) => sum + countNodes(member), 0)
}

function spell(value: unknown, random: Random, probability: number): string {
  if (random.chance(probability)) return hostileJson(random)
  if (Array.isArray(value)) return `[${value.map((item) => spell(item, random, probability)).join(',')}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  const members = Object.entries(value).flatMap(([name, member]) => {
    const spelled = `${JSON.stringify(name)}:${spell(member, random, probability)}`
    if (!random.chance(probability)) return [spelled]
    return random.pick([
      [],
      [spelled, spelled],
      [spelled, `${JSON.stringify(name)}:${hostileJson(random)}`],
      [`${JSON.stringify(hostileText(random))}:1`, spelled],
      [`"${random.pick(prototypeNames)}":${hostileJson(random)}`, spelled],
      [spelled.toUpperCase()],
    ])
  })
  return `{${members.join(',')}}`
}

/** Damaged bytes: cut, flipped, not UTF-8, or in another encoding. */
export function mutateBytes(bytes: Buffer, random: Random): Buffer {
  if (!random.chance(0.12)) return bytes
  const at = random.int(bytes.length + 1)
  return random.pick([
    () => bytes.subarray(0, at),
    () => Buffer.concat([bytes, bytes]),
    () =>
      Buffer.concat([
        bytes.subarray(0, at),
        Buffer.from(random.pick(['ff', 'c080', 'eda080', 'f4908080', '00', 'fe']), 'hex'),
        bytes.subarray(at),
      ]),
    () => Buffer.concat([Buffer.from('efbbbf', 'hex'), bytes]),
    () => Buffer.from(bytes.toString(), 'utf16le'),
    () => Buffer.from(bytes.toString(), 'latin1'),
    () => Buffer.concat([bytes, Buffer.alloc(70 * 1024, ' ')]),
    () => Buffer.alloc(0),
  ])()
}

const CRLF = '\r\n'

/** A multipart body with invalid parts or boundaries. */
export function mutateMultipart(fields: string[], boundary: string, random: Random): Buffer {
  const parts = fields.flatMap((name) => {
    const told = random.chance(0.2)
      ? hostileText(random)
          .slice(0, 500)
          .replace(/[\r\n"]/g, '')
      : name
    const file = random.pick([
      '',
      `; filename="a.pdf"`,
      `; filename=""`,
      `; filename="../../a"`,
      `; filename*=utf-8''%ff`,
    ])
    const type = random.pick([
      `content-type: application/pdf${CRLF}`,
      `content-type: image/png${CRLF}`,
      '',
      `content-type: ${CRLF}`,
    ])
    const content = random.pick([
      Buffer.from('%PDF-1.7\n%%EOF\n'),
      Buffer.alloc(0),
      Buffer.alloc(random.int(3_000), 255),
      Buffer.from(hostileText(random)),
    ])
    const part = Buffer.concat([
      Buffer.from(`--${boundary}${CRLF}content-disposition: form-data; name="${told}"${file}${CRLF}${type}${CRLF}`),
      content,
      Buffer.from(CRLF),
    ])
    return random.chance(0.1) ? [part, part] : [part]
  })
  const end = random.pick([
    `--${boundary}--${CRLF}`,
    `--${boundary}--${CRLF}`,
    `--${boundary}--${CRLF}`,
    `--${boundary}${CRLF}`,
    '',
  ])
  return mutateBytes(Buffer.concat([...parts, Buffer.from(end)]), random)
}
