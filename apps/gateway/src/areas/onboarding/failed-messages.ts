import type { Text } from '../../platform/language.ts'

/** The subjects of a BC Protege+ query. */
const subjects = {
  ACCOUNT_HOLDER: { 'pt-BR': 'do titular da conta', 'en-US': 'the account holder' },
  LEGAL_REPRESENTATIVE: { 'pt-BR': 'de um representante legal', 'en-US': 'a legal representative' },
  SHAREHOLDER: { 'pt-BR': 'de um sócio', 'en-US': 'a shareholder' },
} satisfies Record<string, Text>
type FailedSubject = keyof typeof subjects
const whose = (subject: string) => subjects[subject as FailedSubject] ?? subjects.ACCOUNT_HOLDER

/**
 * The gateway's own texts for `failed_message`. The row stores the code and its step, so that each reader gets the
 * text in their language. An analyst's text is stored and shown as written.
 */
const texts = {
  CHECK_REJECTED: (step) => ({
    'pt-BR': `A verificação ${step} foi reprovada.`,
    'en-US': `The check ${step} did not pass.`,
  }),
  BC_PROTEGE_BLOCKED: (subject) => ({
    'pt-BR': `O BC Protege+ está ativado para o CPF ou CNPJ ${whose(subject)['pt-BR']}. A conta não pode ser aberta enquanto estiver ativado; só o próprio titular do CPF ou CNPJ o desativa, no Meu BC.`,
    'en-US': `BC Protege+ is switched on for the CPF or CNPJ of ${whose(subject)['en-US']}. The account cannot be opened while it is on; only the holder of that CPF or CNPJ can switch it off, at Meu BC.`,
  }),
  CHECK_IMPOSSIBLE: (step) => ({
    'pt-BR': `A verificação ${step} não é possível com os dados enviados.`,
    'en-US': `The check ${step} is not possible with the data sent.`,
  }),
  VIDEO_UNUSABLE: () => ({
    'pt-BR': 'O vídeo não pôde ser lido: grave outro.',
    'en-US': 'The video cannot be read: record another.',
  }),
  FACE_MISSING: () => ({
    'pt-BR': 'A prova de vida não foi feita no prazo.',
    'en-US': 'The liveness check was not done in time.',
  }),
} satisfies Record<string, (step: string) => Text>

export const failedMessages = {
  rejected: (step: string) => `CHECK_REJECTED ${step}`,
  blocked: (subject: FailedSubject) => `BC_PROTEGE_BLOCKED ${subject}`,
  unusable: (step: string) => `CHECK_IMPOSSIBLE ${step}`,
  videoUnusable: 'VIDEO_UNUSABLE',
  faceMissing: 'FACE_MISSING',
}

export function inWords(failed_message: string | null): Text | string | null {
  const [, code, step = ''] = /^([A-Z_]+)(?: ([A-Z_]+))?$/.exec(failed_message ?? '') ?? []
  return code && Object.hasOwn(texts, code) ? texts[code as keyof typeof texts](step) : failed_message
}
