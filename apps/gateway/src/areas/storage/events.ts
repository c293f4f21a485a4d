import Type from 'typebox'
import { about, event } from '../../events/event.ts'
import { openEnum, Uuid } from '../../http/schema.ts'
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
        'pt-BR': 'Um arquivo foi criado e aguarda o envio do conteúdo.',
        'en-US': 'A file was created and waits for the upload of its content.',
      },
      file,
    ),
    ready: event(
      'storage.file.ready',
      {
        'pt-BR': 'O conteúdo de um arquivo foi recebido, verificado e armazenado.',
        'en-US': 'The content of a file was received, verified and stored.',
      },
      file,
    ),
    refused: event(
      'storage.file.refused',
      {
        'pt-BR': 'O conteúdo de um arquivo não correspondia ao declarado e foi removido.',
        'en-US': 'The content of a file did not match its declaration and was removed.',
      },
      file,
    ),
    aborted: event(
      'storage.file.aborted',
      {
        'pt-BR': 'O conteúdo de um arquivo não foi enviado no prazo.',
        'en-US': 'The content of a file was not uploaded in time.',
      },
      file,
    ),
  },
}
