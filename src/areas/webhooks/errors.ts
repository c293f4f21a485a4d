import { fault } from '../../base/errors/fault.ts'
import { ownedProduct, type Scope } from '../../gate/scope/scope.ts'

export const ownersOnly = fault({
  code: 'WEBHOOKS_OWNERS_ONLY',
  status: 403,
  title: { 'pt-BR': 'Só para donos do produto', 'en-US': 'For owners of the product only' },
  detail: {
    'pt-BR':
      'Os eventos de todos os usuários-alvo de um produto são do dono dele. Chame em seu próprio nome, sem x-product-target-user-uuid, com um produto que seja seu.',
    'en-US':
      "The events of all target users of a product are its owner's. Call on your own behalf, without x-product-target-user-uuid, with a product that is yours.",
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
    'pt-BR': 'Não há evento com este id ao seu alcance, ou o prazo em que os eventos são guardados já passou.',
    'en-US': 'There is no event with this id within your reach, or the time for which events are kept is over.',
  },
})

export const endpointNotFound = fault({
  code: 'WEBHOOKS_ENDPOINT_NOT_FOUND',
  status: 404,
  title: { 'pt-BR': 'Endpoint não encontrado', 'en-US': 'Endpoint not found' },
  detail: {
    'pt-BR':
      'Não há endpoint com este id ao seu alcance. Confira o id e o usuário em nome de quem a requisição é feita.',
    'en-US':
      'There is no endpoint with this id within your reach. Check the id and the user on whose behalf the request runs.',
  },
})

export const endpointIdTaken = fault({
  code: 'WEBHOOKS_ENDPOINT_ID_TAKEN',
  status: 409,
  title: { 'pt-BR': 'Id já usado', 'en-US': 'Id already used' },
  detail: {
    'pt-BR': 'Já existe um endpoint com o id enviado em x-transaction-uuid. Envie um novo UUID para criar outro.',
    'en-US': 'There already is an endpoint with the id sent in x-transaction-uuid. Send a new UUID to create another.',
  },
})

export const endpointLimitReached = fault({
  code: 'WEBHOOKS_ENDPOINT_LIMIT_REACHED',
  status: 422,
  title: { 'pt-BR': 'Limite de endpoints atingido', 'en-US': 'Endpoint limit reached' },
  detail: {
    'pt-BR': 'O usuário já tem o número máximo de endpoints. Remova um que não use mais e tente novamente.',
    'en-US': 'The user already has the greatest number of endpoints. Delete one that is no longer used and try again.',
  },
})

export const endpointUrlRefused = fault({
  code: 'WEBHOOKS_ENDPOINT_URL_REFUSED',
  status: 422,
  title: { 'pt-BR': 'Endereço recusado', 'en-US': 'Address refused' },
  detail: {
    'pt-BR': 'O endereço não pode receber webhooks deste gateway pela razão listada em errors. Nada foi alterado.',
    'en-US':
      'The address cannot be sent webhooks by this gateway, for the reason listed in errors. Nothing was changed.',
  },
})

export const endpointDisabled = fault({
  code: 'WEBHOOKS_ENDPOINT_DISABLED',
  status: 422,
  title: { 'pt-BR': 'Endpoint desativado', 'en-US': 'Endpoint disabled' },
  detail: {
    'pt-BR': 'Nada é enviado a um endpoint desativado. Ative-o com PATCH {"enabled": true} e tente novamente.',
    'en-US': 'Nothing is sent to a disabled endpoint. Enable it with PATCH {"enabled": true} and try again.',
  },
})

export const deliveryNotFound = fault({
  code: 'WEBHOOKS_DELIVERY_NOT_FOUND',
  status: 404,
  title: { 'pt-BR': 'Entrega não encontrada', 'en-US': 'Delivery not found' },
  detail: {
    'pt-BR': 'Não há entrega com este id ao seu alcance, ou o prazo em que as entregas são guardadas já passou.',
    'en-US': 'There is no delivery with this id within your reach, or the time for which deliveries are kept is over.',
  },
})

export const networkRefused = fault({
  code: 'WEBHOOKS_NETWORK_REFUSED',
  status: 422,
  title: { 'pt-BR': 'Rede recusada', 'en-US': 'Network refused' },
  detail: {
    'pt-BR':
      'A rede não está bem escrita, é grande demais (menos de /8 ou /32 em IPv6), é de endereços link-local, ou as portas estão invertidas.',
    'en-US':
      'The network is not well written, is too large (less than /8, or /32 of IPv6), is of link-local addresses, or its ports are reversed.',
  },
})
