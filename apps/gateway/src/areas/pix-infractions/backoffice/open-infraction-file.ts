import Type from 'typebox'
import { deskRoute } from '../../../backoffice/backoffice-route.ts'
import { revealsLimited } from '../../../backoffice/faults.ts'
import { Reveal } from '../../../backoffice/reason.ts'
import { DateTime, Uuid } from '../../../http/schema.ts'
import { found } from '../../../platform/errors/fault.ts'
import type { ObjectStore } from '../../../platform/object-storage/object-store.ts'
import { findReadyFile, isSheet, signFile, signSheet } from '../../storage/hand-out-file.ts'
import { infractionFileUnknown, infractionUnknown } from '../errors.ts'
import { findNotification } from '../notification-store.ts'
import { ownerOf } from './owner.ts'

/** A signed URL grants access to anyone who has it, so it is short-lived. */
const ADDRESS_SECONDS = 5 * 60

const FileAddress = Type.Object(
  {
    url: Type.String({ description: 'Downloads the file. It is a credential: keep it out of logs.' }),
    content_type: Type.String(),
    frame_url: Type.Optional(
      Type.String({ description: 'Of a PDF: shows it in a frame. It is a credential like the other.' }),
    ),
    expires_at: DateTime,
  },
  { title: 'FileAddress' },
)

export const openInfractionFile = deskRoute({
  name: 'openInfractionFile',
  summary: 'The address of a file that the client sent as evidence, valid for five minutes',
  method: 'POST',
  path: '/v1/infractions/:id/files/:file_id/open',
  roles: ['analyst', 'approver'],
  reveals: 'reveal',
  params: Type.Object({ id: Uuid, file_id: Uuid }),
  body: Reveal,
  example: { reason: 'The receipt must be compared with the payment.' },
  reply: { 200: FileAddress },
  errors: [infractionUnknown, infractionFileUnknown, revealsLimited],

  async handle({ params: { id, file_id }, body: { reason }, now, look, act }, { objects }: { objects: ObjectStore }) {
    const { user_id } = await ownerOf(look, id)
    // The audit entry is written before the URL is signed: a failure in between records a view that did not happen,
    // and never hides one that did.
    const file = await act({
      user_id,
      subject: { type: 'infraction', id },
      reason,
      async work(tx) {
        const { file_ids } = found(await findNotification(tx, id), infractionUnknown)
        if (!file_ids.includes(file_id)) throw infractionFileUnknown()
        const answer = found(await findReadyFile(tx, file_id), infractionFileUnknown)
        return { answer, changes: { seen: { files: [file_id] } } }
      },
    })
    const url = await signFile(objects, file, ADDRESS_SECONDS)
    const frame_url = isSheet(file) ? await signSheet(objects, file, ADDRESS_SECONDS) : null
    const expires_at = new Date(now.getTime() + ADDRESS_SECONDS * 1000).toISOString()
    return { url, content_type: file.content_type, frame_url, expires_at }
  },
})
