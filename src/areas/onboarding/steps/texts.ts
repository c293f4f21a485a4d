import { both, prose } from '../../../base/language.ts'

/** Descriptions of the operations in the API contract. */
export const texts = {
  listOnboardingsWithSteps: {
    summary: both('Listar onboardings com as suas etapas', 'List onboardings with their steps'),
    description: prose(
      `Lista os onboardings de pessoas naturais e jurídicas, em páginas, cada um com tudo o que se verifica dele e em
      que ponto cada etapa está. O filtro search procura um CPF ou CNPJ inteiro ou o começo de um nome; com ele não há
      cabeçalho Link, para que o valor não se repita em lugar nenhum.`,
      `Lists the onboardings of natural and legal persons, in pages, each with everything that is checked about it and
      where each step stands. The filter search looks for a whole CPF or CNPJ or how a name begins; with it there is
      no Link header, so that the value is repeated nowhere.`,
    ),
  },
}
