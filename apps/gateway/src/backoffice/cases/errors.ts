import { fault } from '../../platform/errors/fault.ts'

export const caseNotFound = fault({
  code: 'CASE_NOT_FOUND',
  status: 404,
  title: { 'pt-BR': 'Caso não encontrado', 'en-US': 'Case not found' },
  detail: {
    'pt-BR': 'Não há caso pendente deste tipo com este id. Confira o id na fila ou faça uma busca.',
    'en-US': 'There is no pending case of this kind with this id. Check the id in the queue, or search for it.',
  },
})

export const caseTaken = fault({
  code: 'CASE_TAKEN',
  status: 409,
  title: { 'pt-BR': 'Caso atribuído a outra pessoa', 'en-US': 'Case assigned to a colleague' },
  detail: {
    'pt-BR':
      'O caso está atribuído à pessoa em assigned_name. Passe ao próximo, ou repita com taken_from igual a assigned_to para assumi-lo ou decidi-lo mesmo assim. Nada foi alterado.',
    'en-US':
      'This case is assigned to the person in assigned_name. Continue with the next case, or repeat with taken_from equal to assigned_to to take or decide it anyway. Nothing was changed.',
  },
})

export const colleagueUnknown = fault({
  code: 'COLLEAGUE_UNKNOWN',
  status: 422,
  title: { 'pt-BR': 'Pessoa desconhecida', 'en-US': 'Person unknown' },
  detail: {
    'pt-BR':
      'Nenhuma pessoa com este id entrou no backoffice. Peça que ela entre uma vez, ou confira o id. Nada foi alterado.',
    'en-US':
      'No person with this id has logged in to the backoffice. Ask them to log in once, or check the id. Nothing was changed.',
  },
})

export const handsFull = fault({
  code: 'HANDS_FULL',
  status: 422,
  title: { 'pt-BR': 'Limite de casos por pessoa atingido', 'en-US': 'Too many cases for one person' },
  detail: {
    'pt-BR':
      'Esta pessoa já tem 500 casos pendentes. Decida alguns, ou atribua este a outra pessoa. Nada foi alterado.',
    'en-US':
      'This person already has 500 pending cases. Decide some, or assign this one to another person. Nothing was changed.',
  },
})
