import { both, prose } from '../../platform/language.ts'

/** Descriptions of the operations in the API contract. */
export const texts = {
  decodeBilletV1: {
    summary: both('Decodificar um boleto', 'Decode a billet'),
    description: prose(
      `Lê a linha digitável ou o código de barras, confere os dígitos verificadores e consulta no registro de
      boletos o valor devido hoje. Qualquer carteira do usuário pode pagar o boleto decodificado. O resultado
      é gravado com um id e registra \`billets.decode.created\`; nenhum pagamento é feito. Um boleto fora do
      prazo, já pago ou desconhecido é recusado, e \`BILLET_REGISTRY_UNAVAILABLE\` indica quando tentar
      novamente. O mesmo boleto, dentro da janela, é \`REPLAY\`: um caixa, que pode ler o mesmo boleto duas
      vezes, envia \`x-include-replay-protection-schema: nonce\` e um nonce novo a cada leitura.`,
      `Reads the typeable line or the barcode, checks its digits and queries the billet registry for the amount
      due today. Any wallet of the user can pay the decoded billet. The result is stored with an id and
      records \`billets.decode.created\`; nothing is paid. A billet that is past its limit, already paid or
      unknown is rejected, and \`BILLET_REGISTRY_UNAVAILABLE\` states when to try again. The same billet
      within the window is \`REPLAY\`: a till, which may read one billet twice, sends
      \`x-include-replay-protection-schema: nonce\` and a new nonce for each reading.`,
    ),
  },
  decodeBilletV2: {
    summary: both('Decodificar um boleto para uma carteira', 'Decode a billet for a wallet'),
    description: prose(
      `Decodifica como a primeira versão, para uma carteira: somente a carteira para a qual o boleto foi
      decodificado pode pagá-lo. Vale a carteira de x-wallet-uuid ou a padrão; sem carteira ativa a resposta é
      \`WALLET_NOT_ACTIVE\`. O resultado é gravado com um id e registra \`billets.decode.created\`; nenhum
      pagamento é feito. O mesmo boleto, dentro da janela, é \`REPLAY\`: um caixa envia
      \`x-include-replay-protection-schema: nonce\` e um nonce novo a cada leitura.`,
      `Decodes like the first version, for one wallet: only the wallet that the billet was decoded for can pay
      it. The wallet is that of x-wallet-uuid, or the default one; without an active wallet the response is
      \`WALLET_NOT_ACTIVE\`. The result is stored with an id and records \`billets.decode.created\`; nothing
      is paid. The same billet within the window is \`REPLAY\`: a till sends
      \`x-include-replay-protection-schema: nonce\` and a new nonce for each reading.`,
    ),
  },
  getBilletDecode: {
    summary: both('Consultar um boleto decodificado', 'Get a decoded billet'),
    description: prose(
      `Mostra o resultado gravado de uma decodificação, para recuperar uma resposta perdida. O registro de
      boletos não é consultado novamente: os valores são os daquele dia. Um id desconhecido ou de outro
      usuário recebe \`BILLET_DECODE_NOT_FOUND\`.`,
      `Returns the stored result of a decode, to recover a lost response. The registry is not queried again:
      the amounts are those of that day. An id that is unknown or belongs to another user is rejected with
      \`BILLET_DECODE_NOT_FOUND\`.`,
    ),
  },
}
