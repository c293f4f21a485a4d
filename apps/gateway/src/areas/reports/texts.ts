import { both, prose } from '../../platform/language.ts'

/** Descriptions of the operations in the API contract. */
export const texts = {
  listClientActivity: {
    summary: both('Listar o histórico de um cliente', 'List the history of a client'),
    description: prose(
      `Lista todo o histórico de um cliente e das suas contas, do mais recente para o mais antigo. Cada linha
      mostra a origem, o que aconteceu e o resultado; as linhas são encadeadas por hash e não mudam depois. Um
      cliente que não existe ou não é seu recebe \`REPORT_CLIENT_NOT_FOUND\`.`,
      `Lists the whole history of a client and its accounts, last first, in the order of writing. Each line
      contains its source, what happened and the result; the lines are chained by hash and do not change
      afterwards. A client that does not exist or is not yours is rejected with \`REPORT_CLIENT_NOT_FOUND\`.`,
    ),
  },
}
