import type { BrokenRule } from '../../../platform/errors/fault.ts'
import type { Text } from '../../../platform/language.ts'
import { type Document, isFaceImage } from '../documents/document.ts'
import type { LivenessMethod } from '../onboarding.ts'
import type { LegalRepresentative } from '../representatives/representative.ts'
import type { Shareholder } from '../shareholders/shareholder.ts'

export type Gathered = {
  liveness_method: LivenessMethod | null
  shareholders: Pick<Shareholder, 'id' | 'document' | 'person_type' | 'participation_basis_points'>[]
  representatives: Pick<LegalRepresentative, 'id' | 'document' | 'shareholder_id' | 'active'>[]
  documents: Pick<Document, 'type' | 'legal_representative_id' | 'identity_document_type' | 'content_type' | 'size'>[]
  /** The persons who have a video. */
  filmed: { legal_representative_id: string | null }[]
}

const texts = {
  SHAREHOLDER_REQUIRED: ['cadastre ao menos um sócio', 'register at least one shareholder'],
  PARTICIPATION_OVER_100: ['as participações somam mais de 100 %', 'the participations add up to more than 100 %'],
  REPRESENTATIVE_REQUIRED: ['cadastre ao menos um representante ativo', 'register at least one active representative'],
  SHAREHOLDER_WITHOUT_REPRESENTATIVE: [
    'um sócio pessoa jurídica precisa de um representante ativo',
    'a shareholder that is a legal person needs an active representative',
  ],
  REPRESENTATIVE_IS_ANOTHER: [
    'um sócio pessoa física representa a si mesmo: os documentos devem ser iguais',
    'a shareholder that is a natural person represents itself: the documents must be equal',
  ],
  DOCUMENT_REQUIRED: ['envie este documento', 'send this document'],
  REVENUE_REQUIRED: ['envie balance_sheet ou revenue_statement', 'send balance_sheet or revenue_statement'],
  IDENTITY_REQUIRED: [
    'envie um passaporte, ou frente e verso de um mesmo documento de identidade',
    'send a passport, or front and back of one identity document',
  ],
  FACE_IMAGE_REQUIRED: [
    'com vídeo, a identidade deve ter uma imagem JPEG ou PNG de até 5 MiB',
    'with a video, the identity needs a JPEG or PNG image of at most 5 MiB',
  ],
  VIDEO_REQUIRED: [
    'um representante enviou vídeo: todos os representantes ativos devem enviar',
    'one representative sent a video: every active representative must send one',
  ],
} as const
type MissingCode = keyof typeof texts

const missing = (code: MissingCode, pointer: string): BrokenRule => {
  const [pt, en] = texts[code]
  const detail: Text = { 'pt-BR': pt, 'en-US': en }
  return { pointer, code, detail }
}

/**
 * Everything that an onboarding of a legal person still requires, at once. Pointers identify records by id and contain
 * no names.
 */
export function missingForFinalize(gathered: Gathered): BrokenRule[] {
  const active = gathered.representatives.filter((representative) => representative.active)
  return [
    ...shareholderRules(gathered, active),
    ...companyRules(gathered.documents),
    ...active.flatMap((representative) => representativeRules(gathered, representative.id)),
  ]
}

function shareholderRules({ shareholders }: Gathered, active: Gathered['representatives']): BrokenRule[] {
  const rules: BrokenRule[] = []
  if (shareholders.length === 0) rules.push(missing('SHAREHOLDER_REQUIRED', '/shareholders'))
  const total = shareholders.reduce((sum, { participation_basis_points }) => sum + (participation_basis_points ?? 0), 0)
  if (total > 10_000) rules.push(missing('PARTICIPATION_OVER_100', '/shareholders'))
  if (active.length === 0) rules.push(missing('REPRESENTATIVE_REQUIRED', '/legal_representatives'))
  for (const { id, document, person_type } of shareholders) {
    const own = active.filter(({ shareholder_id }) => shareholder_id === id)
    const natural = person_type === 'NATURAL_PERSON'
    if (!natural && own.length === 0) rules.push(missing('SHAREHOLDER_WITHOUT_REPRESENTATIVE', `/shareholders/${id}`))
    for (const other of natural ? own.filter((representative) => representative.document !== document) : [])
      rules.push(missing('REPRESENTATIVE_IS_ANOTHER', `/legal_representatives/${other.id}`))
  }
  return rules
}

function companyRules(documents: Gathered['documents']): BrokenRule[] {
  const has = (type: string) =>
    documents.some((document) => document.type === type && document.legal_representative_id === null)
  const rules: BrokenRule[] = []
  if (!has('social_contract')) rules.push(missing('DOCUMENT_REQUIRED', '/documents/social_contract'))
  if (!has('balance_sheet') && !has('revenue_statement'))
    rules.push(missing('REVENUE_REQUIRED', '/documents/revenue_statement'))
  return rules
}

function representativeRules({ documents, liveness_method, filmed }: Gathered, id: string): BrokenRule[] {
  const own = documents.filter(({ legal_representative_id }) => legal_representative_id === id)
  const of = (type: string) => own.find((document) => document.type === type)
  const at = `/legal_representatives/${id}`
  const rules: BrokenRule[] = []
  for (const type of ['selfie', 'qualification_declaration'])
    if (!of(type)) rules.push(missing('DOCUMENT_REQUIRED', `${at}/documents/${type}`))
  const [passport, front, back] = [of('identity_document'), of('identity_document_front'), of('identity_document_back')]
  const card = front && back && front.identity_document_type === back.identity_document_type
  if (!passport && !card) rules.push(missing('IDENTITY_REQUIRED', `${at}/documents/identity_document`))
  if (liveness_method === 'VIDEO_UPLOAD') {
    if (![passport, front].some((document) => document && isFaceImage(document)))
      rules.push(missing('FACE_IMAGE_REQUIRED', `${at}/documents/identity_document`))
    if (!filmed.some(({ legal_representative_id }) => legal_representative_id === id))
      rules.push(missing('VIDEO_REQUIRED', `${at}/liveness`))
  }
  return rules
}
