import { both, prose } from '../../../base/language.ts'

/** Descriptions of the operations in the API contract. */
export const texts = {
  getLiveness: {
    summary: both('Consultar o link da prova de vida do onboarding', 'Get the onboarding liveness link'),
    description: prose(
      `Mostra em que ponto está a prova de vida de uma pessoa natural e, enquanto ele abre, o link a entregar a ela.
      Quem tem o link age como a pessoa: entregue-o com cuidado. Antes que o onboarding seja submetido a resposta é
      \`LIVENESS_NOT_STARTED\`, a não ser que um vídeo já tenha sido enviado.`,
      `Shows where the proof of life of a natural person stands and, while it opens, the link to hand to that person.
      Who has the link acts as the person: deliver it with care. Before the onboarding is submitted the answer is
      \`LIVENESS_NOT_STARTED\`, unless a video was sent already.`,
    ),
  },
  listRepresentativeLivenesses: {
    summary: both(
      'Consultar os links da prova de vida dos representantes legais',
      'Get the liveness links of the legal representatives',
    ),
    description: prose(
      `Mostra em que ponto está a prova de vida de cada representante ativo de uma empresa e, enquanto abrem, os links
      a entregar a cada um. Quem tem o link age como a pessoa. Antes que o onboarding seja submetido a resposta é
      \`LIVENESS_NOT_STARTED\`.`,
      `Shows where the proof of life of each active representative of a company stands and, while they open, the links
      to hand to each. Who has a link acts as the person. Before the onboarding is submitted the answer is
      \`LIVENESS_NOT_STARTED\`.`,
    ),
  },
}
