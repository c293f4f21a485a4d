import {
  bodyTooLarge,
  credentialsAmbiguous,
  credentialsRefused,
  internalError,
  mediaTypeUnsupported,
  outcomeUnknown,
  rateLimited,
  requestMalformed,
  unavailable,
} from '../http/faults.ts'
import { type FaultKind, fault } from '../platform/errors/fault.ts'
import { proposalWaits } from './approvals/errors.ts'
import { issuerUnavailable, loginNeeded, originRefused, personWithoutRole } from './auth/errors.ts'

/** Faults that the desk's gate can return for any of its operations. */

export const roleMissing = fault({
  code: 'ROLE_MISSING',
  status: 403,
  title: { 'pt-BR': 'Perfil insuficiente', 'en-US': 'Role missing' },
  detail: {
    'pt-BR':
      'Seu perfil não permite esta operação. Peça o perfil necessário ao administrador de acessos da instituição.',
    'en-US':
      'Your role does not allow this operation. Ask the access administrator of the institution for the role it needs.',
  },
})

/** A person read more than the settings allow in an hour. */
export const revealsLimited = fault({
  code: 'REVEALS_LIMITED',
  status: 429,
  title: { 'pt-BR': 'Limite de consultas atingido', 'en-US': "Person's limit reached" },
  detail: {
    'pt-BR':
      'Você exibiu dados ou fez buscas mais vezes em uma hora do que a instituição permite (limit). Nenhum dado foi exibido, e a coordenação vê que o limite foi atingido. Aguarde os segundos de Retry-After; se o trabalho exige mais, peça ao operador do backoffice que aumente o limite.',
    'en-US':
      'You revealed or searched more often in an hour than the institution allows (limit). No data was shown, and the team leads see that the limit was reached. Wait for the seconds in Retry-After; if the work needs more, ask the operator of the backoffice to raise the limit.',
  },
})

/** Thrown when the record has another version than the one the decision is based on. */
export const caseChanged = fault({
  code: 'CASE_CHANGED',
  status: 409,
  title: { 'pt-BR': 'O caso mudou', 'en-US': 'The case has changed' },
  detail: {
    'pt-BR':
      'O caso mudou desde a versão que você consultou. Consulte-o novamente e decida com os dados atuais. Nada foi alterado.',
    'en-US':
      'The case has changed since the version you read. Read it again and decide on its current data. Nothing was changed.',
  },
})

/** The faults of the pipeline before every operation of the desk. */
export const deskFaults: FaultKind[] = [
  requestMalformed,
  loginNeeded,
  credentialsRefused,
  credentialsAmbiguous,
  personWithoutRole,
  roleMissing,
  proposalWaits,
  originRefused,
  issuerUnavailable,
  bodyTooLarge,
  mediaTypeUnsupported,
  rateLimited,
  unavailable,
  outcomeUnknown,
  internalError,
]
