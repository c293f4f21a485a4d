import { both, prose } from '../../platform/language.ts'

/** Descriptions of the operations in the API contract. */
export const texts = {
  listEvents: {
    summary: both('Listar eventos', 'List events'),
    description: prose(
      `Lista os eventos, do mais novo para o mais antigo, para sistemas que preferem consultar a receber
      webhooks. Filtre por tipo, objeto ou período. Com scope \`PRODUCT\` a lista traz os eventos de todos os
      usuários-alvo do produto, e somente o titular tem acesso: \`WEBHOOKS_OWNERS_ONLY\`.`,
      `Lists events, newest first, for systems that prefer polling to webhooks. Filter by type, object or
      period. With the scope \`PRODUCT\` the list contains the events of all target users of the product, and
      only its owner has access: \`WEBHOOKS_OWNERS_ONLY\`.`,
    ),
  },
  getEvent: {
    summary: both('Consultar um evento', 'Get an event'),
    description: prose(
      `Mostra um evento com os mesmos dados do webhook. Com scope \`PRODUCT\` o titular do produto consulta
      também os eventos dos usuários-alvo. Um evento que não existe ou não é seu recebe
      \`WEBHOOKS_EVENT_NOT_FOUND\`.`,
      `Returns an event with the same data as its webhook. With the scope \`PRODUCT\` the owner of the product
      also reads the events of its target users. An event that does not exist or is not yours is rejected with
      \`WEBHOOKS_EVENT_NOT_FOUND\`.`,
    ),
  },
  createEndpoint: {
    summary: both('Criar um endpoint de webhooks', 'Create a webhook endpoint'),
    description: prose(
      `Registra um endereço https que recebe eventos: todos, ou somente os tipos escolhidos. O segredo que
      assina cada entrega é exibido somente nesta resposta. Um endereço em rede que não é pública recebe
      \`WEBHOOKS_ENDPOINT_URL_REFUSED\`, e há um limite de endpoints por usuário. Registra
      \`webhooks.endpoint.created\`, que é também a primeira entrega.`,
      `Registers an https address that receives events: all of them, or only the chosen types. The secret that
      signs every delivery is shown only in this response. An address in a network that is not public is
      rejected with \`WEBHOOKS_ENDPOINT_URL_REFUSED\`, and each user can have a limited number of endpoints.
      Records \`webhooks.endpoint.created\`, which is also the first delivery.`,
    ),
  },
  listEndpoints: {
    summary: both('Listar endpoints de webhooks', 'List webhook endpoints'),
    description: prose(
      `Lista os endpoints do usuário que não foram removidos, sem os segredos. Cada um mostra se está ativo e,
      se não, o motivo.`,
      `Lists the endpoints of the user that were not deleted, without their secrets. Each shows whether it is
      enabled and, if not, the reason.`,
    ),
  },
  getEndpoint: {
    summary: both('Consultar um endpoint de webhooks', 'Get a webhook endpoint'),
    description: prose(
      `Mostra os dados atuais de um endpoint, sem o segredo, com a versão no \`ETag\`. Um endpoint removido, de
      outro usuário ou inexistente recebe \`WEBHOOKS_ENDPOINT_NOT_FOUND\`.`,
      `Returns the current data of an endpoint, without its secret, with its version in the \`ETag\`. An
      endpoint that was deleted, belongs to another user or does not exist is rejected with
      \`WEBHOOKS_ENDPOINT_NOT_FOUND\`.`,
    ),
  },
  updateEndpoint: {
    summary: both(
      'Alterar, desativar ou ativar um endpoint de webhooks',
      'Update, disable or enable a webhook endpoint',
    ),
    description: prose(
      `Altera somente os campos enviados: o endereço, a descrição, os tipos de evento ou se o endpoint está
      ativo. Reativado, ele recebe os eventos posteriores; recupere os perdidos com recoverDeliveries.
      Registra \`webhooks.endpoint.updated\`, com os nomes dos campos alterados.`,
      `Changes only the fields sent: the address, the description, the types of events or whether the endpoint
      is enabled. Enabled again, it receives later events; recover the missed ones with recoverDeliveries.
      Records \`webhooks.endpoint.updated\`, with the names of the changed fields.`,
    ),
  },
  deleteEndpoint: {
    summary: both('Remover um endpoint de webhooks', 'Delete a webhook endpoint'),
    description: prose(
      `Remove o endpoint e o devolve uma última vez na resposta. O worker cancela aos poucos as entregas
      pendentes. Registra \`webhooks.endpoint.deleted\`; a remoção é definitiva.`,
      `Deletes the endpoint and returns it a last time. The worker cancels its pending deliveries in portions.
      Records \`webhooks.endpoint.deleted\`; the deletion is final.`,
    ),
  },
  rotateSecret: {
    summary: both('Rotacionar o segredo de um endpoint de webhooks', "Rotate a webhook endpoint's secret"),
    description: prose(
      `Gera um segredo novo, exibido somente nesta resposta. O anterior ainda assina ao lado do novo por
      previous_valid_hours, 24 se não informado, para que o receptor faça a troca sem perder entregas; use 0
      se outras pessoas o conhecem. Registra \`webhooks.endpoint.secret_rotated\`.`,
      `Generates a new secret, shown only in this response. The previous secret also signs for
      previous_valid_hours, 24 by default, so that the receiver can change over without losing deliveries; use
      0 if other people know it. Records \`webhooks.endpoint.secret_rotated\`.`,
    ),
  },
  testEndpoint: {
    summary: both('Enviar um evento de teste a um endpoint de webhooks', 'Send a test event to a webhook endpoint'),
    description: prose(
      `Registra \`webhooks.endpoint.tested\` e o envia somente a este endpoint, quaisquer que sejam os tipos
      escolhidos. A resposta é o evento; o resultado do envio está nas entregas. Um endpoint desativado recebe
      \`WEBHOOKS_ENDPOINT_DISABLED\`.`,
      `Records \`webhooks.endpoint.tested\` and sends it to this endpoint only, whatever types it selects. The
      response is the event; the result of the delivery is in its deliveries. A disabled endpoint is rejected
      with \`WEBHOOKS_ENDPOINT_DISABLED\`.`,
    ),
  },
  recoverDeliveries: {
    summary: both(
      'Recuperar as entregas que um endpoint perdeu desde um momento',
      'Recover the deliveries that a webhook endpoint missed since a time',
    ),
    description: prose(
      `Cria um job que envia ao endpoint os eventos que ele perdeu desde um momento até agora. A resposta não
      espera pelo job, pois os eventos podem ser muitos. Os eventos mantêm o webhook-id, para que o receptor
      reconheça duplicatas. Um endpoint desativado recebe \`WEBHOOKS_ENDPOINT_DISABLED\`.`,
      `Enqueues a job that sends the events which the endpoint has missed since a given time. The answer
      does not wait for it, because there may be many. Events keep their webhook-id, so that a receiver recognises
      duplicates. A disabled endpoint is rejected with \`WEBHOOKS_ENDPOINT_DISABLED\`.`,
    ),
  },
  listDeliveries: {
    summary: both('Listar entregas de webhooks com as suas tentativas', 'List webhook deliveries with their attempts'),
    description: prose(
      `Lista as entregas de eventos aos endpoints do usuário, da mais nova para a mais antiga, com cada
      tentativa: a hora, a resposta do endpoint e a hora da próxima. Filtre por endpoint, evento, estado ou
      período.`,
      `Lists the deliveries of events to the endpoints of the user, newest first, with each attempt: its time,
      the response of the endpoint and the time of the next attempt. Filter by endpoint, event, state or
      period.`,
    ),
  },
  getDelivery: {
    summary: both(
      'Consultar uma entrega de webhook com as suas tentativas',
      'Get a webhook delivery with its attempts',
    ),
    description: prose(
      `Mostra os dados atuais de uma entrega, com cada tentativa. Uma entrega que não existe ou não é sua
      recebe \`WEBHOOKS_DELIVERY_NOT_FOUND\`.`,
      `Returns the current data of a delivery, with each attempt. A delivery that does not exist or is not
      yours is rejected with \`WEBHOOKS_DELIVERY_NOT_FOUND\`.`,
    ),
  },
  resendDelivery: {
    summary: both('Reenviar um webhook', 'Send a webhook again'),
    description: prose(
      `Envia novamente um evento a um endpoint, mesmo depois de uma entrega com sucesso. O webhook-id é o
      mesmo, para que o receptor reconheça a duplicata. A resposta é a entrega, que aguarda o worker; se o
      endpoint está desativado ou foi removido, é \`WEBHOOKS_ENDPOINT_DISABLED\`.`,
      `Sends an event to an endpoint again, also after a success. The webhook-id is the same, so that the
      receiver recognises the duplicate. The response is the delivery, which waits for the worker; if the
      endpoint is disabled or deleted, it is \`WEBHOOKS_ENDPOINT_DISABLED\`.`,
    ),
  },
}
