import { words } from '../words/language.ts'

export const timelines = words({
  'pt-BR': {
    nothingYet: 'Nada aconteceu ainda.',
    nobody: 'ninguém',
    proposal: 'Proposta',
    proposedBy: (name: string) => `Proposta de ${name}`,
  },
  'en-US': {
    nothingYet: 'Nothing has happened yet.',
    nobody: 'nobody',
    proposal: 'Proposal',
    proposedBy: (name: string) => `Proposed by ${name}`,
  },
})
