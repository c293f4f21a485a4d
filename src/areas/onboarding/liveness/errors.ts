import { type BrokenRule, fault } from '../../../base/errors/fault.ts'
import type { Text } from '../../../base/language.ts'

export const livenessNotStarted = fault({
  code: 'LIVENESS_NOT_STARTED',
  status: 422,
  title: { 'pt-BR': 'Prova de vida ainda não iniciada', 'en-US': 'Liveness not started' },
  detail: {
    'pt-BR': 'A prova de vida começa quando o onboarding é concluído e enviado. Conclua-o e consulte de novo.',
    'en-US': 'Liveness begins once the onboarding is complete and submitted. Complete it and ask again.',
  },
})

export const livenessClosed = fault({
  code: 'LIVENESS_ONBOARDING_CLOSED',
  status: 422,
  title: { 'pt-BR': 'Onboarding encerrado', 'en-US': 'Onboarding closed' },
  detail: {
    'pt-BR': 'Este onboarding terminou e não aceita mais vídeos. Nada foi guardado.',
    'en-US': 'This onboarding has ended and takes no more videos. Nothing was kept.',
  },
})

export const linkChosen = fault({
  code: 'LIVENESS_LINK_CHOSEN',
  status: 422,
  title: { 'pt-BR': 'Prova de vida por link', 'en-US': 'Liveness by link' },
  detail: {
    'pt-BR': 'Neste onboarding a prova de vida é feita pelo link: envie-o à pessoa. Nada foi guardado.',
    'en-US': 'In this onboarding liveness is proven through the link: send it to the person. Nothing was kept.',
  },
})

export const linkNotWaiting = fault({
  code: 'LIVENESS_LINK_NOT_WAITING',
  status: 409,
  title: { 'pt-BR': 'Nenhum link à espera', 'en-US': 'No link waits' },
  detail: {
    'pt-BR':
      'Não há link de prova de vida à espera desta pessoa: ou não foi dado, ou ela já se mostrou, ou o onboarding terminou. Nada foi alterado.',
    'en-US':
      'No liveness link waits for this person: none was given, the face was shown already, or the onboarding has ended. Nothing was changed.',
  },
})

export const videoTooLate = fault({
  code: 'LIVENESS_VIDEO_TOO_LATE',
  status: 422,
  title: { 'pt-BR': 'Vídeo fora de hora', 'en-US': 'Video too late' },
  detail: {
    'pt-BR': 'O primeiro vídeo vem antes de o onboarding ser concluído e enviado. Nada foi guardado.',
    'en-US': 'The first video comes before the onboarding is completed and submitted. Nothing was kept.',
  },
})

export const videoInPlace = fault({
  code: 'LIVENESS_VIDEO_IN_PLACE',
  status: 422,
  title: { 'pt-BR': 'Já há um vídeo', 'en-US': 'A video is in place' },
  detail: {
    'pt-BR': 'Um vídeo só é substituído quando o anterior está FAILED. Nada foi guardado.',
    'en-US': 'A video is replaced only when the one before is FAILED. Nothing was kept.',
  },
})

export const videoRulesBroken = fault({
  code: 'LIVENESS_VIDEO_RULES_BROKEN',
  status: 422,
  title: { 'pt-BR': 'Vídeo não aceito', 'en-US': 'Video not accepted' },
  detail: {
    'pt-BR': 'O vídeo ou o que foi dito sobre ele não atende às regras listadas em errors. Nada foi guardado.',
    'en-US': 'The video, or its metadata, breaks the rules listed in errors. Nothing was kept.',
  },
})

const details = {
  IN_FUTURE: { 'pt-BR': 'não pode estar no futuro', 'en-US': 'must not be in the future' },
  TOO_OLD: { 'pt-BR': 'é antigo demais: grave outro vídeo', 'en-US': 'is too long ago: record another video' },
  NOT_A_VIDEO: {
    'pt-BR': 'não é um vídeo que se possa reproduzir',
    'en-US': 'is not a video that can be played',
  },
} as const satisfies Record<string, Text>

export function videoRule(pointer: string, code: keyof typeof details): BrokenRule {
  return { pointer, code, detail: details[code] }
}
