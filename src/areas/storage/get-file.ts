import { route } from '../../gate/route.ts'
import { fileNotFound } from './errors.ts'
import { FilePath, FileReply } from './file.ts'
import { findFile } from './file-store.ts'

export const getFile = route({
  name: 'getFile',
  summary: 'Get a file, without its bytes',
  method: 'GET',
  path: '/v1/storage/files/:id',
  params: FilePath,
  reply: { 200: FileReply },
  errors: [fileNotFound],

  async handle({ params, transaction }) {
    return transaction(async (tx) => {
      const file = await findFile(tx, params.id)
      if (!file) throw fileNotFound()
      return file
    })
  },
})
