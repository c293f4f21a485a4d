import { both, prose } from '../../base/language.ts'

/** Descriptions of the operations in the API contract. */
export const texts = {
  listClientActivity: {
    summary: both('Listar a história de um cliente', 'List the history of a client'),
    description: prose(
      `Lista tudo o que aconteceu a um cliente e às suas contas, do último para o primeiro, na ordem em que foi
      escrito. Cada linha diz quem afirma, o que houve e a que levou; as linhas são encadeadas e nenhuma muda depois.
      Um cliente que não existe ou não é seu recebe \`REPORT_CLIENT_NOT_FOUND\`.`,
      `Lists everything that happened to a client and its accounts, last first, in the order in which it was written.
      Each line says who says so, what happened and what it led to; the lines are chained and none changes afterwards.
      A client that does not exist or is not yours is refused with \`REPORT_CLIENT_NOT_FOUND\`.`,
    ),
  },
}
