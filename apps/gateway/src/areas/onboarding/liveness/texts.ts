import { both, prose } from '../../../platform/language.ts'

/** Descriptions of the operations in the API contract. */
export const texts = {
  getLiveness: {
    summary: both('Consultar o link da prova de vida do onboarding', 'Get the onboarding liveness link'),
    description: prose(
      `Mostra a situação da prova de vida de uma pessoa natural e, enquanto o link estiver ativo, o link a
      enviar a ela. Com o link é possível agir como a pessoa: envie-o somente a ela. Antes da submissão do
      onboarding a resposta é \`LIVENESS_NOT_STARTED\`, a menos que um vídeo já tenha sido enviado.`,
      `Returns the state of the liveness check of a natural person and, while the link is active, the link to
      send to that person. The link allows its holder to act as the person: send it only to them. Before the
      onboarding is submitted the response is \`LIVENESS_NOT_STARTED\`, unless a video was already sent.`,
    ),
  },
  listRepresentativeLivenesses: {
    summary: both(
      'Consultar os links da prova de vida dos representantes legais',
      'Get the liveness links of the legal representatives',
    ),
    description: prose(
      `Mostra a situação da prova de vida de cada representante ativo de uma empresa e, enquanto estiverem
      ativos, os links a enviar a cada um. Com o link é possível agir como a pessoa. Antes da submissão do
      onboarding a resposta é \`LIVENESS_NOT_STARTED\`.`,
      `Returns the state of the liveness check of each active representative of a company and, while they are
      active, the links to send to each. A link allows its holder to act as the person. Before the onboarding
      is submitted the response is \`LIVENESS_NOT_STARTED\`.`,
    ),
  },
}
