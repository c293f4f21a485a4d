import { fault } from '../../platform/errors/fault.ts'

/** Errors of logging in to the desk. Every code has a page under docs/errors. */

export const loginNeeded = fault({
  code: 'LOGIN_NEEDED',
  status: 401,
  title: { 'pt-BR': 'Login necessário', 'en-US': 'Login required' },
  detail: {
    'pt-BR':
      'Não há sessão, ou ela terminou. Entre em /login e repita a operação. Programas enviam um token de acesso em Authorization (Bearer).',
    'en-US':
      'There is no session, or it has ended. Log in at /login and repeat the operation. Programs send an access token in Authorization (Bearer).',
  },
})

export const freshLoginNeeded = fault({
  code: 'FRESH_LOGIN_NEEDED',
  status: 401,
  title: { 'pt-BR': 'Novo login necessário', 'en-US': 'New login required' },
  detail: {
    'pt-BR':
      'Esta operação exige um login recente (max_age, em segundos) ou com autenticação mais forte (acr_values) no provedor de identidade. Nada foi alterado. Entre novamente e repita: nas páginas, em /login?fresh=true; na linha de comando, com eclusa login --desk --fresh. Programas não fazem login e não podem executar esta operação.',
    'en-US':
      'This operation requires a recent login (max_age, in seconds) or a stronger one (acr_values) at the identity provider. Nothing was changed. Log in again and repeat it: in the pages at /login?fresh=true, on the command line with eclusa login --desk --fresh. Programs do not log in, so they cannot run this operation.',
  },
})

export const loginRefused = fault({
  code: 'LOGIN_REFUSED',
  status: 401,
  title: { 'pt-BR': 'Login recusado', 'en-US': 'Login rejected' },
  detail: {
    'pt-BR':
      'A resposta do provedor de identidade não pertence a um login iniciado neste navegador nos últimos dez minutos, já foi usada, ou não pôde ser verificada. Comece novamente em /login. Se o erro persistir, informe o request_id ao operador do backoffice.',
    'en-US':
      'The response of the identity provider does not belong to a login started in this browser within the last ten minutes, was used before, or could not be verified. Start again at /login. If the error persists, give request_id to the operator of the backoffice.',
  },
})

export const personWithoutRole = fault({
  code: 'PERSON_WITHOUT_ROLE',
  status: 403,
  title: { 'pt-BR': 'Pessoa sem perfil', 'en-US': 'Person without a role' },
  detail: {
    'pt-BR':
      'O provedor de identidade confirma a sua identidade, mas nenhum dos seus grupos dá um perfil no backoffice. Peça ao administrador de acessos da instituição um grupo listado em DESK_ROLES e entre novamente.',
    'en-US':
      'The identity provider confirms your identity, but none of your groups gives a role in the backoffice. Ask the access administrator of the institution for a group listed in DESK_ROLES, and log in again.',
  },
})

export const originRefused = fault({
  code: 'ORIGIN_REFUSED',
  status: 403,
  title: { 'pt-BR': 'Origem recusada', 'en-US': 'Origin rejected' },
  detail: {
    'pt-BR':
      'Com uma sessão, toda alteração deve partir das páginas do backoffice (cabeçalho Origin igual a DESK_URL), em JSON. Nada foi alterado. Um programa usa um token de acesso em vez do cookie.',
    'en-US':
      'With a session, every change must come from the pages of the backoffice (Origin header equal to DESK_URL), as JSON. Nothing was changed. A program uses an access token instead of the cookie.',
  },
})

export const issuerUnavailable = fault({
  code: 'ISSUER_UNAVAILABLE',
  status: 503,
  title: { 'pt-BR': 'Provedor de identidade indisponível', 'en-US': 'Identity provider unavailable' },
  detail: {
    'pt-BR':
      'O provedor de identidade da instituição não respondeu, e sem ele o backoffice não pode confirmar a sua identidade nem o seu perfil. Nada foi alterado. Tente novamente após Retry-After; se o erro persistir, avise o responsável pelo provedor de identidade. As sessões abertas continuam a consultar por quinze minutos.',
    'en-US':
      'The identity provider of the institution did not respond, and without it the backoffice cannot confirm your identity or your role. Nothing was changed. Try again after Retry-After; if the error persists, inform the operator of the identity provider. Open sessions can read for fifteen minutes more.',
  },
})

export const sessionNotFound = fault({
  code: 'SESSION_NOT_FOUND',
  status: 404,
  title: { 'pt-BR': 'Sessão inexistente', 'en-US': 'No such session' },
  detail: {
    'pt-BR': 'Não há sessão com este id: ela já terminou, ou o id está errado. Liste as sessões novamente.',
    'en-US': 'There is no session with this id: it has ended, or the id is wrong. List the sessions again.',
  },
})
