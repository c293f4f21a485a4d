import { FileReply } from '@eclusa/gateway/src/areas/storage/file.ts'
import { type FileType, fileTypes } from '@eclusa/gateway/src/areas/storage/file-type.ts'
import {
  type FileServices,
  keepFile,
  keepFileErrors,
  saveKeptFile,
} from '@eclusa/gateway/src/areas/storage/keep-file.ts'
import { route } from '@eclusa/gateway/src/http/route.ts'
import { closedEnum } from '@eclusa/gateway/src/http/schema.ts'
import { fault } from '@eclusa/gateway/src/platform/errors/fault.ts'
import { both } from '@eclusa/gateway/src/platform/language.ts'
import Type from 'typebox'

const notToday = fault({
  code: 'TEST_NOT_TODAY',
  status: 422,
  title: { 'pt-BR': 'Hoje não', 'en-US': 'Not today' },
  detail: { 'pt-BR': 'Hoje não.', 'en-US': 'Not today.' },
})

/** An operation with a multipart body, like those of other areas, for tests only. */
export const keepRoute = route({
  name: 'keepDocument',
  summary: both('Guardar um documento', 'Keep a document'),
  description: both('Só os testes a têm.', 'Only tests have it.'),
  method: 'POST',
  path: '/v1/test/:type/documents',
  params: Type.Object({ type: closedEnum(fileTypes, 'Type.') }),
  body: Type.Object(
    { note: Type.Optional(Type.String({ maxLength: 50 })), count: Type.Optional(Type.Integer()) },
    { additionalProperties: false },
  ),
  multipart: {
    files: {
      document: { required: true, description: 'The document.' },
      annex: { required: false, description: 'Something beside it.' },
    },
    bytesMax: 50_000_000,
  },
  reply: { 201: FileReply },
  errors: [...keepFileErrors, notToday],

  async handle({ params, scope, receive, transaction }, services: FileServices) {
    const type = params.type.toUpperCase() as FileType
    const { fields, files } = await receive((file) => keepFile(services, scope, type, file))
    return transaction(async (tx) => {
      const saved = []
      for (const file of files)
        saved.push(await saveKeptFile(tx, file, { product_id: scope.product_id, person_id: null }))
      if (fields.note === 'not today') throw notToday()
      return saved[0]!
    })
  },
})
