import Type from 'typebox'
import type { Text } from '../../base/language.ts'
import { eventType } from '../../events/event-type.ts'
import { openEnum, Uuid } from '../../gate/schema.ts'
import { fileStates } from './file.ts'
import { fileTypes } from './file-type.ts'

const told = {
  file_id: Uuid,
  type: openEnum(fileTypes),
  state: openEnum(fileStates),
  failure_code: Type.Optional(Type.String()),
}
const fileEvent = (what: string, text: Text) => eventType(`storage.file.${what}`, text, told)

export const storageEventTypes = [
  fileEvent('created', {
    'pt-BR': 'Um arquivo foi anunciado; seus bytes ainda são esperados.',
    'en-US': 'A file was announced; its bytes are still awaited.',
  }),
  fileEvent('ready', {
    'pt-BR': 'Os bytes de um arquivo chegaram, foram conferidos e estão guardados.',
    'en-US': 'The bytes of a file arrived, were verified and are kept.',
  }),
  fileEvent('refused', {
    'pt-BR': 'Os bytes de um arquivo não eram o que foi anunciado e foram removidos.',
    'en-US': 'The bytes of a file were not what was announced, and were removed.',
  }),
  fileEvent('aborted', {
    'pt-BR': 'Um arquivo anunciado não chegou a tempo.',
    'en-US': 'A file that was announced did not arrive in time.',
  }),
]
