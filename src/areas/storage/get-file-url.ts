import Type from 'typebox'
import { found } from '../../base/errors/fault.ts'
import type { ObjectStore } from '../../base/objects/objects.ts'
import { route } from '../../gate/route.ts'
import { DateTime, openEnum } from '../../gate/schema.ts'
import { fileNotFound, fileNotReady } from './errors.ts'
import { FilePath, fileStates } from './file.ts'
import { findFile } from './file-store.ts'
import { isReady, signFile } from './hand-out-file.ts'

const DOWNLOAD_SECONDS = 5 * 60

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
  summary: 'Get a short-lived address to download a file',
  method: 'GET',
  path: '/v2/storage/files/:id/url',
  params: FilePath,
  reply: { 200: FileUrlReply },
  errors: [fileNotFound, fileNotReady],

  async handle({ params, now, transaction }, { objects }: { objects: ObjectStore }) {
    const file = found(await transaction((tx) => findFile(tx, params.id)), fileNotFound)
    const { state, size } = file
    if (!isReady(file)) throw fileNotReady({ members: { state } })
    const url = await signFile(objects, file, DOWNLOAD_SECONDS)
    return { url, size, state, expires_at: new Date(now.getTime() + DOWNLOAD_SECONDS * 1000).toISOString() }
  },
})
