import { fault } from '../../platform/errors/fault.ts'

export const journalEntryNotFound = fault({
  code: 'JOURNAL_ENTRY_NOT_FOUND',
  status: 404,
  title: { 'pt-BR': 'Registro não encontrado', 'en-US': 'Entry not found' },
  detail: {
    'pt-BR': 'A trilha de auditoria não tem registro com este número. Confira o número na lista.',
    'en-US': 'The audit log has no entry with this number. Check the number in the list.',
  },
})

export const journalNothingSealed = fault({
  code: 'JOURNAL_NOTHING_SEALED',
  status: 409,
  title: { 'pt-BR': 'Sem dados criptografados', 'en-US': 'No encrypted data' },
  detail: {
    'pt-BR': 'Este registro não tem dados criptografados: o conteúdo inteiro já está visível.',
    'en-US': 'This entry has no encrypted data: its whole content is visible already.',
  },
})
