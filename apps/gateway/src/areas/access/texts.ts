import { both, prose } from '../../platform/language.ts'

/** Descriptions of the operations in the API contract. */
export const texts = {
  listRequests: {
    summary: both('Listar as últimas requisições', 'List the latest requests'),
    description: prose(
      `Lista as requisições que o seu usuário fez nos últimos dias, sem os corpos: a operação, o status, o
      código do erro e a duração. Filtre por status, por operação ou somente as que falharam. Consultar esta
      lista não cria uma linha nela; cada requisição aparece pouco depois da sua resposta.`,
      `Lists the requests that your user made in the last days, without bodies: the operation, the status, the
      error code and the duration. Filter by status, by operation, or only those that failed. Reading this
      list adds no line to it; a request appears shortly after its response.`,
    ),
  },
  getRequest: {
    summary: both(
      'Consultar uma das últimas requisições pelo id da resposta',
      'Get one of the latest requests by the id in its response',
    ),
    description: prose(
      `Mostra uma requisição pelo id recebido em \`x-request-id\` e no campo request_id de cada erro. As
      requisições são mantidas por alguns dias: depois, ou se a requisição não for sua, a resposta é
      \`REQUEST_NOT_FOUND\`.`,
      `Returns a request by the id sent in \`x-request-id\` and in request_id of every error. Requests are kept
      for some days: later, or when the request is not yours, the response is \`REQUEST_NOT_FOUND\`.`,
    ),
  },
  listApiKeys: {
    summary: both('Listar as suas chaves de API com o último uso', 'List your API keys with their last use'),
    description: prose(
      `Lista as chaves de API do seu usuário, inclusive as revogadas, com o prefixo e o último uso de cada uma.
      O valor da chave nunca é exibido. Use a lista para descobrir quais sistemas ainda usam chaves antes de
      trocá-las por tokens de plataforma.`,
      `Lists the API keys of your user, including revoked ones, with the prefix and the last use of each. The
      value of a key is never shown. Use the list to find which systems still use keys before you replace them
      with platform tokens.`,
    ),
  },
}
