import type { BrokenRule } from '../../base/errors/fault.ts'
import type { Text } from '../../base/language.ts'
import type { Account } from './account.ts'
import { isAbaRoutingNumber } from './bank-code/aba.ts'

const texts = {
  BRANCH_REQUIRED: {
    'pt-BR': 'é obrigatório quando country é BR ou bank_code_type é FEBRABAN',
    'en-US': 'is required when country is BR or bank_code_type is FEBRABAN',
  },
  BANK_CODE_ABA: {
    'pt-BR': 'deve ser um número ABA válido de 9 dígitos em contas USD',
    'en-US': 'must be a valid nine-digit ABA routing number for USD accounts',
  },
} satisfies Record<string, Text>

/** Every rule the whole record breaks. Creation and update are judged by the same ones. */
export function accountBreaks(account: Account): BrokenRule[] {
  const broken: BrokenRule[] = []
  const breaks = (field: keyof Account, code: keyof typeof texts) =>
    broken.push({ pointer: `/body/${field}`, code, detail: texts[code] })

  const branchNeeded = account.country === 'BR' || account.bank_code_type === 'FEBRABAN'
  if (branchNeeded && !account.branch) breaks('branch', 'BRANCH_REQUIRED')
  if (account.currency_symbol === 'USD' && !isAbaRoutingNumber(account.bank_code)) breaks('bank_code', 'BANK_CODE_ABA')
  return broken
}
