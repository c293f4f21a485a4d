import { type BrokenRule, fault } from '../../../platform/errors/fault.ts'
import type { Text } from '../../../platform/language.ts'

export const livenessNotStarted = fault({
  code: 'LIVENESS_NOT_STARTED',
  status: 422,
  title: { 'pt-BR': 'Prova de vida ainda não iniciada', 'en-US': 'Liveness check not started' },
  detail: {
    'pt-BR': 'A prova de vida começa quando o onboarding é concluído e enviado. Conclua-o e consulte novamente.',
    'en-US': 'The liveness check starts when the onboarding is complete and submitted. Complete it and read again.',
  },
})

export const livenessClosed = fault({
  code: 'LIVENESS_ONBOARDING_CLOSED',
  status: 422,
  title: { 'pt-BR': 'Onboarding encerrado', 'en-US': 'Onboarding closed' },
  detail: {
    'pt-BR': 'Este onboarding terminou e não aceita mais vídeos. Nada foi armazenado.',
    'en-US': 'This onboarding has ended and accepts no more videos. Nothing was stored.',
  },
})

export const linkChosen = fault({
  code: 'LIVENESS_LINK_CHOSEN',
  status: 422,
  title: { 'pt-BR': 'Prova de vida por link', 'en-US': 'Liveness by link' },
  detail: {
    'pt-BR': 'Neste onboarding a prova de vida é feita pelo link: envie-o à pessoa. Nada foi armazenado.',
    'en-US':
      'In this onboarding the person passes the liveness check through the link: send it to them. Nothing was stored.',
  },
})

export const linkNotWaiting = fault({
  code: 'LIVENESS_LINK_NOT_WAITING',
  status: 409,
  title: { 'pt-BR': 'Nenhum link pendente', 'en-US': 'No pending link' },
  detail: {
    'pt-BR':
      'Não há link de prova de vida pendente para esta pessoa: o link não foi criado, a pessoa já enviou o vídeo, ou o onboarding terminou. Nada foi alterado.',
    'en-US':
      'There is no pending liveness link for this person: none was created, the person already sent the video, or the onboarding has ended. Nothing was changed.',
  },
})

export const videoTooLate = fault({
  code: 'LIVENESS_VIDEO_TOO_LATE',
  status: 422,
  title: { 'pt-BR': 'Vídeo fora do prazo', 'en-US': 'Video too late' },
  detail: {
    'pt-BR': 'O primeiro vídeo deve ser enviado antes da conclusão do onboarding. Nada foi armazenado.',
    'en-US': 'Send the first video before the onboarding is completed and submitted. Nothing was stored.',
  },
})

export const videoInPlace = fault({
  code: 'LIVENESS_VIDEO_IN_PLACE',
  status: 422,
  title: { 'pt-BR': 'Já há um vídeo', 'en-US': 'Video already present' },
  detail: {
    'pt-BR': 'Um vídeo só é substituído quando o anterior falhou (FAILED). Nada foi armazenado.',
    'en-US': 'A video can be replaced only when the previous one is FAILED. Nothing was stored.',
  },
})

export const videoRulesBroken = fault({
  code: 'LIVENESS_VIDEO_RULES_BROKEN',
  status: 422,
  title: { 'pt-BR': 'Vídeo não aceito', 'en-US': 'Video not accepted' },
  detail: {
    'pt-BR': 'O vídeo ou os seus metadados não atendem às regras listadas em errors. Nada foi armazenado.',
    'en-US': 'The video or its metadata does not meet the rules listed in errors. Nothing was stored.',
  },
})

const details = {
  IN_FUTURE: { 'pt-BR': 'não pode estar no futuro', 'en-US': 'must not be in the future' },
  TOO_OLD: { 'pt-BR': 'é antigo demais: grave outro vídeo', 'en-US': 'is too old: record another video' },
  NOT_A_VIDEO: {
    'pt-BR': 'não é um vídeo reproduzível',
    'en-US': 'is not a video that can be played',
  },
} as const satisfies Record<string, Text>

export function videoRule(pointer: string, code: keyof typeof details): BrokenRule {
  return { pointer, code, detail: details[code] }
}
