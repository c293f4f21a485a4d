import Type from 'typebox'
import { Uuid } from '../../../http/schema.ts'
import { documentNotFound } from '../errors.ts'
import type { Document } from './document.ts'

export const IDENTITY_BYTES_MAX = 25_000_000
export const COMPANY_BYTES_MAX = 10_000_000

export const DocumentPath = Type.Object({ id: Uuid, document_id: Uuid })

/** The body of an operation that accepts one file. */
export const oneFile = (bytesMax: number) => ({
  files: { file: { required: true, description: 'PDF, JPEG or PNG.' } },
  bytesMax,
})

/** The document to replace, which must belong to the given owner. */
export function named(documents: Document[], id: string): Document {
  const document = documents.find((one) => one.id === id)
  if (!document) throw documentNotFound()
  return document
}
