import Type, { type Static } from 'typebox'
import { closedEnum } from '../../../http/schema.ts'
import type { BrokenRule } from '../../../platform/errors/fault.ts'
import { type DocumentPlace, identityDocumentTypes } from '../documents/document.ts'
import { broken, documentRulesBroken } from '../errors.ts'
import type { LegalRepresentative } from './representative.ts'

const sentTypes = [
  'selfie',
  'identity_document',
  'qualification_declaration',
  'income_declaration',
  'address_proof',
] as const

export const RepresentativeDocumentFields = Type.Object(
  {
    document_type: closedEnum(sentTypes, 'Which document it is.'),
    identity_document_type: Type.Optional(
      closedEnum(identityDocumentTypes, 'The kind of document. Required for an identity_document, and only there.'),
    ),
    document_side: Type.Optional(
      closedEnum(['front', 'back'], 'The side of a national_id or driver_license; a passport has none.'),
    ),
  },
  { additionalProperties: false },
)
type Fields = Static<typeof RepresentativeDocumentFields>

/** The document type of a representative's file. An identity document with two sides is stored as two documents. */
export function placeOf({ id, onboarding_id }: LegalRepresentative, fields: Fields): DocumentPlace {
  const errors = fieldBreaks(fields)
  if (errors.length > 0) throw documentRulesBroken({ errors })
  const { document_type, document_side, identity_document_type = null } = fields
  const type =
    document_side && document_type === 'identity_document'
      ? (`identity_document_${document_side}` as const)
      : document_type
  return { onboarding_id, legal_representative_id: id, type, identity_document_type }
}

function fieldBreaks({ document_type, identity_document_type: paper, document_side: side }: Fields): BrokenRule[] {
  const errors: BrokenRule[] = []
  const identity = document_type === 'identity_document'
  if (identity && !paper)
    errors.push(broken('identity_document_type', 'IDENTITY_TYPE', 'é obrigatório aqui', 'is required here'))
  if (!identity && paper)
    errors.push(broken('identity_document_type', 'IDENTITY_TYPE', 'não se aplica aqui', 'does not apply here'))
  const sided = identity && paper !== undefined && paper !== 'passport'
  if (sided && !side) errors.push(broken('document_side', 'SIDE', 'informe o lado', 'state the side'))
  if (!sided && side && !(identity && !paper))
    errors.push(broken('document_side', 'SIDE', 'este documento não tem lados', 'this document has no sides'))
  return errors
}
