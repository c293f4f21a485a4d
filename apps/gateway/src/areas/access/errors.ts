import { fault } from '../../platform/errors/fault.ts'

export const requestNotFound = fault({
  code: 'REQUEST_NOT_FOUND',
  status: 404,
  title: { 'pt-BR': 'Requisição não encontrada', 'en-US': 'Request not found' },
  detail: {
    'pt-BR':
      'Não há requisição com este id que você possa consultar, ela ainda não foi registrada, ou o prazo de retenção terminou. Se ela acabou de ser feita, tente novamente em alguns segundos.',
    'en-US':
      'There is no request with this id that you can read, it is not recorded yet, or its retention period is over. If it was made just now, try again in a few seconds.',
  },
})
