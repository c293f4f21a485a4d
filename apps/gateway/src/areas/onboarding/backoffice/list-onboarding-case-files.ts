import Type from 'typebox'
import { signatureOf } from '../../../backoffice/auth/person.ts'
import { deskRoute } from '../../../backoffice/backoffice-route.ts'
import { revealsLimited } from '../../../backoffice/faults.ts'
import { Reveal } from '../../../backoffice/reason.ts'
import { DateTime, Uuid } from '../../../http/schema.ts'
import type { ObjectStore } from '../../../platform/object-storage/object-store.ts'
import { isSheet, signFile, signSheet } from '../../storage/hand-out-file.ts'
import { onboardingNotFound } from '../errors.ts'
import { OnboardingPath } from '../fields.ts'
import { type ViewedFile, viewFiles } from '../steps/view-files.ts'
import { ownerOf } from './owner.ts'

/** A signed URL grants access to anyone who has it, so it is short-lived. */
const ADDRESS_SECONDS = 5 * 60

const FileOfCase = Type.Object(
  {
    file_id: Uuid,
    type: Type.String({ description: 'The kind of document, or liveness_video.' }),
    legal_representative_id: Type.Optional(Uuid),
    content_type: Type.String(),
    size: Type.Integer({ description: 'Bytes.' }),
    url: Type.String({ description: 'Downloads the file. It is a credential: keep it out of logs.' }),
    frame_url: Type.Optional(
      Type.String({ description: 'Of a PDF: shows it in a frame. It is a credential like the other.' }),
    ),
  },
  { title: 'FileOfCase' },
)
const OnboardingFiles = Type.Object(
  { files: Type.Array(FileOfCase, { description: 'In the order they came.' }), expires_at: DateTime },
  { title: 'OnboardingFiles' },
)

export const showOnboardingFiles = deskRoute({
  name: 'showOnboardingFiles',
  summary: 'Addresses of the documents and videos, valid for five minutes',
  method: 'POST',
  path: '/v1/onboardings/:id/files',
  roles: ['analyst', 'approver'],
  reveals: 'reveal',
  params: OnboardingPath,
  body: Reveal,
  example: { reason: 'The face must be compared with the document.' },
  reply: { 200: OnboardingFiles },
  errors: [onboardingNotFound, revealsLimited],

  async handle({ params: { id }, body: { reason }, person, now, look, act }, { objects }: { objects: ObjectStore }) {
    const user_id = await ownerOf(look, id)
    // The audit entry is written before the URLs are signed: a failure in between records a view that did not happen,
    // and never hides one that did.
    const viewed = await act({
      user_id,
      subject: { type: 'onboarding', id },
      reason,
      async work(tx) {
        const answer = await viewFiles(tx, id, signatureOf(person))
        return { answer, changes: { seen: answer.map(({ file }) => file.id) } }
      },
    })
    const expires_at = new Date(now.getTime() + ADDRESS_SECONDS * 1000).toISOString()
    return { files: await Promise.all(viewed.map((one) => signed(objects, one))), expires_at }
  },
})

async function signed(objects: ObjectStore, { type, legal_representative_id, file }: ViewedFile) {
  const { id: file_id, content_type, size } = file
  const url = await signFile(objects, file, ADDRESS_SECONDS)
  const frame_url = isSheet(file) ? await signSheet(objects, file, ADDRESS_SECONDS) : null
  return { file_id, type, legal_representative_id, content_type, size, url, frame_url }
}
