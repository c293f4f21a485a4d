import Type from 'typebox'
import { PageQuery, PageReply } from '../../http/page.ts'
import { route } from '../../http/route.ts'
import { closedEnum } from '../../http/schema.ts'
import { FileReply, fileStates } from './file.ts'
import { listFilesOf } from './file-store.ts'
import { fileTypes } from './file-type.ts'
import { texts } from './texts.ts'

const FileQuery = PageQuery(['created_at'], {
  type: Type.Optional(closedEnum(fileTypes, 'Only files of this type.')),
  state: Type.Optional(closedEnum(fileStates, 'Only files in this state.')),
  folder_name: Type.Optional(Type.String({ maxLength: 255, description: 'Only files with this label.' })),
})

export const listFiles = route({
  name: 'listFiles',
  ...texts.listFiles,
  method: 'GET',
  path: '/v1/storage/files',
  query: FileQuery,
  reply: { 200: PageReply(FileReply) },
  errors: [],

  handle: ({ query, list }) => list((tx, page) => listFilesOf(tx, query, page)),
})
