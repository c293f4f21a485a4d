import { fault } from '../../platform/errors/fault.ts'

export const proposalNotFound = fault({
  code: 'PROPOSAL_NOT_FOUND',
  status: 404,
  title: { 'pt-BR': 'Solicitação não encontrada', 'en-US': 'Approval request not found' },
  detail: {
    'pt-BR': 'Não há solicitação de aprovação com este id. Confira-o em GET /v1/proposals.',
    'en-US': 'There is no approval request with this id. Check it with GET /v1/proposals.',
  },
})

export const proposalOwn = fault({
  code: 'PROPOSAL_OWN',
  status: 403,
  title: { 'pt-BR': 'A solicitação é sua', 'en-US': 'The approval request is your own' },
  detail: {
    'pt-BR':
      'Você não pode aprovar nem recusar a própria solicitação. Peça a outra pessoa com o perfil approver, ou cancele a solicitação.',
    'en-US':
      'You cannot approve or decline your own request. Ask another person with the role approver, or withdraw the request.',
  },
})

export const personNeeded = fault({
  code: 'PERSON_NEEDED',
  status: 403,
  title: { 'pt-BR': 'Só uma pessoa aprova ou recusa', 'en-US': 'Only a person approves or declines' },
  detail: {
    'pt-BR':
      'O token enviado é de um programa, e um programa não aprova nem recusa solicitações, qualquer que seja o perfil. Peça a uma pessoa com o perfil approver que entre com a própria conta.',
    'en-US':
      'The token belongs to a program, and a program cannot approve or decline requests, whatever its roles. Ask a person with the role approver to log in with their own account.',
  },
})

export const proposalOfAnother = fault({
  code: 'PROPOSAL_OF_ANOTHER',
  status: 403,
  title: { 'pt-BR': 'A solicitação é de outra pessoa', 'en-US': 'The approval request belongs to another person' },
  detail: {
    'pt-BR': 'Somente o solicitante cancela uma solicitação. Uma pessoa com o perfil approver pode recusá-la.',
    'en-US': 'Only the person who made a request withdraws it. A person with the role approver can decline it.',
  },
})

export const proposalEnded = fault({
  code: 'PROPOSAL_ENDED',
  status: 409,
  title: { 'pt-BR': 'A solicitação já foi encerrada', 'en-US': 'The approval request has ended' },
  detail: {
    'pt-BR':
      'A solicitação não está mais pendente: proposal_status informa o resultado. Se ainda for necessário, solicite novamente.',
    'en-US':
      'The approval request is no longer pending: proposal_status is its result. If the change is still needed, request it again.',
  },
})

export const proposalStale = fault({
  code: 'PROPOSAL_STALE',
  status: 409,
  title: { 'pt-BR': 'O registro mudou desde a solicitação', 'en-US': 'The record has changed since the request' },
  detail: {
    'pt-BR':
      'O registro mudou desde a solicitação de aprovação, encerrada sem efeito; refusal informa o motivo. Consulte o caso e solicite novamente.',
    'en-US':
      'The record has changed since the approval request, so the request ended without effect; refusal is the reason. Read the case and request it again.',
  },
})

export const proposalWaits = fault({
  code: 'PROPOSAL_WAITS',
  status: 409,
  title: { 'pt-BR': 'Solicitação já existente', 'en-US': 'Approval request exists already' },
  detail: {
    'pt-BR':
      'Esta operação sobre este registro já aguarda a aprovação de outra pessoa: proposal_id. Aguarde, ou peça ao solicitante que cancele a solicitação.',
    'en-US':
      'This operation on this record already waits for the approval of another person: proposal_id. Wait, or ask the person who requested it to withdraw it.',
  },
})
