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

/** What the desk's gate may refuse, on any of its operations. */

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

/** Everything that stands before an operation of the desk. */
export const deskFaults: FaultKind[] = [
  requestMalformed,
  loginNeeded,
  credentialsRefused,
  credentialsAmbiguous,
  personWithoutRole,
  roleMissing,
  originRefused,
  issuerUnavailable,
  bodyTooLarge,
  mediaTypeUnsupported,
  rateLimited,
  unavailable,
  outcomeUnknown,
  internalError,
]
