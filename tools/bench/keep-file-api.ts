import { buildApi } from '@eclusa/gateway/src/api.ts'
import { FileReply } from '@eclusa/gateway/src/areas/storage/file.ts'
import {
  type FileServices,
  keepFile,
  keepFileErrors,
  saveKeptFile,
} from '@eclusa/gateway/src/areas/storage/keep-file.ts'
import { route } from '@eclusa/gateway/src/http/route.ts'
import { both } from '@eclusa/gateway/src/platform/language.ts'
import { createApiServices } from '@eclusa/gateway/src/services.ts'
import { readApiSettings } from '@eclusa/gateway/src/settings.ts'
import Type from 'typebox'

/** The API with one more operation: a file upload through keep-file. Prints its address when it listens. */
const keepBenchFile = route({
  name: 'keepBenchFile',
  summary: both('Guardar um arquivo', 'Keep a file'),
  description: both('Só a medição a tem.', 'Only the bench has it.'),
  method: 'POST',
  path: '/v1/bench/files',
  body: Type.Object({}, { additionalProperties: false }),
  multipart: { files: { file: { required: true, description: 'The file.' } }, bytesMax: 250_000_000 },
  reply: { 201: FileReply },
  errors: keepFileErrors,
  async handle({ scope, receive, transaction }, services: FileServices) {
    const { files } = await receive((file) => keepFile(services, scope, 'OTHERS', file))
    return transaction((tx) => saveKeptFile(tx, files[0]!, { product_id: scope.product_id, person_id: null }))
  },
})

const services = createApiServices(readApiSettings(process.env))
const app = await buildApi(services, [keepBenchFile])
process.stdout.write(`${await app.listen({ host: '127.0.0.1', port: 0 })}\n`)
