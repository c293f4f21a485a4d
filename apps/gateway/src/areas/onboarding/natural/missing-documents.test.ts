import { describe, expect, it } from 'vitest'
import { FACE_IMAGE_BYTES_MAX } from '../documents/document.ts'
import { type MissingName, missingDocuments } from './missing-documents.ts'

type TestMissingDocumentsOptions = Parameters<typeof missingDocuments>[0][number]
const document = (
  type: TestMissingDocumentsOptions['type'],
  fields: Partial<TestMissingDocumentsOptions> = {},
): TestMissingDocumentsOptions => ({
  type,
  identity_document_type: null,
  content_type: 'image/jpeg',
  size: 1_000,
  ...fields,
})
const selfie = document('selfie')
const front = document('document_front', { identity_document_type: 'rg' })
const back = document('document_back', { identity_document_type: 'rg' })
const digital = document('document_id', { content_type: 'application/pdf' })

describe('the documents that the checks of a natural person require', () => {
  const cases: [string, TestMissingDocumentsOptions[], 'LINK' | 'VIDEO_UPLOAD' | null, MissingName[]][] = [
    ['nothing was sent', [], null, ['selfie', 'document_front', 'document_back']],
    ['a face only', [selfie], null, ['document_front', 'document_back']],
    ['no face', [front, back], null, ['selfie']],
    ['one side', [selfie, front], null, ['document_back']],
    ['the other side', [selfie, back], null, ['document_front']],
    ['two sides of two cards', [selfie, front, { ...back, identity_document_type: 'cnh' }], null, ['document_back']],
    ['both sides', [selfie, front, back], null, []],
    ['a digital identity without a face', [digital], null, ['selfie']],
    ['a digital identity', [selfie, digital], null, []],
    ['where the person lives is never waited for', [selfie, front, back, document('address_proof')], null, []],
    ['by link, a digital identity', [selfie, digital], 'LINK', []],
    ['by video, a digital identity only', [selfie, digital], 'VIDEO_UPLOAD', ['document_front']],
    ['by video, a digital identity and a front', [selfie, digital, front], 'VIDEO_UPLOAD', []],
    ['by video, both sides', [selfie, front, back], 'VIDEO_UPLOAD', []],
    ['by video, nothing', [], 'VIDEO_UPLOAD', ['selfie', 'document_front', 'document_back']],
    [
      'by video, a front that is no picture',
      [selfie, { ...front, content_type: 'application/pdf' }, back],
      'VIDEO_UPLOAD',
      ['document_front_image'],
    ],
    ['by link, a front that is no picture', [selfie, { ...front, content_type: 'application/pdf' }, back], 'LINK', []],
    ['by video, a PNG', [selfie, { ...front, content_type: 'image/png' }, back], 'VIDEO_UPLOAD', []],
    [
      'by video, a picture of just the size',
      [selfie, { ...front, size: FACE_IMAGE_BYTES_MAX }, back],
      'VIDEO_UPLOAD',
      [],
    ],
    [
      'by video, a picture one byte over',
      [selfie, { ...front, size: FACE_IMAGE_BYTES_MAX + 1 }, back],
      'VIDEO_UPLOAD',
      ['document_front_image'],
    ],
  ]
  it.each(cases)('%s', (_name, documents, method, missing) => {
    expect(missingDocuments(documents, method)).toEqual(missing)
  })
})
