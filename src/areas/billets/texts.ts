import { both, prose } from '../../base/language.ts'

/** Descriptions of the operations in the API contract. */
export const texts = {
  decodeBilletV1: {
    summary: both('Decodificar um boleto', 'Decode a billet'),
    description: prose(
      `Lê a linha digitável ou o código de barras, confere os dígitos e pergunta ao registro de boletos o que se deve
      hoje. Qualquer carteira do usuário pode pagar o que foi decodificado aqui. O resultado é guardado com um id e
      registra \`billets.decode.created\`; nada é pago. Um boleto vencido além do limite, já pago ou desconhecido é
      recusado, e \`BILLET_REGISTRY_UNAVAILABLE\` diz quando tentar de novo. O mesmo boleto, dentro da janela, é \`REPLAY\`:
      um caixa, que pode ler o mesmo boleto duas vezes, envia \`x-include-replay-protection-schema: nonce\` e um nonce novo a
      cada leitura.`,
      `Reads the typeable line or the barcode, checks its digits and asks the billet registry what is owed today. Any
      wallet of the user may pay what was decoded here. The outcome is kept under an id and records
      \`billets.decode.created\`; nothing is paid. A billet that is past its limit, paid already or unknown is
      rejected, and \`BILLET_REGISTRY_UNAVAILABLE\` states when to try again. The same billet within the window is \`REPLAY\`: a
      till, which may read one billet twice, sends \`x-include-replay-protection-schema: nonce\` and a new nonce for each
      reading.`,
    ),
  },
  decodeBilletV2: {
    summary: both('Decodificar um boleto para uma carteira', 'Decode a billet for a wallet'),
    description: prose(
      `Faz o mesmo que a primeira versão, para uma carteira: só aquela para a qual o boleto foi decodificado pode
      pagá-lo. Vale a carteira de x-wallet-uuid ou a padrão; sem nenhuma ativa a resposta é \`WALLET_NOT_ACTIVE\`. O
      resultado é guardado com um id e registra \`billets.decode.created\`; nada é pago. O mesmo boleto, dentro da janela, é
      \`REPLAY\`: um caixa envia \`x-include-replay-protection-schema: nonce\` e um nonce novo a cada leitura.`,
      `Does what the first version does, for one wallet: only the one the billet was decoded for may pay it. It is the
      wallet of x-wallet-uuid or the default one; without an active one the answer is \`WALLET_NOT_ACTIVE\`. The
      outcome is kept under an id and records \`billets.decode.created\`; nothing is paid. The same billet within the window is
      \`REPLAY\`: a till sends \`x-include-replay-protection-schema: nonce\` and a new nonce for each reading.`,
    ),
  },
  getBilletDecode: {
    summary: both('Consultar um boleto decodificado', 'Get a decoded billet'),
    description: prose(
      `Mostra o que foi respondido quando o boleto foi decodificado, para quem perdeu aquela resposta. O registro não é
      consultado de novo: os valores são os daquele dia. Um id desconhecido ou de outra pessoa recebe
      \`BILLET_DECODE_NOT_FOUND\`.`,
      `Returns the stored result of a decode, for a caller that lost the first response. The registry is not queried
      again: the amounts are those of that day. An id that is unknown or another user's is rejected with
      \`BILLET_DECODE_NOT_FOUND\`.`,
    ),
  },
}
