import type { Contradictions, Facts } from '../contradiction.ts'
import type { OnboardingRecord, ShownStep } from './record.ts'

export type StepFact =
  | 'checkFailed'
  | 'passedBefore'
  | 'faceRejected'
  | 'noFilm'
  | 'noSelfie'
  | 'noDocument'
  | 'backWasSent'
  | 'noSharedFile'

export const stepContradictions: Contradictions<StepFact> = {
  APPROVED: ['checkFailed', 'faceRejected'],
  REJECTED: ['passedBefore'],
  RESUBMIT: ['passedBefore'],
  matchesSelfie: ['noSelfie', 'noDocument'],
  readable: ['noDocument'],
  selfieOfAnother: ['noSelfie'],
  backMissing: ['backWasSent'],
  sameFace: ['noSelfie', 'noFilm'],
  otherFace: ['noFilm'],
  filmedScreen: ['noFilm'],
  sharedFile: ['noSharedFile'],
}

const backs = new Set(['document_back', 'identity_document_back'])
const documents = /^(identity_)?document_?/

/** Facts about the person of the step. Other people of a company have checks and documents of their own. */
export function stepFacts(record: OnboardingRecord, step: ShownStep): Facts<StepFact> {
  const ofSame = ({ legal_representative_id: of }: { legal_representative_id?: string }) =>
    of === step.legal_representative_id
  const papers = record.papers.filter(ofSame)
  const faces = record.faces.filter(ofSame)
  const files = new Set([...papers, ...faces.flatMap(({ films }) => films)].map(({ file_id }) => file_id))
  return {
    checkFailed: record.steps.some(({ id, status }) => id !== step.id && status === 'REJECTED'),
    passedBefore: step.said.some(({ what }) => what === 'step_approved'),
    faceRejected: faces.some(({ status }) => status === 'REJECTED'),
    noFilm: faces.every(({ films }) => films.length === 0),
    noSelfie: papers.every(({ type }) => type !== 'selfie'),
    noDocument: papers.every(({ type }) => !documents.test(type)),
    backWasSent: papers.some(({ type }) => backs.has(type)),
    noSharedFile: record.same_bytes.every(({ file_id }) => !files.has(file_id)),
  }
}
