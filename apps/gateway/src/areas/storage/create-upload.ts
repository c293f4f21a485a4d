import Type from 'typebox'
import { record } from '../../events/record.ts'
import { route } from '../../http/route.ts'
import { DateTime, openEnum, Uuid } from '../../http/schema.ts'
import type { Settings } from '../../platform/config/settings.ts'
import { uuidv7 } from '../../platform/ids.ts'
import type { ObjectStore } from '../../platform/object-storage/object-store.ts'
import { fileIdTaken, quotaExceeded, uploadRulesBroken } from './errors.ts'
import { storage } from './events.ts'
import { fileStates, incomingKey, newUpload, UPLOAD_SECONDS, UploadCreate } from './file.ts'
import { insertFile } from './file-store.ts'
import { leaveOf } from './hand-out-file.ts'
import type { storageSettings } from './settings.ts'
import { texts } from './texts.ts'

const UploadReply = Type.Object(
  {
    file_id: Uuid,
    state: openEnum(fileStates),
    url: Type.String({ description: 'The URL for the PUT of the content. It is a credential: keep it out of logs.' }),
    method: Type.String({ description: 'The method to use with it: PUT.' }),
    headers: Type.Record(Type.String(), Type.String(), { description: 'Send exactly these with the content.' }),
    expires_at: DateTime,
  },
  { title: 'Upload' },
)

/** Begins an upload. The client sends the bytes directly to the store, with a URL that accepts exactly these bytes. */
export const createUpload = route({
  name: 'createUpload',
  ...texts.createUpload,
  method: 'POST',
  path: '/v1/storage/upload',
  body: UploadCreate,
  example: {
    file_type: 'OTHERS',
    file_name: 'statement.pdf',
    size: 77,
    sha256: '4f0721b2855d0ba9449d707e357a71b818155573a87bd0b3bb57f66627230175',
  },
  reply: { 201: UploadReply },
  errors: [fileIdTaken, uploadRulesBroken, quotaExceeded],

  async handle(
    { body, scope, now, transaction_uuid, transaction },
    { objects, settings }: { objects: ObjectStore; settings: Settings<typeof storageSettings> },
  ) {
    const file = newUpload(transaction_uuid ?? uuidv7(now.getTime()), scope, body, now)
    const { size, content_type: contentType } = file
    // Signing a URL is a local calculation without a request to the store.
    const key = incomingKey(scope.user_id, file.id)
    const { url, headers } = await objects.signUpload(key, {
      size,
      contentType,
      seconds: UPLOAD_SECONDS,
      by: leaveOf(scope),
    })
    return transaction(async (tx) => {
      await insertFile(tx, file, settings)
      record(tx, storage.file.created(file))
      const { id, state, upload_expires_at } = file
      return { id, file_id: id, state, url, method: 'PUT', headers, expires_at: upload_expires_at! }
    })
  },
})
