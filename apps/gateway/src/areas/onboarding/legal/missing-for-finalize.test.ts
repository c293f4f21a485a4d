import { describe, expect, it } from 'vitest'
import { FACE_IMAGE_BYTES_MAX } from '../documents/document.ts'
import { type Gathered, missingForFinalize } from './missing-for-finalize.ts'

const CPF = '11144477735'
const OTHER_CPF = '52998224725'
const CNPJ = '12ABC34501DE35'

type Paper = Gathered['documents'][number]
const paper = (type: Paper['type'], legal_representative_id: string | null = null, fields: Partial<Paper> = {}) => ({
  type,
  legal_representative_id,
  identity_document_type: null,
  content_type: 'image/jpeg',
  size: 1_000,
  ...fields,
})
const ofPerson = (id: string): Paper[] => [
  paper('selfie', id),
  paper('qualification_declaration', id),
  paper('identity_document_front', id, { identity_document_type: 'national_id' }),
  paper('identity_document_back', id, { identity_document_type: 'national_id' }),
]
const person = (id: string, shareholder_id: string, document = CPF, active = true) => ({
  id,
  shareholder_id,
  document,
  active,
})
const owner = (id: string, document: string, participation_basis_points: number | null = null) => ({
  id,
  document,
  person_type: document === CNPJ ? ('LEGAL_PERSON' as const) : ('NATURAL_PERSON' as const),
  participation_basis_points,
})

/** A company with no missing data. */
const whole: Gathered = {
  liveness_method: null,
  shareholders: [owner('s1', CPF, 6_000), owner('s2', CNPJ, 4_000)],
  representatives: [person('r1', 's1'), person('r2', 's2', OTHER_CPF)],
  documents: [...ofPerson('r1'), ...ofPerson('r2'), paper('social_contract'), paper('balance_sheet')],
  filmed: [],
}
const without = (lacking: (document: Paper) => boolean) => whole.documents.filter((document) => !lacking(document))
const filmed = [{ legal_representative_id: 'r1' }, { legal_representative_id: 'r2' }]
const byVideo: Gathered = { ...whole, liveness_method: 'VIDEO_UPLOAD', filmed }
const fronts = (fields: Partial<Paper>) =>
  whole.documents.map((one) =>
    one.type === 'identity_document_front' && one.legal_representative_id === 'r1' ? { ...one, ...fields } : one,
  )
const passport = paper('identity_document', 'r1', { identity_document_type: 'passport' })
const unidentified = without((one) => one.legal_representative_id === 'r1' && one.type.startsWith('identity_document'))

const toldOf = (gathered: Gathered) => missingForFinalize(gathered).map(({ code, pointer }) => `${code} ${pointer}`)
const IDENTITY = '/legal_representatives/r1/documents/identity_document'

/** Every rule twice: broken, and only just satisfied. */
const rules: [string, { broken: Gathered; told: string[]; kept: Gathered }][] = [
  [
    'a shareholder',
    {
      broken: { ...whole, shareholders: [] },
      told: ['SHAREHOLDER_REQUIRED /shareholders'],
      kept: { ...whole, shareholders: [owner('s1', CPF)] },
    },
  ],
  [
    'no more than the whole',
    {
      broken: { ...whole, shareholders: [owner('s1', CPF, 6_001), owner('s2', CNPJ, 4_000)] },
      told: ['PARTICIPATION_OVER_100 /shareholders'],
      kept: { ...whole, shareholders: [owner('s1', CPF, 6_000), owner('s2', CNPJ, 4_000)] },
    },
  ],
  [
    'an active representative',
    {
      broken: {
        ...whole,
        shareholders: [owner('s1', CPF)],
        representatives: [person('r1', 's1', CPF, false)],
      },
      told: ['REPRESENTATIVE_REQUIRED /legal_representatives'],
      kept: { ...whole, shareholders: [owner('s1', CPF)], representatives: [person('r1', 's1')] },
    },
  ],
  [
    'a representative of each company that holds shares',
    {
      broken: { ...whole, representatives: [person('r1', 's1'), person('r2', 's2', OTHER_CPF, false)] },
      told: ['SHAREHOLDER_WITHOUT_REPRESENTATIVE /shareholders/s2'],
      kept: { ...whole, representatives: [person('r2', 's2', OTHER_CPF)] },
    },
  ],
  [
    'nobody but itself for a natural shareholder',
    {
      broken: { ...whole, representatives: [person('r1', 's1', OTHER_CPF), person('r2', 's2', CPF)] },
      told: ['REPRESENTATIVE_IS_ANOTHER /legal_representatives/r1'],
      kept: whole,
    },
  ],
  [
    'a selfie of each',
    {
      broken: { ...whole, documents: without((one) => one.type === 'selfie' && one.legal_representative_id === 'r2') },
      told: ['DOCUMENT_REQUIRED /legal_representatives/r2/documents/selfie'],
      kept: whole,
    },
  ],
  [
    'a declaration of each',
    {
      broken: { ...whole, documents: without((one) => one.type === 'qualification_declaration') },
      told: [
        'DOCUMENT_REQUIRED /legal_representatives/r1/documents/qualification_declaration',
        'DOCUMENT_REQUIRED /legal_representatives/r2/documents/qualification_declaration',
      ],
      kept: whole,
    },
  ],
  [
    'an identity: none',
    {
      broken: { ...whole, documents: unidentified },
      told: [`IDENTITY_REQUIRED ${IDENTITY}`],
      kept: { ...whole, documents: [...unidentified, passport] },
    },
  ],
  [
    'an identity: one side',
    {
      broken: {
        ...whole,
        documents: without((one) => one.type === 'identity_document_back' && one.legal_representative_id === 'r1'),
      },
      told: [`IDENTITY_REQUIRED ${IDENTITY}`],
      kept: whole,
    },
  ],
  [
    'an identity: sides of one card',
    {
      broken: { ...whole, documents: fronts({ identity_document_type: 'driver_license' }) },
      told: [`IDENTITY_REQUIRED ${IDENTITY}`],
      kept: { ...whole, documents: fronts({ identity_document_type: 'national_id' }) },
    },
  ],
  [
    'nothing of who is no longer active',
    {
      broken: { ...whole, documents: unidentified },
      told: [`IDENTITY_REQUIRED ${IDENTITY}`],
      kept: {
        ...whole,
        documents: unidentified,
        representatives: [person('r1', 's1', CPF, false), person('r2', 's2', OTHER_CPF)],
      },
    },
  ],
  [
    'a social contract, and one of the company',
    {
      broken: {
        ...whole,
        documents: [...without((one) => one.type === 'social_contract'), paper('social_contract', 'r1')],
      },
      told: ['DOCUMENT_REQUIRED /documents/social_contract'],
      kept: whole,
    },
  ],
  [
    'a balance sheet or a statement of revenue',
    {
      broken: { ...whole, documents: without((one) => one.type === 'balance_sheet') },
      told: ['REVENUE_REQUIRED /documents/revenue_statement'],
      kept: {
        ...whole,
        documents: [...without((one) => one.type === 'balance_sheet'), paper('revenue_statement')],
      },
    },
  ],
  [
    'by video: a video of each',
    {
      broken: { ...byVideo, filmed: filmed.slice(0, 1) },
      told: ['VIDEO_REQUIRED /legal_representatives/r2/liveness'],
      kept: byVideo,
    },
  ],
  [
    'by link: no video of anybody',
    {
      broken: { ...byVideo, filmed: [] },
      told: ['VIDEO_REQUIRED /legal_representatives/r1/liveness', 'VIDEO_REQUIRED /legal_representatives/r2/liveness'],
      kept: { ...byVideo, liveness_method: 'LINK', filmed: [] },
    },
  ],
  [
    'by video: a picture to compare with',
    {
      broken: { ...byVideo, documents: fronts({ content_type: 'application/pdf' }) },
      told: [`FACE_IMAGE_REQUIRED ${IDENTITY}`],
      kept: { ...byVideo, documents: fronts({ content_type: 'image/png' }) },
    },
  ],
  [
    'by video: a picture that is not heavy',
    {
      broken: { ...byVideo, documents: fronts({ size: FACE_IMAGE_BYTES_MAX + 1 }) },
      told: [`FACE_IMAGE_REQUIRED ${IDENTITY}`],
      kept: { ...byVideo, documents: fronts({ size: FACE_IMAGE_BYTES_MAX }) },
    },
  ],
  [
    'by video: a picture, be it a passport',
    {
      broken: { ...byVideo, documents: [...unidentified, { ...passport, content_type: 'application/pdf' }] },
      told: [`FACE_IMAGE_REQUIRED ${IDENTITY}`],
      kept: { ...byVideo, documents: [...unidentified, passport] },
    },
  ],
]

describe('the requirements of finalize', () => {
  it.each(rules)('%s', (_name, { broken, told, kept }) => {
    expect(toldOf(broken)).toEqual(told)
    expect(toldOf(kept)).toEqual([])
  })

  it('are all reported at once, in both languages', () => {
    const nothing: Gathered = {
      liveness_method: null,
      shareholders: [],
      representatives: [],
      documents: [],
      filmed: [],
    }
    const told = missingForFinalize(nothing)
    expect(told.map(({ code }) => code)).toEqual([
      'SHAREHOLDER_REQUIRED',
      'REPRESENTATIVE_REQUIRED',
      'DOCUMENT_REQUIRED',
      'REVENUE_REQUIRED',
    ])
    for (const { detail } of told) expect(detail['pt-BR']).not.toBe(detail['en-US'])
  })
})
