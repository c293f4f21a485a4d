import { both, prose } from '../../base/language.ts'

/** Descriptions of the operations in the API contract. */
export const texts = {
  listRequests: {
    summary: both('Listar as últimas requisições', 'List the latest requests'),
    description: prose(
      `Lista as requisições que o seu usuário fez nos últimos dias, sem corpos: a operação, o status, o código do erro
      e quanto durou. Os filtros escolhem um status, só as que falharam ou uma operação. Ler esta lista não deixa
      linha nela; uma linha aparece logo depois da sua resposta.`,
      `Lists the requests that your user made in the last days, without bodies: the operation, the status, the code of
      the error and how long it took. The filters choose a status, only those that failed, or an operation. To read
      this list leaves no line in it; a line appears shortly after its answer.`,
    ),
  },
  getRequest: {
    summary: both(
      'Consultar uma das últimas requisições pelo id da sua resposta',
      'Get one of the latest requests by the id in its answer',
    ),
    description: prose(
      `Mostra uma requisição pelo id que veio em \`x-request-id\` e no campo request_id de cada erro. As linhas são
      guardadas por alguns dias: depois, ou se não for sua, a resposta é \`REQUEST_NOT_FOUND\`.`,
      `Shows a request by the id that came in \`x-request-id\` and in request_id of every error. Lines are kept for
      some days: afterwards, or when it is not yours, the answer is \`REQUEST_NOT_FOUND\`.`,
    ),
  },
  listApiKeys: {
    summary: both('Listar as suas chaves de API com o último uso', 'List your API keys with their last use'),
    description: prose(
      `Lista as chaves de API do seu usuário, também as revogadas, com o começo de cada uma e o último uso. O valor de
      uma chave nunca é mostrado. Serve para achar quem ainda as usa antes de trocá-las por tokens de plataforma.`,
      `Lists the API keys of your user, also those revoked, with how each begins and when it was last used. The value
      of a key is never shown. It is there to find who still uses them before they are replaced by platform tokens.`,
    ),
  },
}
