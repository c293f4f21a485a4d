import { defineMessages } from '@eclusa/ui/i18n/language.ts'

export const timelines = defineMessages({
  'pt-BR': {
    nothingYet: 'Ainda não há registros.',
    nobody: 'sem responsável',
    proposal: 'Solicitação de aprovação',
    proposedBy: (name: string) => `Solicitada por ${name}`,
  },
  'en-US': {
    nothingYet: 'No entries yet.',
    nobody: 'unassigned',
    proposal: 'Approval request',
    proposedBy: (name: string) => `Requested by ${name}`,
  },
})
