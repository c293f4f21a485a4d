import Type from 'typebox'
import { about, event } from '../../events/event.ts'
import { openEnum, Uuid } from '../../gate/schema.ts'
import { type File, fileStates } from './file.ts'
import { fileTypes } from './file-type.ts'

const file = about(
  'files',
  {
    file_id: Uuid,
    type: openEnum(fileTypes),
    state: openEnum(fileStates),
    failure_code: Type.Optional(Type.String()),
  },
  ({ id, type, state, failure_code }: File) => ({ file_id: id, type, state, failure_code }),
)

export const storage = {
  file: {
    created: event(
      'storage.file.created',
      {
        'pt-BR': 'Um arquivo foi anunciado; seus bytes ainda são esperados.',
        'en-US': 'A file was announced; its bytes are still awaited.',
      },
      file,
    ),
    ready: event(
      'storage.file.ready',
      {
        'pt-BR': 'Os bytes de um arquivo chegaram, foram conferidos e estão guardados.',
        'en-US': 'The bytes of a file arrived, were verified and are kept.',
      },
      file,
    ),
    refused: event(
      'storage.file.refused',
      {
        'pt-BR': 'Os bytes de um arquivo não eram o que foi anunciado e foram removidos.',
        'en-US': 'The bytes of a file were not what was announced, and were removed.',
      },
      file,
    ),
    aborted: event(
      'storage.file.aborted',
      {
        'pt-BR': 'Um arquivo anunciado não chegou a tempo.',
        'en-US': 'A file that was announced did not arrive in time.',
      },
      file,
    ),
  },
}
