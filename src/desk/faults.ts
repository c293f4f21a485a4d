import { type FaultKind, fault } from '../base/errors/fault.ts'
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
} from '../gate/faults.ts'
import { issuerUnavailable, loginNeeded, originRefused, personWithoutRole } from './people/errors.ts'
import { proposalWaits } from './proposals/errors.ts'

/** Faults that the desk's gate can return for any of its operations. */

export const roleMissing = fault({
  code: 'ROLE_MISSING',
  status: 403,
  title: { 'pt-BR': 'Papel ausente', 'en-US': 'Role missing' },
  detail: {
    'pt-BR':
      'Seu papel não permite esta operação. Peça a quem administra as pessoas da instituição o papel necessário.',
    'en-US': 'Your role does not allow this. Ask whoever keeps the people of the institution for the role it needs.',
  },
})

/** A person read more than the settings allow in an hour. */
export const revealsLimited = fault({
  code: 'REVEALS_LIMITED',
  status: 429,
  title: { 'pt-BR': 'Limite de consultas da pessoa', 'en-US': "Person's limit reached" },
  detail: {
    'pt-BR':
      'Você revelou ou procurou mais vezes em uma hora do que a instituição permite (limit). Nada foi mostrado, e a coordenação vê que o limite foi atingido. Aguarde os segundos de Retry-After; se o trabalho exige mais, peça a quem opera a mesa que aumente o limite.',
    'en-US':
      'You revealed or searched more often in an hour than the institution allows (limit). Nothing was shown, and the people who lead the desk see that the limit was reached. Wait for the seconds in Retry-After; if the work needs more, ask the operators of the desk to raise the limit.',
  },
})

/** Thrown when the record has another version than the one the decision is based on. */
export const caseChanged = fault({
  code: 'CASE_CHANGED',
  status: 409,
  title: { 'pt-BR': 'O caso mudou', 'en-US': 'The case has changed' },
  detail: {
    'pt-BR':
      'O caso não está mais na versão que você viu. Leia-o de novo e decida sobre o que ele diz agora. Nada foi alterado.',
    'en-US':
      'The case is no longer at the version you looked at. Read it again and decide on what it says now. Nothing was changed.',
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
