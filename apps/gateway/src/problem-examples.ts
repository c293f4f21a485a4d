import type { BrokenRule } from './platform/errors/fault.ts'
import { both } from './platform/language.ts'

/** Members of an error beside its title and detail. */
interface ProblemMembers {
  errors?: BrokenRule[]
  members?: Record<string, unknown>
}

const id = '01981f3a-7c1e-7b52-9d0a-5f3c2b1a0e4d'

const ruled = (pointer: string, code: string, portuguese: string, english: string) => ({
  errors: [{ pointer, code, detail: both(portuguese, english) }],
})

/**
 * Examples of error members for the contract, by code; codes without an entry have no further members. Tests compare
 * every received problem with this: `tools/testing/problem-example.ts`.
 */
export const shownProblems: Record<string, ProblemMembers> = {
  REQUEST_MALFORMED: ruled('/headers/nonce', 'MISSING_DATA', 'é obrigatório', 'is required'),
  SIMULATION_REFUSED: { members: { reason: 'FundsRecoveryOperationInvalid' } },
  CLOCK_OUT_OF_REACH: { members: { now: '2026-03-02T12:00:00.000Z' } },
  REPLAY: {
    members: {
      first_request_id: '01981f3a-7c1e-7b52-9d0a-5f3c2b1a0e4c',
      first_seen_at: '2026-03-02T12:00:00.000Z',
      expires_at: '2026-03-02T14:00:00.000Z',
      first_status: 201,
      resource_id: id,
    },
  },
  CROSSBORDER_ACCOUNT_EXISTS: { members: { account_id: id } },
  CROSSBORDER_CLIENT_RULES_BROKEN: ruled(
    '/body/birth_date',
    'IN_THE_PAST',
    'não pode estar no futuro',
    'must not be in the future',
  ),
  CROSSBORDER_ACCOUNT_RULES_BROKEN: ruled(
    '/body/branch',
    'BRANCH_REQUIRED',
    'é obrigatório quando country é BR ou bank_code_type é FEBRABAN',
    'is required when country is BR or bank_code_type is FEBRABAN',
  ),
  BILLET_INVALID_FORMAT: {
    ...ruled(
      '/body/typeable_line',
      'BLOCK_CHECK_DIGIT_WRONG',
      'bloco 1: o dígito verificador não confere',
      'block 1: the check digit does not agree',
    ),
    members: { blocks: ['BLOCK_1'] },
  },
  BILLET_EXPIRED: { members: { limit_due_date: '2026-03-01' } },
  BILLET_INVALID_STATE: { members: { state: 'PAID' } },
  INFRACTION_ANSWER_RULES_BROKEN: ruled(
    '/body/compliance_fraud_type',
    'FRAUD_TYPE_REQUIRED',
    'é obrigatório quando client_status é AGREED',
    'is required when client_status is AGREED',
  ),
  FUND_RECOVERY_ALREADY_EXISTS: { members: { fund_recovery_request_id: id } },
  FUND_RECOVERY_RULES_BROKEN: ruled(
    '/body/contact_phone',
    'CONTACT_INCOMPLETE',
    'envie e-mail e telefone, ou nenhum',
    'send both, or neither',
  ),
  FUND_RECOVERY_TRANSACTION_NOT_CONTESTABLE: ruled(
    '/body/transaction_id',
    'NOT_CONFIRMED',
    'a transação não está confirmada',
    'the transaction is not confirmed',
  ),
  STORAGE_UPLOAD_RULES_BROKEN: ruled('/body/size', 'MAX', 'deve ser no máximo 10000000', 'must be at most 10000000'),
  STORAGE_FILE_REFUSED: ruled(
    '/body',
    'SHA256_DIFFERS',
    'não tem o SHA-256 declarado',
    'does not have the declared SHA-256',
  ),
  STORAGE_FILE_NOT_READY: { members: { state: 'WAITING_UPLOAD' } },
  USER_ACCOUNT_ALREADY_EXISTS: ruled(
    '/body/document',
    'DOCUMENT_TAKEN',
    'já pertence a outra conta deste produto',
    'already belongs to another account',
  ),
  USER_ACCOUNT_RULES_BROKEN: ruled('/body/document', 'CPF', 'deve ser um CPF válido', 'must be a valid CPF'),
  USER_ACCOUNT_TAKES_NO_CHANGES: { members: { onboarding_id: id } },
  USER_ACCOUNT_HAS_ONBOARDING: { members: { onboarding_id: id } },
  ONBOARDING_RULES_BROKEN: ruled(
    '/body/terms/accepted_at',
    'IN_THE_PAST',
    'não pode estar no futuro',
    'must not be in the future',
  ),
  ONBOARDING_ALREADY_EXISTS: { members: { onboarding_id: id } },
  ONBOARDING_DOCUMENT_RULES_BROKEN: ruled(
    '/body/selfie',
    'NO_FILE',
    'envie ao menos um arquivo',
    'send at least one file',
  ),
  ONBOARDING_INCOMPLETE: ruled(
    '/shareholders',
    'SHAREHOLDER_REQUIRED',
    'cadastre ao menos um sócio',
    'register at least one shareholder',
  ),
  ONBOARDING_SHAREHOLDER_ALREADY_EXISTS: {
    ...ruled('/body/name', 'DIFFERS', 'difere do cadastro', 'differs from the registered value'),
    members: { shareholder_id: id },
  },
  ONBOARDING_SHAREHOLDER_RULES_BROKEN: ruled(
    '/body/document',
    'CPF_OR_CNPJ',
    'deve ser um CPF ou CNPJ válido',
    'must be a valid CPF or CNPJ',
  ),
  ONBOARDING_SHAREHOLDER_REPRESENTED: { members: { legal_representative_ids: [id] } },
  ONBOARDING_LEGAL_REPRESENTATIVE_ALREADY_EXISTS: {
    ...ruled('/body/name', 'DIFFERS', 'difere do cadastro', 'differs from the registered value'),
    members: { legal_representative_id: id },
  },
  ONBOARDING_LEGAL_REPRESENTATIVE_RULES_BROKEN: ruled(
    '/body/document',
    'CPF',
    'deve ser um CPF válido',
    'must be a valid CPF',
  ),
  LIVENESS_VIDEO_RULES_BROKEN: ruled(
    '/body/video',
    'NOT_A_VIDEO',
    'não é um vídeo reproduzível',
    'is not a video that can be played',
  ),
  WEBHOOKS_ENDPOINT_URL_REFUSED: ruled(
    '/body/url',
    'PUBLIC_ADDRESS',
    'deve ser um endereço público',
    'must be a public address',
  ),
}
