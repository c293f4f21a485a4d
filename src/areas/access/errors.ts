import { fault } from '../../base/errors/fault.ts'

export const requestNotFound = fault({
  code: 'REQUEST_NOT_FOUND',
  status: 404,
  title: { 'pt-BR': 'Requisição não encontrada', 'en-US': 'Request not found' },
  detail: {
    'pt-BR':
      'Não há requisição com este id ao seu alcance, ou ela ainda não foi anotada, ou o prazo em que são guardadas já passou. Tente de novo em alguns segundos se ela acabou de ser feita.',
    'en-US':
      'There is no request with this id within your reach, or it is not written down yet, or the time for which they are kept is over. Try again in a few seconds if it was made just now.',
  },
})
