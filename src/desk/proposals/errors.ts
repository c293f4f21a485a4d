import { fault } from '../../base/errors/fault.ts'

export const proposalNotFound = fault({
  code: 'PROPOSAL_NOT_FOUND',
  status: 404,
  title: { 'pt-BR': 'Proposta não encontrada', 'en-US': 'Proposal not found' },
  detail: {
    'pt-BR': 'Não há proposta com este id. Confira-o em GET /v1/proposals.',
    'en-US': 'There is no proposal with this id. Check it with GET /v1/proposals.',
  },
})

export const proposalOwn = fault({
  code: 'PROPOSAL_OWN',
  status: 403,
  title: { 'pt-BR': 'A proposta é sua', 'en-US': 'The proposal is your own' },
  detail: {
    'pt-BR': 'Ninguém aprova ou recusa o que propôs. Peça a outra pessoa com o papel approver, ou retire a proposta.',
    'en-US':
      'Nobody approves or declines what they proposed. Ask another person with the role approver, or withdraw it.',
  },
})

export const personNeeded = fault({
  code: 'PERSON_NEEDED',
  status: 403,
  title: { 'pt-BR': 'Só uma pessoa aprova ou recusa', 'en-US': 'Only a person approves or declines' },
  detail: {
    'pt-BR':
      'O token enviado é de uma máquina, e uma máquina não aprova nem recusa propostas, qualquer que seja o papel dela. Peça a uma pessoa com o papel approver que entre com a própria conta.',
    'en-US':
      'The token belongs to a machine, and a machine does not approve or decline proposals, whatever its roles. Ask a person with the role approver to log in with their own account.',
  },
})

export const proposalOfAnother = fault({
  code: 'PROPOSAL_OF_ANOTHER',
  status: 403,
  title: { 'pt-BR': 'A proposta é de outra pessoa', 'en-US': "The proposal is somebody else's" },
  detail: {
    'pt-BR': 'Só quem propôs retira uma proposta. Quem tem o papel approver pode recusá-la.',
    'en-US': 'Only who proposed it withdraws a proposal. Who has the role approver may decline it.',
  },
})

export const proposalEnded = fault({
  code: 'PROPOSAL_ENDED',
  status: 409,
  title: { 'pt-BR': 'A proposta já terminou', 'en-US': 'The proposal has ended' },
  detail: {
    'pt-BR': 'A proposta não espera mais: proposal_status diz como terminou. Se ainda for preciso, proponha novamente.',
    'en-US': 'The proposal waits no more: proposal_status says how it ended. If it is still needed, propose it again.',
  },
})

export const proposalStale = fault({
  code: 'PROPOSAL_STALE',
  status: 409,
  title: { 'pt-BR': 'O que foi proposto mudou', 'en-US': 'What was proposed about has changed' },
  detail: {
    'pt-BR':
      'O registro mudou desde a proposta, que terminou sem efeito; refusal diz o motivo. Olhe o caso novamente e proponha de novo.',
    'en-US':
      'The record has changed since it was proposed, so the proposal ended without effect; refusal says why. Look at the case again and propose anew.',
  },
})

export const proposalWaits = fault({
  code: 'PROPOSAL_WAITS',
  status: 409,
  title: { 'pt-BR': 'Já há uma proposta', 'en-US': 'There is a proposal already' },
  detail: {
    'pt-BR':
      'Esta operação sobre este registro já espera por uma segunda pessoa: proposal_id. Aguarde, ou peça a quem propôs que a retire.',
    'en-US':
      'This operation on this record waits for a second person already: proposal_id. Wait, or ask who proposed it to withdraw it.',
  },
})
