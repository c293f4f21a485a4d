import { fault } from '../platform/errors/fault.ts'

/** Faults that the gate can return for any operation. Every code has a page under docs/errors. */

export const requestMalformed = fault({
  code: 'REQUEST_MALFORMED',
  status: 400,
  title: { 'pt-BR': 'Requisição malformada', 'en-US': 'Malformed request' },
  detail: {
    'pt-BR': 'A requisição não segue o contrato. Corrija cada item listado em errors e envie novamente.',
    'en-US': 'The request does not follow the contract. Correct each item listed in errors and send it again.',
  },
})

export const credentialsMissing = fault({
  code: 'CREDENTIALS_MISSING',
  status: 401,
  title: { 'pt-BR': 'Credencial ausente', 'en-US': 'Credentials missing' },
  detail: {
    'pt-BR': 'Envie um token da plataforma no cabeçalho Authorization (Bearer) ou uma chave no cabeçalho x-api-key.',
    'en-US': 'Send a platform token in the Authorization header (Bearer), or a key in the x-api-key header.',
  },
})

export const credentialsRefused = fault({
  code: 'CREDENTIALS_REFUSED',
  status: 401,
  title: { 'pt-BR': 'Credencial inválida', 'en-US': 'Credentials rejected' },
  detail: {
    'pt-BR': 'A credencial não é válida, expirou, foi revogada ou pertence a um usuário inativo. Obtenha uma nova.',
    'en-US': 'The credential is not valid, has expired, was revoked, or belongs to an inactive user. Obtain a new one.',
  },
})

export const credentialsAmbiguous = fault({
  code: 'CREDENTIALS_AMBIGUOUS',
  status: 400,
  title: { 'pt-BR': 'Mais de uma credencial', 'en-US': 'More than one credential' },
  detail: {
    'pt-BR':
      'Envie uma única credencial, uma vez: na API, Authorization ou x-api-key; no backoffice, Authorization ou a sessão.',
    'en-US':
      'Send a single credential, once: to the API, Authorization or x-api-key; to the backoffice, Authorization or the session.',
  },
})

export const productForbidden = fault({
  code: 'PRODUCT_FORBIDDEN',
  status: 403,
  title: { 'pt-BR': 'Produto não permitido', 'en-US': 'Product not permitted' },
  detail: {
    'pt-BR':
      'A sua credencial não tem acesso ao produto em x-product-uuid, ou não pode agir nele em nome do usuário em x-product-target-user-uuid.',
    'en-US':
      'Your credential has no access to the product in x-product-uuid, or may not act in it for the user in x-product-target-user-uuid.',
  },
})

export const walletForbidden = fault({
  code: 'WALLET_FORBIDDEN',
  status: 403,
  title: { 'pt-BR': 'Carteira não permitida', 'en-US': 'Wallet not permitted' },
  detail: {
    'pt-BR': 'A carteira em x-wallet-uuid não pertence ao usuário em nome de quem a requisição é feita.',
    'en-US': 'The wallet in x-wallet-uuid does not belong to the user on whose behalf the request runs.',
  },
})

export const walletNotActive = fault({
  code: 'WALLET_NOT_ACTIVE',
  status: 422,
  title: { 'pt-BR': 'Nenhuma carteira ativa', 'en-US': 'No active wallet' },
  detail: {
    'pt-BR':
      'A carteira em x-wallet-uuid não está ativa ou, sem esse cabeçalho, o usuário não tem uma carteira padrão ativa. Escolha uma ativa em x-wallet-uuid, ou peça ao operador que crie ou ative uma.',
    'en-US':
      'The wallet in x-wallet-uuid is not active or, without that header, the user has no active default wallet. Choose an active one in x-wallet-uuid, or ask the operator to create or activate one.',
  },
})

export const replayed = fault({
  code: 'REPLAY',
  status: 409,
  title: { 'pt-BR': 'Requisição repetida', 'en-US': 'Repeated request' },
  detail: {
    'pt-BR':
      'Uma requisição igual já teve efeito; esta não alterou nada. first_request_id e resource_id mostram o primeiro resultado. Para repetir de propósito, envie x-include-replay-protection-schema: nonce com um nonce novo, ou mude um valor comparado.',
    'en-US':
      'An equal request has already taken effect; this one changed nothing. first_request_id and resource_id show the first outcome. To repeat on purpose, send x-include-replay-protection-schema: nonce with a new nonce, or change a compared value.',
  },
})

export const preconditionFailed = fault({
  code: 'PRECONDITION_FAILED',
  status: 412,
  title: { 'pt-BR': 'O registro mudou', 'en-US': 'The record has changed' },
  detail: {
    'pt-BR':
      'O valor de If-Match não é o ETag atual do registro. Leia o registro novamente, refaça a alteração e envie o novo ETag.',
    'en-US':
      'The value of If-Match is not the current ETag of the record. Read the record again, redo the change and send the new ETag.',
  },
})

export const bodyTooLarge = fault({
  code: 'BODY_TOO_LARGE',
  status: 413,
  title: { 'pt-BR': 'Corpo grande demais', 'en-US': 'Body too large' },
  detail: {
    'pt-BR': 'O corpo da requisição excede o limite desta operação. Envie menos dados.',
    'en-US': 'The body of the request exceeds the limit of this operation. Send less data.',
  },
})

export const mediaTypeUnsupported = fault({
  code: 'MEDIA_TYPE_UNSUPPORTED',
  status: 415,
  title: { 'pt-BR': 'Tipo de conteúdo não suportado', 'en-US': 'Media type not supported' },
  detail: {
    'pt-BR':
      'Envie o corpo com o Content-Type que a operação declara, em geral application/json, em UTF-8 e sem Content-Encoding.',
    'en-US':
      'Send the body with the Content-Type that the operation declares, usually application/json, in UTF-8 and without Content-Encoding.',
  },
})

export const rateLimited = fault({
  code: 'RATE_LIMITED',
  status: 429,
  title: { 'pt-BR': 'Limite de requisições atingido', 'en-US': 'Rate limit reached' },
  detail: {
    'pt-BR':
      'Este usuário enviou requisições demais, ou esta rede causou falhas demais. Aguarde os segundos indicados em Retry-After.',
    'en-US':
      'This user has sent too many requests, or this network has caused too many failures. Wait for the seconds in Retry-After.',
  },
})

export const unavailable = fault({
  code: 'UNAVAILABLE',
  status: 503,
  title: { 'pt-BR': 'Temporariamente indisponível', 'en-US': 'Temporarily unavailable' },
  detail: {
    'pt-BR': 'A requisição não teve efeito. Envie a mesma requisição novamente após Retry-After.',
    'en-US': 'The request had no effect. Send the same request again after Retry-After.',
  },
})

export const outcomeUnknown = fault({
  code: 'OUTCOME_UNKNOWN',
  status: 503,
  title: { 'pt-BR': 'Resultado desconhecido', 'en-US': 'Outcome unknown' },
  detail: {
    'pt-BR':
      'Não foi possível confirmar se a requisição teve efeito. Envie exatamente a mesma requisição após Retry-After: se a primeira teve efeito, a resposta será 409 REPLAY com o resultado dela; se não teve, a requisição será executada.',
    'en-US':
      'The gateway could not confirm whether the request took effect. Send exactly the same request after Retry-After: if the first one took effect, the response is 409 REPLAY with its outcome; if not, the gateway runs it now.',
  },
})

export const routeNotFound = fault({
  code: 'ROUTE_NOT_FOUND',
  status: 404,
  title: { 'pt-BR': 'Operação inexistente', 'en-US': 'No such operation' },
  detail: {
    'pt-BR':
      'Não há operação neste caminho. Nenhum caminho termina em barra. O contrato está em /openapi.json e em /docs.',
    'en-US':
      'There is no operation at this path; no path ends with a slash. The contract is at /openapi.json and /docs.',
  },
})

export const methodNotAllowed = fault({
  code: 'METHOD_NOT_ALLOWED',
  status: 405,
  title: { 'pt-BR': 'Método não permitido', 'en-US': 'Method not allowed' },
  detail: {
    'pt-BR': 'O caminho existe, mas não com este método. O cabeçalho Allow lista os métodos aceitos.',
    'en-US': 'The path exists, but not with this method. The Allow header lists the methods that it accepts.',
  },
})

export const operatorTokenRefused = fault({
  code: 'OPERATOR_TOKEN_REFUSED',
  status: 401,
  title: { 'pt-BR': 'Token de operador recusado', 'en-US': 'Operator token rejected' },
  detail: {
    'pt-BR': 'Envie em Authorization (Bearer) o valor de OPERATOR_TOKEN com que este processo foi iniciado.',
    'en-US': 'Send in Authorization (Bearer) the value of OPERATOR_TOKEN this process was started with.',
  },
})

export const internalError = fault({
  code: 'INTERNAL_ERROR',
  status: 500,
  title: { 'pt-BR': 'Erro interno', 'en-US': 'Internal error' },
  detail: {
    'pt-BR':
      'O erro foi registrado. Envie exatamente a mesma requisição novamente: se a primeira teve efeito, a resposta será 409 REPLAY. Se o erro persistir, informe o request_id ao suporte.',
    'en-US':
      'The error was recorded. Send exactly the same request again: if the first one took effect, the response is 409 REPLAY. If the error persists, give request_id to support.',
  },
})

/** Part of every operation, so that a route lists only its own. */
export const gateFaults = [
  requestMalformed,
  credentialsMissing,
  credentialsRefused,
  credentialsAmbiguous,
  productForbidden,
  walletForbidden,
  walletNotActive,
  replayed,
  bodyTooLarge,
  mediaTypeUnsupported,
  rateLimited,
  unavailable,
  outcomeUnknown,
  internalError,
]
