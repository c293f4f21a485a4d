import type { Text } from '../../base/language.ts'

/**
 * What the gateway itself says in `failed_message`. Kept is the code, with the step it is about: whoever reads it is told in
 * their own language. An analyst says it in words of their own, which are kept and shown as they are.
 */
const texts = {
  CHECK_REJECTED: (step) => ({
    'pt-BR': `A verificação ${step} não passou.`,
    'en-US': `The check ${step} did not pass.`,
  }),
  CHECK_IMPOSSIBLE: (step) => ({
    'pt-BR': `A verificação ${step} não pode ser feita com o que foi enviado.`,
    'en-US': `The check ${step} cannot be made of what was sent.`,
  }),
  VIDEO_UNUSABLE: () => ({
    'pt-BR': 'O vídeo não pôde ser lido: grave outro.',
    'en-US': 'The video cannot be read: make another.',
  }),
  FACE_MISSING: () => ({
    'pt-BR': 'Um rosto não foi mostrado no prazo.',
    'en-US': 'A face was not shown in time.',
  }),
} satisfies Record<string, (step: string) => Text>

export const failedMessages = {
  rejected: (step: string) => `CHECK_REJECTED ${step}`,
  unusable: (step: string) => `CHECK_IMPOSSIBLE ${step}`,
  videoUnusable: 'VIDEO_UNUSABLE',
  faceMissing: 'FACE_MISSING',
}

export function inWords(failed_message: string | null): Text | string | null {
  const [, code, step = ''] = /^([A-Z_]+)(?: ([A-Z_]+))?$/.exec(failed_message ?? '') ?? []
  return code && Object.hasOwn(texts, code) ? texts[code as keyof typeof texts](step) : failed_message
}
