import type { Tx } from '../../../http/transaction.ts'
import type { CheckFile, CheckQuestion } from '../../../partners/onboarding-checks/client.ts'
import type { ObjectStore } from '../../../platform/object-storage/object-store.ts'
import { isCpf } from '../../../platform/tax-ids/cpf.ts'
import { findReadyFile, type ReadyFile, signFile } from '../../storage/hand-out-file.ts'
import { findAccount } from '../accounts/account-store.ts'
import { documentsOfOne } from '../documents/document-store.ts'
import { findRepresentative } from '../representatives/representative-store.ts'
import type { StartedStep } from './begin-steps.ts'
import type { StepName } from './step.ts'

/** Long enough to fetch the largest video twice, and short enough to be useless when it leaks into a log. */
const ADDRESS_SECONDS = 15 * 60

/**
 * The input of a step's query, read in the transaction that begins it. The URLs of its files are signed after the
 * transaction.
 */
export interface Facts {
  begun: StartedStep
  subject: CheckQuestion['subject']
  files: { type: string; file: ReadyFile }[]
  videoFile: ReadyFile | undefined
}

const sees: Record<StepName, 'document' | 'papers' | 'face'> = {
  BC_PROTEGE: 'document',
  DICT: 'document',
  RUFRA: 'document',
  CAF: 'papers',
  LIVENESS: 'face',
}

/** The documents with which a video is compared. */
const portraits = /^(selfie|document_(front|back|id)|identity_document.*)$/

export async function readFacts(tx: Tx, begun: StartedStep): Promise<Facts> {
  const { step, onboarding, video } = begun
  const seen = sees[step.name]
  if (seen === 'document') {
    const document = step.document!
    const person_type = isCpf(document) ? 'NATURAL_PERSON' : 'LEGAL_PERSON'
    return { begun, subject: { person_type, document }, files: [], videoFile: undefined }
  }
  const subject = await readPerson(tx, begun)
  const papers = await documentsOfOne(tx, onboarding.id, step.legal_representative_id)
  const shown = papers.filter(({ type }) => seen === 'papers' || portraits.test(type))
  const files = await Promise.all(shown.map(async ({ type, file_id }) => ({ type, file: await ready(tx, file_id) })))
  return { begun, subject, files, videoFile: video && (await ready(tx, video.file_id)) }
}

/** The representative, or the account holder. */
async function readPerson(tx: Tx, { step, onboarding }: StartedStep): Promise<CheckQuestion['subject']> {
  const { legal_representative_id } = step
  if (legal_representative_id) {
    const found = await findRepresentative(tx, legal_representative_id)
    if (!found) throw new Error('a step has no subject')
    const { document, name: full_name, mother_name, birth_date } = found
    return { person_type: 'NATURAL_PERSON', document, full_name, mother_name, birth_date }
  }
  const found = await findAccount(tx, onboarding.product_id, onboarding.account_id)
  if (!found) throw new Error('a step has no subject')
  const { person_type, document, full_name, mother_name, birth_date } = found
  return { person_type, document, full_name, ...(mother_name && { mother_name }), ...(birth_date && { birth_date }) }
}

async function ready(tx: Tx, file_id: string): Promise<ReadyFile> {
  const file = await findReadyFile(tx, file_id)
  if (!file) throw new Error('a file of a step is missing')
  return file
}

export async function makeQuestion(objects: ObjectStore, facts: Facts): Promise<CheckQuestion> {
  const { subject, begun, files, videoFile } = facts
  const { step, video } = begun
  const show = async (type: string, file: ReadyFile): Promise<CheckFile> => ({
    type,
    content_type: file.content_type,
    url: await signFile(objects, file, ADDRESS_SECONDS),
  })
  const shown = await Promise.all(files.map(({ type, file }) => show(type, file)))
  return {
    check_id: `${step.id}-${step.attempts}`,
    step: step.name,
    subject,
    ...(shown.length > 0 && { files: shown }),
    ...(video && videoFile && { video: { ...(await show('liveness_video', videoFile)), ...provenance(video) } }),
  }
}

function provenance({
  captured_at,
  liveness_provider,
  liveness_provider_transaction_id,
}: NonNullable<StartedStep['video']>) {
  return {
    captured_at,
    ...(liveness_provider && { liveness_provider }),
    ...(liveness_provider_transaction_id && { liveness_provider_transaction_id }),
  }
}
