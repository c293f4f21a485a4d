import { defineMessages } from '@eclusa/ui/i18n/language.ts'

export const actings = defineMessages({
  'pt-BR': {
    choose: 'Operar em nome de outro usuário',
    self: 'Operando em nome próprio',
    other: (user: string) => `Operando em nome de …${user}`,
    under: (product: string) => `no produto …${product}`,
    about:
      'O titular de um produto opera em nome dos usuários-alvo. Você passa a ver e alterar somente os registros desse usuário nesse produto.',
    product: 'Produto',
    user: 'Usuário-alvo',
    idHint: 'O id informado pelo operador.',
    act: 'Operar em nome deste usuário',
    back: 'Voltar a operar em nome próprio',
    latest: 'Usuários com eventos recentes',
  },
  'en-US': {
    choose: 'Act on behalf of another user',
    self: 'Acting as yourself',
    other: (user: string) => `Acting on behalf of …${user}`,
    under: (product: string) => `under the product …${product}`,
    about:
      'The owner of a product acts on behalf of its target users. You see and change only the records of that user under that product.',
    product: 'Product',
    user: 'Target user',
    idHint: 'The id that the operator gave you.',
    act: 'Act on behalf of this user',
    back: 'Act as myself again',
    latest: 'Users with recent events',
  },
})
