import { fault } from '../../base/errors/fault.ts'

export const journalEntryNotFound = fault({
  code: 'JOURNAL_ENTRY_NOT_FOUND',
  status: 404,
  title: { 'pt-BR': 'Registro não encontrado', 'en-US': 'Entry not found' },
  detail: {
    'pt-BR': 'O diário não tem registro com este número. Confira o número na lista do diário.',
    'en-US': 'The journal has no entry of this number. Check the number in the list of the journal.',
  },
})

export const journalNothingSealed = fault({
  code: 'JOURNAL_NOTHING_SEALED',
  status: 409,
  title: { 'pt-BR': 'Nada está selado', 'en-US': 'Nothing is sealed' },
  detail: {
    'pt-BR': 'Este registro não tem parte selada: tudo o que ele diz já está à vista.',
    'en-US': 'This entry has no sealed part: all that it says is in the open already.',
  },
})
