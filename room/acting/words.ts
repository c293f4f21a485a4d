import { words } from '../../desk/words/language.ts'

export const actings = words({
  'pt-BR': {
    choose: 'Agir por outro usuário',
    self: 'Agindo por si',
    other: (user: string) => `Agindo por …${user}`,
    under: (product: string) => `no produto …${product}`,
    about:
      'O dono de um produto age pelos usuários-alvo dele. Você passa a ver e alterar o que é desse usuário nesse produto, e nada mais.',
    product: 'Produto',
    user: 'Usuário-alvo',
    idHint: 'O id, como o operador o deu.',
    act: 'Agir por este usuário',
    back: 'Voltar a agir por mim',
    latest: 'De quem houve eventos há pouco',
  },
  'en-US': {
    choose: 'Act for another user',
    self: 'Acting for yourself',
    other: (user: string) => `Acting for …${user}`,
    under: (product: string) => `under the product …${product}`,
    about:
      'The owner of a product acts for its target users. You will see and change what is of that user under that product, and nothing else.',
    product: 'Product',
    user: 'Target user',
    idHint: 'The id, as the operator gave it.',
    act: 'Act for this user',
    back: 'Act for myself again',
    latest: 'Whom events were about lately',
  },
})
