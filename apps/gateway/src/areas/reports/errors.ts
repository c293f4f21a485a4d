import { fault } from '../../platform/errors/fault.ts'

export const reportClientNotFound = fault({
  code: 'REPORT_CLIENT_NOT_FOUND',
  status: 404,
  title: { 'pt-BR': 'Cliente não encontrado', 'en-US': 'Client not found' },
  detail: {
    'pt-BR':
      'Não há cliente com este id que você possa consultar. Confira o id e o usuário em nome de quem a requisição é feita.',
    'en-US':
      'There is no client with this id that you can read. Check the id and the user on whose behalf the request runs.',
  },
})
