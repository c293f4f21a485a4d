import Type from 'typebox'
import { route } from '../../http/route.ts'
import { DateTime, openEnum } from '../../http/schema.ts'
import { found } from '../../platform/errors/fault.ts'
import type { ObjectStore } from '../../platform/object-storage/object-store.ts'
import { fileNotFound, fileNotReady } from './errors.ts'
import { FilePath, fileStates } from './file.ts'
import { findFile } from './file-store.ts'
import { isReady, leaveOf, signFile } from './hand-out-file.ts'
import { texts } from './texts.ts'

const DOWNLOAD_SECONDS = 5 * 60
/** Shorter for a caller that acts for another user: an external store does not know when a grant ends. */
const DOWNLOAD_SECONDS_UNDER_GRANT = 60

const FileUrlReply = Type.Object(
  {
    url: Type.String({ description: 'Downloads the file as an attachment. It is a credential: keep it out of logs.' }),
    size: Type.Integer(),
    state: openEnum(fileStates),
    expires_at: DateTime,
  },
  { title: 'FileUrl' },
)

export const getFileUrl = route({
  name: 'getFileUrl',
  ...texts.getFileUrl,
  method: 'GET',
  path: '/v2/storage/files/:id/url',
  params: FilePath,
  brief: true,
  reply: { 200: FileUrlReply },
  errors: [fileNotFound, fileNotReady],

  async handle({ params, scope, now, transaction }, { objects }: { objects: ObjectStore }) {
    const file = found(await transaction((tx) => findFile(tx, params.id)), fileNotFound)
    const { state, size } = file
    if (!isReady(file)) throw fileNotReady({ members: { state } })
    const seconds = scope.grant_id ? DOWNLOAD_SECONDS_UNDER_GRANT : DOWNLOAD_SECONDS
    const url = await signFile(objects, file, seconds, leaveOf(scope))
    return { url, size, state, expires_at: new Date(now.getTime() + seconds * 1000).toISOString() }
  },
})
