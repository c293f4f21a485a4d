import { fault } from '../../base/errors/fault.ts'

/** Errors of logging in to the desk. Every code has a page under docs/errors. */

export const loginNeeded = fault({
  code: 'LOGIN_NEEDED',
  status: 401,
  title: { 'pt-BR': 'É preciso entrar', 'en-US': 'Log-in needed' },
  detail: {
    'pt-BR':
      'Não há sessão, ou ela terminou. Entre em /login e repita o que fazia. Máquinas enviam um token de acesso em Authorization (Bearer).',
    'en-US':
      'There is no session, or it has ended. Log in at /login and do again what you were doing. Machines send an access token in Authorization (Bearer).',
  },
})

export const freshLoginNeeded = fault({
  code: 'FRESH_LOGIN_NEEDED',
  status: 401,
  title: { 'pt-BR': 'É preciso entrar de novo', 'en-US': 'A new login is needed' },
  detail: {
    'pt-BR':
      'Esta operação exige uma entrada recente (max_age, em segundos) ou mais forte (acr_values) no emissor. Nada foi feito. Entre de novo e repita: nas páginas, em /login?fresh=true; na linha de comando, com eclusa login --desk --fresh. Uma máquina não entra, e por isso não faz esta operação.',
    'en-US':
      'This operation needs a recent login (max_age, in seconds) or a stronger one (acr_values) at the issuer. Nothing was done. Log in again and repeat it: in the pages at /login?fresh=true, at the command line with eclusa login --desk --fresh. A machine does not log in, so it cannot do this.',
  },
})

export const loginRefused = fault({
  code: 'LOGIN_REFUSED',
  status: 401,
  title: { 'pt-BR': 'Entrada recusada', 'en-US': 'Log-in refused' },
  detail: {
    'pt-BR':
      'O que voltou do emissor não pertence a uma entrada iniciada neste navegador nos últimos dez minutos, já foi usado, ou não pôde ser verificado. Comece de novo em /login. Se persistir, informe request_id a quem opera a mesa.',
    'en-US':
      'What came back from the issuer does not belong to a log-in begun in this browser within the last ten minutes, was used before, or could not be verified. Begin again at /login. If it persists, give request_id to whoever runs the desk.',
  },
})

export const personWithoutRole = fault({
  code: 'PERSON_WITHOUT_ROLE',
  status: 403,
  title: { 'pt-BR': 'Pessoa sem papel', 'en-US': 'Person without a role' },
  detail: {
    'pt-BR':
      'O emissor confirma quem você é, mas nenhum dos seus grupos dá um papel aqui. Peça a quem administra os acessos da instituição um grupo listado em DESK_ROLES e entre de novo.',
    'en-US':
      'The issuer confirms who you are, but none of your groups gives a role here. Ask whoever administers access at the institution for a group listed in DESK_ROLES, and log in again.',
  },
})

export const originRefused = fault({
  code: 'ORIGIN_REFUSED',
  status: 403,
  title: { 'pt-BR': 'Origem recusada', 'en-US': 'Origin refused' },
  detail: {
    'pt-BR':
      'Com uma sessão, o que altera algo tem de vir das páginas da mesa (cabeçalho Origin igual a DESK_URL) e em JSON. Nada foi feito. Um programa usa um token de acesso em vez do cookie.',
    'en-US':
      'With a session, whatever changes something has to come from the pages of the desk (Origin header equal to DESK_URL), as JSON. Nothing was done. A program uses an access token instead of the cookie.',
  },
})

export const issuerUnavailable = fault({
  code: 'ISSUER_UNAVAILABLE',
  status: 503,
  title: { 'pt-BR': 'Emissor indisponível', 'en-US': 'Issuer unavailable' },
  detail: {
    'pt-BR':
      'O emissor da instituição não respondeu, e sem ele não se sabe quem você é ou o que pode fazer agora. Nada foi feito. Tente de novo após Retry-After; se persistir, avise quem opera o emissor. Quem já entrou continua a consultar por quinze minutos.',
    'en-US':
      'The issuer of the institution did not answer, and without it nobody knows who you are or what you may do now. Nothing was done. Try again after Retry-After; if it persists, tell whoever runs the issuer. Who was already in can go on reading for fifteen minutes.',
  },
})

export const sessionNotFound = fault({
  code: 'SESSION_NOT_FOUND',
  status: 404,
  title: { 'pt-BR': 'Sessão inexistente', 'en-US': 'No such session' },
  detail: {
    'pt-BR': 'Não há sessão com este id: ela já terminou, ou o id é outro. Liste as sessões novamente.',
    'en-US': 'There is no session with this id: it has already ended, or the id is another. List the sessions again.',
  },
})
