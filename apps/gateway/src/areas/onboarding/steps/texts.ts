import { both, prose } from '../../../platform/language.ts'

/** Descriptions of the operations in the API contract. */
export const texts = {
  listOnboardingsWithSteps: {
    summary: both('Listar onboardings com as suas etapas', 'List onboardings with their steps'),
    description: prose(
      `Lista, em páginas, os onboardings de pessoas naturais e jurídicas, cada um com as suas etapas e a
      situação de cada uma. O filtro search procura um CPF ou CNPJ inteiro ou o começo de um nome; com ele não
      há cabeçalho Link, para que o valor não se repita em uma URL.`,
      `Lists, in pages, the onboardings of natural and legal persons, each with its steps and the state of each
      step. The filter search matches a whole CPF or CNPJ, or the beginning of a name; with it there is no
      Link header, so that the value is not repeated in a URL.`,
    ),
  },
}
