import { route } from '../../http/route.ts'
import { found } from '../../platform/errors/fault.ts'
import { fileNotFound } from './errors.ts'
import { FilePath, FileReply } from './file.ts'
import { findFile } from './file-store.ts'
import { texts } from './texts.ts'

export const getFile = route({
  name: 'getFile',
  ...texts.getFile,
  method: 'GET',
  path: '/v1/storage/files/:id',
  params: FilePath,
  brief: true,
  reply: { 200: FileReply },
  errors: [fileNotFound],

  handle: ({ params, transaction }) => transaction(async (tx) => found(await findFile(tx, params.id), fileNotFound)),
})
