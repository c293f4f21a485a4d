import type { StepName } from './step.ts'

/** Kept with the record and read by whoever comes, in whatever language: so it is in both. */
const inBoth = (pt: string, en: string) => `${pt} / ${en}`

/** What the gateway itself says in `failed_message`. An analyst says it in words of their own. */
export const failedMessages = {
  rejected: (step: StepName) => inBoth(`A verificação ${step} não passou.`, `The check ${step} did not pass.`),
  unusable: (step: StepName) =>
    inBoth(
      `A verificação ${step} não pode ser feita com o que foi enviado.`,
      `The check ${step} cannot be made of what was sent.`,
    ),
  videoUnusable: inBoth('O vídeo não pôde ser lido: grave outro.', 'The video cannot be read: make another.'),
  faceMissing: inBoth('Um rosto não foi mostrado no prazo.', 'A face was not shown in time.'),
}
