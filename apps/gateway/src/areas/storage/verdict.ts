import type { BrokenRule } from '../../platform/errors/fault.ts'
import type { Text } from '../../platform/language.ts'
import { type FileType, rulesOf } from './file-type.ts'
import { agrees, type Format, formatOf } from './format.ts'
import type { InspectedStream } from './stream-inspector.ts'

/** What the client declared about a file before its bytes arrived. */
export interface DeclaredFile {
  type: FileType
  file_name: string
  /** Absent when the bytes came through the API, which measured them. */
  size?: number | null
  sha256?: string | null
  /** Further formats beside those of the type, for files that the gateway itself requested. */
  also?: readonly Format[]
}

/** The scan result, or that there was no scan. */
export type ScanResult = 'clean' | 'infected' | 'not_scanned'

const failures = {
  EMPTY: { 'pt-BR': 'está vazio', 'en-US': 'is empty' },
  TOO_LARGE: { 'pt-BR': 'excede o tamanho máximo do seu tipo', 'en-US': 'exceeds the maximum size of its type' },
  SIZE_DIFFERS: { 'pt-BR': 'não tem o tamanho declarado', 'en-US': 'does not have the declared size' },
  SHA256_DIFFERS: { 'pt-BR': 'não tem o SHA-256 declarado', 'en-US': 'does not have the declared SHA-256' },
  FORMAT_DIFFERS: {
    'pt-BR': 'não é do formato que o nome indica, ou o tipo de arquivo não aceita esse formato',
    'en-US': 'does not match the format of its extension, or the file type does not accept that format',
  },
  CUT_SHORT: {
    'pt-BR': 'não termina onde o formato prescreve: foi cortado ou tem algo depois do fim',
    'en-US': 'does not end where its format prescribes: it was cut short, or something follows the end',
  },
  ARCHIVE_BEHIND: { 'pt-BR': 'tem um pacote escondido no fim', 'en-US': 'has an archive hidden at its end' },
  INFECTED: { 'pt-BR': 'contém programa malicioso', 'en-US': 'holds malware' },
} as const satisfies Record<string, Text>

export type FileFailure = keyof typeof failures

/** Every reason to reject the bytes. Declared values are compared with measured ones, and never trusted. */
export function judge(declared: DeclaredFile, measured: InspectedStream, scanned: ScanResult): FileFailure[] {
  const { bytesMax, formats } = rulesOf(declared.type)
  const format = formatOf(declared.file_name)
  const accepted = [...formats, ...(declared.also ?? [])]
  const found: [FileFailure, boolean][] = [
    ['EMPTY', measured.size === 0],
    ['TOO_LARGE', measured.size > bytesMax],
    ['SIZE_DIFFERS', differs(declared.size, measured.size)],
    ['SHA256_DIFFERS', differs(declared.sha256, measured.sha256)],
    ['FORMAT_DIFFERS', !format || !accepted.includes(format) || !agrees(format, measured.sniffed)],
    ['CUT_SHORT', !measured.whole],
    ['ARCHIVE_BEHIND', measured.archive_behind],
    ['INFECTED', scanned === 'infected'],
  ]
  return found.filter(([, wrong]) => wrong).map(([failure]) => failure)
}

function differs<T>(said: T | null | undefined, is: T): boolean {
  return said !== null && said !== undefined && said !== is
}

export function failureRules(found: FileFailure[], pointer: string): BrokenRule[] {
  return found.map((code) => ({ pointer, code, detail: failures[code] }))
}
