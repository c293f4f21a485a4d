import { both, prose } from '../../base/language.ts'

/** Descriptions of the operations in the API contract. */
export const texts = {
  listEvents: {
    summary: both('Listar eventos', 'List events'),
    description: prose(
      `Lista o que aconteceu, do mais novo para o mais antigo, para quem prefere perguntar a ser avisado. Os filtros
      escolhem o tipo, o objeto ou um período. Com scope \`PRODUCT\` vêm os eventos de todos os usuários-alvo do
      produto, e só o dono pode pedir: \`WEBHOOKS_OWNERS_ONLY\`.`,
      `Lists events, newest first, for clients that prefer polling to webhooks. The filters choose a type, an
      object or a period. With the scope \`PRODUCT\` the events of all target users of the product come, and only its
      owner may ask: \`WEBHOOKS_OWNERS_ONLY\`.`,
    ),
  },
  getEvent: {
    summary: both('Consultar um evento', 'Get an event'),
    description: prose(
      `Mostra um evento com os mesmos dados que o webhook leva. Com scope \`PRODUCT\` o dono do produto lê também os
      dos seus usuários-alvo. Um evento que não existe ou não é seu recebe \`WEBHOOKS_EVENT_NOT_FOUND\`.`,
      `Shows an event with the same data that the webhook carries. With the scope \`PRODUCT\` the owner of the product
      also reads those of its target users. An event that does not exist or is not yours is refused with
      \`WEBHOOKS_EVENT_NOT_FOUND\`.`,
    ),
  },
  createEndpoint: {
    summary: both('Criar um endpoint de webhooks', 'Create a webhook endpoint'),
    description: prose(
      `Registra um endereço https que recebe eventos: todos, ou só os tipos escolhidos. O segredo que assina cada envio
      é mostrado nesta resposta e nunca mais. Um endereço em rede que não é pública recebe
      \`WEBHOOKS_ENDPOINT_URL_REFUSED\`, e há um limite de endpoints por usuário. Registra
      \`webhooks.endpoint.created\`, que é também o primeiro envio.`,
      `Registers an https address that receives events: all of them, or only the types chosen. The secret that signs
      every delivery is shown in this answer and never again. An address in a network that is not public is refused
      with \`WEBHOOKS_ENDPOINT_URL_REFUSED\`, and a user may have a limited number of endpoints. Records
      \`webhooks.endpoint.created\`, which is also the first delivery.`,
    ),
  },
  listEndpoints: {
    summary: both('Listar endpoints de webhooks', 'List webhook endpoints'),
    description: prose(
      `Lista os endpoints do usuário que não foram removidos, sem os segredos. Cada um diz se está ativo e, se não, por
      quê.`,
      `Lists the endpoints of the user that were not deleted, without their secrets. Each shows whether it is enabled
      and, if not, the reason.`,
    ),
  },
  getEndpoint: {
    summary: both('Consultar um endpoint de webhooks', 'Get a webhook endpoint'),
    description: prose(
      `Mostra um endpoint como ele está agora, sem o segredo, com a versão no \`ETag\`. Um endpoint removido, de outra
      pessoa ou que não existe recebe \`WEBHOOKS_ENDPOINT_NOT_FOUND\`.`,
      `Shows an endpoint as it is now, without its secret, with its version in the \`ETag\`. An endpoint that was
      deleted, is somebody else's or does not exist is refused with \`WEBHOOKS_ENDPOINT_NOT_FOUND\`.`,
    ),
  },
  updateEndpoint: {
    summary: both(
      'Alterar, desativar ou ativar um endpoint de webhooks',
      'Update, disable or enable a webhook endpoint',
    ),
    description: prose(
      `Aplica só os campos enviados: o endereço, a descrição, os tipos de evento ou se recebe. Ativado de novo, recebe
      o que acontecer dali em diante; o que perdeu é pedido com recoverDeliveries. Registra
      \`webhooks.endpoint.updated\`, com os nomes dos campos que mudaram.`,
      `Applies only the fields that were sent: the address, the description, the types of events or whether it
      receives. Enabled again, it receives what happens from then on; what it missed is asked for with
      recoverDeliveries. Records \`webhooks.endpoint.updated\`, with the names of the fields that changed.`,
    ),
  },
  deleteEndpoint: {
    summary: both('Remover um endpoint de webhooks', 'Delete a webhook endpoint'),
    description: prose(
      `Remove o endpoint e o responde uma última vez. O que ainda esperava por ele é cancelado pelo worker, aos poucos.
      Registra \`webhooks.endpoint.deleted\`; não volta.`,
      `Deletes the endpoint and answers it a last time. What was still waiting for it is canceled by the worker, in
      portions. Records \`webhooks.endpoint.deleted\`; it does not come back.`,
    ),
  },
  rotateSecret: {
    summary: both('Trocar o segredo de um endpoint de webhooks', "Replace a webhook endpoint's secret"),
    description: prose(
      `Faz um segredo novo, mostrado nesta resposta e nunca mais. O anterior ainda assina ao lado do novo por
      previous_valid_hours, 24 se não for dito, para que o receptor troque sem perder nada; use 0 se outros o
      conhecem. Registra \`webhooks.endpoint.secret_rotated\`.`,
      `Makes a new secret, shown in this answer and never again. The previous one still signs beside it for
      previous_valid_hours, 24 when not said, so that a receiver changes over without missing anything; use 0 when
      others know it. Records \`webhooks.endpoint.secret_rotated\`.`,
    ),
  },
  testEndpoint: {
    summary: both('Enviar um evento de teste a um endpoint de webhooks', 'Send a test event to a webhook endpoint'),
    description: prose(
      `Registra \`webhooks.endpoint.tested\` e o envia só a este endpoint, quaisquer que sejam os tipos que ele
      escolheu. A resposta é o evento; o que foi feito dele está nas entregas. Um endpoint desativado recebe
      \`WEBHOOKS_ENDPOINT_DISABLED\`.`,
      `Records \`webhooks.endpoint.tested\` and sends it to this endpoint alone, whatever types it chose. The answer is
      the event; what became of it is in its deliveries. A disabled endpoint is refused with
      \`WEBHOOKS_ENDPOINT_DISABLED\`.`,
    ),
  },
  recoverDeliveries: {
    summary: both(
      'Enviar a um endpoint o que ele perdeu desde um momento',
      'Send a webhook endpoint what it missed since a time',
    ),
    description: prose(
      `Deixa um job que procura o que o endpoint não ouviu desde um momento até agora e o envia. A resposta não espera
      por ele, pois pode ser muito. Os eventos mantêm o webhook-id: quem já os tratou os reconhece. Um endpoint
      desativado recebe \`WEBHOOKS_ENDPOINT_DISABLED\`.`,
      `Enqueues a job that sends the events which the endpoint has missed since a given time. The answer
      does not wait for it, because there may be many. Events keep their webhook-id, so that a receiver recognises
      duplicates. A disabled endpoint is rejected with \`WEBHOOKS_ENDPOINT_DISABLED\`.`,
    ),
  },
  listDeliveries: {
    summary: both('Listar entregas de webhooks com as suas tentativas', 'List webhook deliveries with their attempts'),
    description: prose(
      `Lista as entregas de eventos aos endpoints do usuário, da mais nova para a mais antiga, com cada tentativa:
      quando foi, o que o endpoint respondeu e quando será a próxima. Os filtros escolhem um endpoint, um evento, um
      estado ou um período.`,
      `Lists the deliveries of events to the user's endpoints, newest first, with each attempt: when it was, what the
      endpoint answered and when the next will be. The filters choose an endpoint, an event, a state or a period.`,
    ),
  },
  getDelivery: {
    summary: both(
      'Consultar uma entrega de webhook com as suas tentativas',
      'Get a webhook delivery with its attempts',
    ),
    description: prose(
      `Mostra uma entrega como ela está agora, com cada tentativa. Uma entrega que não existe ou não é sua recebe
      \`WEBHOOKS_DELIVERY_NOT_FOUND\`.`,
      `Shows a delivery as it is now, with each attempt. A delivery that does not exist or is not yours is refused with
      \`WEBHOOKS_DELIVERY_NOT_FOUND\`.`,
    ),
  },
  resendDelivery: {
    summary: both('Enviar um webhook de novo', 'Send a webhook again'),
    description: prose(
      `Envia outra vez um evento a um endpoint, ouvido ou não. O webhook-id é o mesmo, para que o receptor o reconheça.
      A resposta é a entrega, que espera pelo worker; se o endpoint está desativado ou foi removido, é
      \`WEBHOOKS_ENDPOINT_DISABLED\`.`,
      `Sends an event to an endpoint again, also after a success. The webhook-id stays, so that a receiver recognises
      the duplicate. The answer is the delivery, which waits for the worker; where the endpoint is disabled or deleted it is
      \`WEBHOOKS_ENDPOINT_DISABLED\`.`,
    ),
  },
}
