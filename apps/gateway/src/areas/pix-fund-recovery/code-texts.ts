import type { Text } from '../../platform/language.ts'

/** Texts of the codes for waiting and failed requests. The row stores only the code. */
const texts: Record<string, Text> = {
  ALREADY_AT_DICT: {
    'pt-BR': 'O DICT já tinha uma recuperação deste pagamento.',
    'en-US': 'DICT already had a recovery of this payment.',
  },
  REFUND_PERIOD_EXPIRED: {
    'pt-BR': 'O DICT não aceita mais a solicitação das devoluções.',
    'en-US': 'DICT no longer accepts the request for the refunds.',
  },
  FUNDS_RECOVERY_TRANSACTION_NOT_INDEXED: {
    'pt-BR': 'O DICT não encontrou este pagamento.',
    'en-US': 'DICT did not find this payment.',
  },
  FUNDS_RECOVERY_TRANSACTION_NOT_ELIGIBLE: {
    'pt-BR': 'O DICT não aceita a recuperação de pagamentos deste tipo.',
    'en-US': 'DICT does not accept the recovery of payments of this kind.',
  },
  FUNDS_RECOVERY_TRANSACTION_NOT_SETTLED: {
    'pt-BR': 'Segundo o DICT, este pagamento não foi liquidado.',
    'en-US': 'According to DICT, this payment was not settled.',
  },
  FUNDS_RECOVERY_TRACKING_TIMEOUT: {
    'pt-BR': 'O DICT não conseguiu rastrear os valores a tempo.',
    'en-US': 'DICT could not track the money in time.',
  },
}

/** For a code that DICT has added since, the text only states that DICT rejected the request. */
export function textOf(code: string | null): Text | null {
  if (code === null) return null
  return texts[code] ?? { 'pt-BR': `O DICT recusou o pedido: ${code}.`, 'en-US': `DICT rejected the request: ${code}.` }
}
