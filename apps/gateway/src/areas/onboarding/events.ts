import Type from 'typebox'
import { about, event } from '../../events/event.ts'
import { openEnum, Uuid } from '../../http/schema.ts'
import { accountStates, type UserAccount } from './accounts/account.ts'
import { type Onboarding, personTypes } from './onboarding.ts'
import type { LegalRepresentative } from './representatives/representative.ts'
import type { Shareholder } from './shareholders/shareholder.ts'
import { failedCodes, onboardingStatuses } from './status.ts'

const account = about(
  'user_accounts',
  {
    user_account_id: Uuid,
    product_id: Uuid,
    person_type: openEnum(personTypes),
    state: openEnum(accountStates),
  },
  ({ id, product_id, person_type, state }: UserAccount) => ({ user_account_id: id, product_id, person_type, state }),
)

/** Fields of every event about an onboarding: ids and states, and no personal data. */
export const aboutOnboarding = about(
  'onboardings',
  {
    onboarding_id: Uuid,
    user_account_id: Uuid,
    person_type: openEnum(personTypes),
    status: openEnum(onboardingStatuses),
    failed_code: Type.Optional(openEnum(failedCodes)),
    rejected_legal_representative_id: Type.Optional(Uuid),
    rejected_shareholder_id: Type.Optional(Uuid),
  },
  ({ id, account_id, person_type, status, failed_code, ...rejected }: Onboarding) => ({
    onboarding_id: id,
    user_account_id: account_id,
    person_type,
    status,
    failed_code,
    rejected_legal_representative_id: rejected.rejected_legal_representative_id,
    rejected_shareholder_id: rejected.rejected_shareholder_id,
  }),
)

const shareholder = about(
  'shareholders',
  { shareholder_id: Uuid, onboarding_id: Uuid, person_type: openEnum(personTypes) },
  ({ id, onboarding_id, person_type }: Shareholder) => ({ shareholder_id: id, onboarding_id, person_type }),
)

const representative = about(
  'legal_representatives',
  { legal_representative_id: Uuid, onboarding_id: Uuid, shareholder_id: Uuid, active: Type.Boolean() },
  ({ id, onboarding_id, shareholder_id, active }: LegalRepresentative) => ({
    legal_representative_id: id,
    onboarding_id,
    shareholder_id,
    active,
  }),
)

/** Events before the checks begin. The others are in steps/events.ts and liveness/events.ts. */
export const users = {
  account: {
    created: event(
      'users.account.created',
      { 'pt-BR': 'Uma conta de usuário foi criada.', 'en-US': 'A user account was created.' },
      account,
    ),
    updated: event(
      'users.account.updated',
      { 'pt-BR': 'Uma conta de usuário foi corrigida.', 'en-US': 'A user account was corrected.' },
      account,
    ),
    withdrawn: event(
      'users.account.withdrawn',
      { 'pt-BR': 'Uma conta de usuário foi retirada.', 'en-US': 'A user account was withdrawn.' },
      account,
    ),
  },
  onboarding: {
    created: event(
      'users.onboarding.created',
      { 'pt-BR': 'Um onboarding foi iniciado.', 'en-US': 'An onboarding was started.' },
      aboutOnboarding,
    ),
    updated: event(
      'users.onboarding.updated',
      {
        'pt-BR': 'Os dados de um onboarding, ou da sua conta, foram corrigidos.',
        'en-US': 'The data of an onboarding, or of its account, was corrected.',
      },
      aboutOnboarding,
    ),
    documents_attached: event(
      'users.onboarding.documents_attached',
      {
        'pt-BR': 'Documentos foram anexados: legal_representative_id identifica o representante, se forem de um.',
        'en-US':
          'Documents were attached: legal_representative_id identifies the representative, if they belong to one.',
      },
      aboutOnboarding,
      { legal_representative_id: Type.Optional(Uuid) },
    ),
  },
  shareholder: {
    created: event(
      'users.shareholder.created',
      { 'pt-BR': 'Um sócio foi cadastrado.', 'en-US': 'A shareholder was registered.' },
      shareholder,
    ),
    updated: event(
      'users.shareholder.updated',
      { 'pt-BR': 'Um sócio foi corrigido.', 'en-US': 'A shareholder was corrected.' },
      shareholder,
    ),
    withdrawn: event(
      'users.shareholder.withdrawn',
      { 'pt-BR': 'Um sócio foi retirado.', 'en-US': 'A shareholder was withdrawn.' },
      shareholder,
    ),
  },
  legal_representative: {
    created: event(
      'users.legal_representative.created',
      { 'pt-BR': 'Um representante legal foi cadastrado.', 'en-US': 'A legal representative was registered.' },
      representative,
    ),
    updated: event(
      'users.legal_representative.updated',
      {
        'pt-BR': 'Os dados de um representante legal, ou do seu sócio, foram corrigidos.',
        'en-US': 'The data of a legal representative, or of the shareholder, was corrected.',
      },
      representative,
    ),
    withdrawn: event(
      'users.legal_representative.withdrawn',
      { 'pt-BR': 'Um representante legal foi retirado.', 'en-US': 'A legal representative was withdrawn.' },
      representative,
    ),
  },
}
