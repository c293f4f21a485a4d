import { fault } from '../../base/errors/fault.ts'

export const caseNotFound = fault({
  code: 'CASE_NOT_FOUND',
  status: 404,
  title: { 'pt-BR': 'Caso não encontrado', 'en-US': 'Case not found' },
  detail: {
    'pt-BR': 'Nenhum caso deste tipo e com este id espera por alguém. Confira o id na lista, ou procure-o.',
    'en-US': 'No case of this kind and with this id waits for anybody. Check the id in the list, or search for it.',
  },
})

export const caseTaken = fault({
  code: 'CASE_TAKEN',
  status: 409,
  title: { 'pt-BR': 'O caso está com outra pessoa', 'en-US': 'A colleague has the case' },
  detail: {
    'pt-BR':
      'O caso está com a pessoa de assigned_name. Passe ao próximo, ou repita com taken_from igual a assigned_to para assumi-lo ou decidi-lo mesmo assim. Nada foi alterado.',
    'en-US':
      'The person in assigned_name has this case in hand. Go on to the next, or repeat with taken_from equal to assigned_to to take or decide it all the same. Nothing was changed.',
  },
})

export const colleagueUnknown = fault({
  code: 'COLLEAGUE_UNKNOWN',
  status: 422,
  title: { 'pt-BR': 'Pessoa desconhecida', 'en-US': 'Person unknown' },
  detail: {
    'pt-BR': 'Ninguém com este id trabalhou aqui. Peça à pessoa que entre uma vez, ou confira o id. Nada foi alterado.',
    'en-US': 'Nobody with this id has worked here. Ask them to log in once, or check the id. Nothing was changed.',
  },
})

export const handsFull = fault({
  code: 'HANDS_FULL',
  status: 422,
  title: { 'pt-BR': 'Casos demais com uma pessoa', 'en-US': 'Too many cases in one hand' },
  detail: {
    'pt-BR': 'Esta pessoa já tem 500 casos que esperam. Decida alguns, ou entregue este a outra. Nada foi alterado.',
    'en-US':
      'This person has 500 cases that wait already. Decide some, or hand this one to somebody else. Nothing was changed.',
  },
})
