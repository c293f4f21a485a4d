import { fault } from '../../platform/errors/fault.ts'

export const viewNotFound = fault({
  code: 'VIEW_NOT_FOUND',
  status: 404,
  title: { 'pt-BR': 'Visão não encontrada', 'en-US': 'View not found' },
  detail: {
    'pt-BR': 'Você não tem uma visão com este id. Atualize a lista: ela pode ter sido removida em outra janela.',
    'en-US': 'You have no view with this id. List your views again: it may have been removed in another window.',
  },
})

export const viewNameTaken = fault({
  code: 'VIEW_NAME_TAKEN',
  status: 409,
  title: { 'pt-BR': 'Nome de visão já usado', 'en-US': 'View name already used' },
  detail: {
    'pt-BR': 'Você já tem uma visão com este nome. Escolha outro nome, ou altere a visão existente. Nada foi alterado.',
    'en-US': 'You already have a view with this name. Choose another name, or change that view. Nothing was changed.',
  },
})

export const viewsFull = fault({
  code: 'VIEWS_FULL',
  status: 422,
  title: { 'pt-BR': 'Visões demais', 'en-US': 'Too many views' },
  detail: {
    'pt-BR': 'Cada pessoa pode salvar no máximo 30 visões. Remova uma que não usa mais. Nada foi alterado.',
    'en-US': 'Each person can save 30 views at most. Remove one that you no longer use. Nothing was changed.',
  },
})
