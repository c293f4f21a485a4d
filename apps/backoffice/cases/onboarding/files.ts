import type { PaperGroup } from '../../document-viewer/compare-view.tsx'
import type { PaperFile } from '../../document-viewer/file.ts'
import { nameOf, type OnboardingRecord, type ShownStep } from './record.ts'

export const FILM = 'liveness_video'
const fronts = new Set(['document_front', 'document_id', 'identity_document_front', 'identity_document'])
/** Display order: identity documents and the face first, the rest in order of arrival. */
const order = [...fronts, 'document_back', 'identity_document_back', 'selfie', FILM]
const rankOf = ({ type }: PaperFile) => (order.includes(type) ? order.indexOf(type) : order.length)

/** Grouped by owner: the company's own first, then those of each representative, in the order of the case. */
export function groupsOf(record: OnboardingRecord, files: PaperFile[], company: string): PaperGroup[] {
  const people = [undefined, ...record.representatives.map(({ id }) => id)]
  return people
    .map((id) => {
      const title = id ? nameOf(record, id) : people.length > 1 ? company : undefined
      return {
        key: id ?? 'own',
        ...(title && { title }),
        files: files
          .filter((file) => file.legal_representative_id === id)
          .toSorted((one, other) => rankOf(one) - rankOf(other)),
      }
    })
    .filter((group) => group.files.length > 0)
}

const ofSame = (files: PaperFile[], { legal_representative_id: whose }: { legal_representative_id?: string }) =>
  files.filter(({ legal_representative_id }) => legal_representative_id === whose)

/** What a file is compared with: the selfie of the same person, and a selfie with the document or the video. */
export function companionOf(files: PaperFile[], file: PaperFile): PaperFile | undefined {
  const same = ofSame(files, file).filter((one) => one !== file)
  const selfie = same.find(({ type }) => type === 'selfie')
  return selfie ?? same.find(({ type }) => fronts.has(type)) ?? same.findLast(({ type }) => type === FILM)
}

/** The first file shown: for a face its newest video, otherwise the document of the person of the step. */
export function firstFor(files: PaperFile[], step: ShownStep | undefined): PaperFile | undefined {
  const same = step ? ofSame(files, step) : files
  const film = step?.name === 'LIVENESS' ? same.findLast(({ type }) => type === FILM) : undefined
  return film ?? same.find(({ type }) => fronts.has(type)) ?? same[0] ?? files[0]
}
