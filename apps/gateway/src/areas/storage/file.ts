import Type, { type Static } from 'typebox'
import type { OfProduct, StoredRecord } from '../../http/repository.ts'
import { closedEnum, DateOnly, DateTime, openEnum, Uuid } from '../../http/schema.ts'
import type { Scope } from '../../http/scope/scope.ts'
import { uuidv7 } from '../../platform/ids.ts'
import { uploadRulesBroken } from './errors.ts'
import { folderBreaks, NAME_LENGTH_MAX, nameBreaks } from './file-name.ts'
import { FILE_BYTES_MAX, type FileType, fileTypes, rulesOf } from './file-type.ts'
import { type Format, formatOf, formats } from './format.ts'
import type { FileFailure } from './verdict.ts'

/**
 * PENDING: the gateway itself is generating it. WAITING_UPLOAD: a URL was issued. READY: its bytes are stored and
 * verified. ERROR: its bytes were rejected. ABORTED: its time ran out. The last three are final.
 */
export const fileStates = ['PENDING', 'WAITING_UPLOAD', 'READY', 'ERROR', 'ABORTED'] as const
export type FileState = (typeof fileStates)[number]

/** The lifetime of an upload URL, and the grace period for its confirmation. */
export const UPLOAD_SECONDS = 15 * 60
export const CONFIRM_GRACE_SECONDS = 15 * 60

/** Storage locations in the specification. Accepted without effect, because the operator decides on the store. */
const gatewayNames = ['AWS_S3', 'AWS_S3_ARCHIVE', 'AWS_S3_DOCUMENT', 'AWS_S3_STATIC_FILES', 'FILE_STORAGE'] as const

export const UploadCreate = Type.Object(
  {
    file_type: closedEnum(fileTypes, 'The purpose of the file. It determines the accepted formats and size.'),
    file_name: Type.String({
      minLength: 1,
      maxLength: NAME_LENGTH_MAX,
      description: 'A plain name whose extension determines the format.',
    }),
    size: Type.Integer({ minimum: 1, maximum: FILE_BYTES_MAX, description: 'The exact number of bytes to upload.' }),
    sha256: Type.String({ pattern: '^[0-9a-fA-F]{64}$', description: 'SHA-256 of the bytes, in hexadecimal.' }),
    folder_name: Type.Optional(
      Type.String({ minLength: 1, maxLength: NAME_LENGTH_MAX, description: 'A label to find the file by.' }),
    ),
    file_date: Type.Optional({ ...DateOnly, description: 'The date that the file refers to.' }),
    gateway_name: Type.Optional(
      closedEnum(
        gatewayNames,
        'Accepted for compatibility. The operator of the gateway decides where files are stored.',
      ),
    ),
  },
  { additionalProperties: false, title: 'UploadCreate' },
)

export const FilePath = Type.Object({ id: Uuid })

const common = {
  file_name: Type.String(),
  folder_name: Type.Optional(Type.String()),
  file_date: Type.Optional(Type.String({ format: 'date' })),
  type: openEnum(fileTypes),
  state: openEnum(fileStates),
  failure_code: Type.Optional(Type.String({ description: 'The reason for the state ERROR.' })),
  content_type: Type.String(),
  size: Type.Integer(),
  sha256: Type.String(),
  created_at: DateTime,
  updated_at: DateTime,
}
export const FileReply = Type.Object({ id: Uuid, ...common }, { title: 'File' })

interface FileColumns extends OfProduct {
  user_id: string
  failure_code: FileFailure | null
  /** The key of its verified bytes; null until then. */
  object_key: string | null
  upload_expires_at: string | null
  /** The person of the document or video: an onboarding's account holder, or a representative. Null for other files. */
  person_id: string | null
}

export type File = StoredRecord<typeof FileReply, FileColumns>

/** Creates a file whose bytes are not uploaded yet. Every rule that needs no bytes is checked here. */
export function newUpload(
  id: string,
  { user_id, product_id }: Pick<Scope, 'user_id' | 'product_id'>,
  body: Static<typeof UploadCreate>,
  now: Date,
): File {
  const { file_type: type, file_name, folder_name, file_date, size } = body
  const format = formatOf(file_name)
  const errors = [
    ...nameBreaks(file_name, '/body/file_name'),
    ...(folder_name === undefined ? [] : folderBreaks(folder_name, '/body/folder_name')),
    ...typeBreaks(type, format, size),
  ]
  if (errors.length > 0) throw uploadRulesBroken({ errors })
  const at = now.toISOString()
  return {
    id,
    user_id,
    product_id,
    type,
    state: 'WAITING_UPLOAD',
    file_name,
    folder_name: folder_name ?? null,
    file_date: file_date ?? null,
    failure_code: null,
    content_type: formats[format!].content_type,
    size,
    sha256: body.sha256.toLowerCase(),
    object_key: null,
    upload_expires_at: new Date(now.getTime() + UPLOAD_SECONDS * 1000).toISOString(),
    person_id: null,
    version: 1,
    created_at: at,
    updated_at: at,
  }
}

function typeBreaks(type: FileType, format: Format | undefined, size: number) {
  const { formats: accepted, bytesMax } = rulesOf(type)
  const names = accepted.join(', ')
  return [
    ...(format && !accepted.includes(format)
      ? [
          {
            pointer: '/body/file_name',
            code: 'NAME_EXTENSION',
            detail: { 'pt-BR': `este tipo aceita ${names}`, 'en-US': `this type accepts ${names}` },
          },
        ]
      : []),
    ...(size > bytesMax
      ? [
          {
            pointer: '/body/size',
            code: 'MAX',
            detail: { 'pt-BR': `deve ser no máximo ${bytesMax}`, 'en-US': `must be at most ${bytesMax}` },
          },
        ]
      : []),
  ]
}

/** The key to which a client uploads. Nothing is ever downloaded from it. */
export function incomingKey(user_id: string, file_id: string): string {
  return `incoming/${user_id}/${file_id}`
}

/** The key of stored bytes: no upload URL was ever signed for it, and every attempt has a new one. */
export function keptKey(user_id: string, file_id: string): string {
  return `files/${user_id}/${file_id}.${uuidv7()}`
}

/** The download name contains no text of the caller, so that none appears in URLs or in a store's access log. */
export function downloadName({ id, file_name }: Pick<File, 'id' | 'file_name'>): string {
  return `${id}.${formats[formatOf(file_name)!].extensions[0]}`
}
