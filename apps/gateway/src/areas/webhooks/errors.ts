import { ownedProduct, type Scope } from '../../http/scope/scope.ts'
import { fault } from '../../platform/errors/fault.ts'

export const ownersOnly = fault({
  code: 'WEBHOOKS_OWNERS_ONLY',
  status: 403,
  title: { 'pt-BR': 'Somente para titulares do produto', 'en-US': 'For owners of the product only' },
  detail: {
    'pt-BR':
      'Somente o titular de um produto recebe os eventos de todos os usuários-alvo dele. Chame em nome próprio, sem x-product-target-user-uuid, com um produto de que você é titular.',
    'en-US':
      'Only the owner of a product receives the events of all its target users. Call on your own behalf, without x-product-target-user-uuid, with a product that you own.',
  },
})

/** Only the owner of a product, acting for itself, may receive events of all its target users. */
export function refuseOthers(scope: Scope): void {
  if (!ownedProduct(scope)) throw ownersOnly()
}

export const eventNotFound = fault({
  code: 'WEBHOOKS_EVENT_NOT_FOUND',
  status: 404,
  title: { 'pt-BR': 'Evento não encontrado', 'en-US': 'Event not found' },
  detail: {
    'pt-BR': 'Não há evento com este id que você possa consultar, ou o prazo de retenção terminou.',
    'en-US': 'There is no event with this id that you can read, or its retention period is over.',
  },
})

export const endpointNotFound = fault({
  code: 'WEBHOOKS_ENDPOINT_NOT_FOUND',
  status: 404,
  title: { 'pt-BR': 'Endpoint não encontrado', 'en-US': 'Endpoint not found' },
  detail: {
    'pt-BR':
      'Não há endpoint com este id que você possa consultar. Confira o id e o usuário em nome de quem a requisição é feita.',
    'en-US':
      'There is no endpoint with this id that you can read. Check the id and the user on whose behalf the request runs.',
  },
})

export const endpointIdTaken = fault({
  code: 'WEBHOOKS_ENDPOINT_ID_TAKEN',
  status: 409,
  title: { 'pt-BR': 'Id já usado', 'en-US': 'Id already used' },
  detail: {
    'pt-BR': 'Já existe um endpoint com o id enviado em x-transaction-uuid. Envie um novo UUID para criar outro.',
    'en-US': 'An endpoint exists with the id sent in x-transaction-uuid. Send a new UUID to create another.',
  },
})

export const endpointLimitReached = fault({
  code: 'WEBHOOKS_ENDPOINT_LIMIT_REACHED',
  status: 422,
  title: { 'pt-BR': 'Limite de endpoints atingido', 'en-US': 'Endpoint limit reached' },
  detail: {
    'pt-BR': 'O usuário já tem o número máximo de endpoints. Remova um que não use mais e tente novamente.',
    'en-US': 'The user already has the maximum number of endpoints. Delete one that you no longer use and try again.',
  },
})

export const endpointUrlRefused = fault({
  code: 'WEBHOOKS_ENDPOINT_URL_REFUSED',
  status: 422,
  title: { 'pt-BR': 'Endereço recusado', 'en-US': 'Address rejected' },
  detail: {
    'pt-BR': 'O gateway não envia webhooks a este endereço, pelo motivo listado em errors. Nada foi alterado.',
    'en-US':
      'The gateway does not send webhooks to this address, for the reason listed in errors. Nothing was changed.',
  },
})

export const endpointDisabled = fault({
  code: 'WEBHOOKS_ENDPOINT_DISABLED',
  status: 422,
  title: { 'pt-BR': 'Endpoint desativado', 'en-US': 'Endpoint disabled' },
  detail: {
    'pt-BR':
      'O gateway não envia eventos a um endpoint desativado. Ative-o com PATCH {"enabled": true} e tente novamente.',
    'en-US':
      'The gateway sends no events to a disabled endpoint. Enable it with PATCH {"enabled": true} and try again.',
  },
})

export const deliveryNotFound = fault({
  code: 'WEBHOOKS_DELIVERY_NOT_FOUND',
  status: 404,
  title: { 'pt-BR': 'Entrega não encontrada', 'en-US': 'Delivery not found' },
  detail: {
    'pt-BR': 'Não há entrega com este id que você possa consultar, ou o prazo de retenção terminou.',
    'en-US': 'There is no delivery with this id that you can read, or its retention period is over.',
  },
})

export const networkRefused = fault({
  code: 'WEBHOOKS_NETWORK_REFUSED',
  status: 422,
  title: { 'pt-BR': 'Rede recusada', 'en-US': 'Network rejected' },
  detail: {
    'pt-BR':
      'A rede não está em notação CIDR, é grande demais (menos de /8 ou /32 em IPv6), é de endereços link-local, ou as portas estão invertidas.',
    'en-US':
      'The network is not in CIDR notation, is too large (less than /8, or /32 for IPv6), contains link-local addresses, or its ports are reversed.',
  },
})
