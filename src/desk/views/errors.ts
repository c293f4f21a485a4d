import { fault } from '../../base/errors/fault.ts'

export const viewNotFound = fault({
  code: 'VIEW_NOT_FOUND',
  status: 404,
  title: { 'pt-BR': 'Visão não encontrada', 'en-US': 'View not found' },
  detail: {
    'pt-BR': 'Você não tem uma visão com este id. Leia as suas de novo: ela pode ter sido removida em outra janela.',
    'en-US': 'You have no view with this id. Read yours again: it may have been removed in another window.',
  },
})

export const viewNameTaken = fault({
  code: 'VIEW_NAME_TAKEN',
  status: 409,
  title: { 'pt-BR': 'Já há uma visão com este nome', 'en-US': 'There is a view of this name already' },
  detail: {
    'pt-BR': 'Você já tem uma visão com este nome. Escolha outro, ou altere aquela. Nada foi alterado.',
    'en-US': 'You have a view of this name already. Choose another, or change that one. Nothing was changed.',
  },
})

export const viewsFull = fault({
  code: 'VIEWS_FULL',
  status: 422,
  title: { 'pt-BR': 'Visões demais', 'en-US': 'Too many views' },
  detail: {
    'pt-BR': 'Uma pessoa guarda no máximo 30 visões. Remova uma que não usa mais. Nada foi alterado.',
    'en-US': 'A person keeps 30 views at most. Remove one that you no longer use. Nothing was changed.',
  },
})
