import { dayInSaoPaulo } from '../../../platform/clock.ts'
import type { BrokenRule } from '../../../platform/errors/fault.ts'
import { isCnpj } from '../../../platform/tax-ids/cnpj.ts'
import { isCpf } from '../../../platform/tax-ids/cpf.ts'
import { accountRulesBroken, broken } from '../errors.ts'
import type { UserAccount } from './account.ts'

const ofNatural = ['genre', 'mother_name', 'birth_date'] as const
const ofLegal = ['issue_date', 'legal_person_type'] as const

/** Throws when an account, new or corrected, breaks rules, with all of them. */
export function refuseBroken(account: UserAccount, now: Date): void {
  const errors = accountBreaks(account, now)
  if (errors.length > 0) throw accountRulesBroken({ errors })
}

/** Every rule between fields that the account breaks. */
function accountBreaks(account: UserAccount, now: Date): BrokenRule[] {
  const natural = account.person_type === 'NATURAL_PERSON'
  const errors: BrokenRule[] = []
  if (natural && !isCpf(account.document))
    errors.push(broken('document', 'CPF', 'deve ser um CPF válido', 'must be a valid CPF'))
  if (!natural && !isCnpj(account.document))
    errors.push(broken('document', 'CNPJ', 'deve ser um CNPJ válido', 'must be a valid CNPJ'))
  if (!account.email && !account.phone_number) {
    const rule = ['envie e-mail, telefone ou ambos', 'send e-mail, telephone or both'] as const
    errors.push(broken('email', 'CONTACT_REQUIRED', ...rule))
  }
  for (const field of natural ? ofLegal : ofNatural)
    if (account[field] !== null)
      errors.push(
        broken(field, 'PERSON_TYPE', 'não se aplica a este tipo de pessoa', 'does not apply to this kind of person'),
      )
  const today = dayInSaoPaulo(now)
  for (const field of ['birth_date', 'issue_date'] as const)
    if (account[field] !== null && account[field] > today)
      errors.push(broken(field, 'IN_THE_PAST', 'não pode estar no futuro', 'must not be in the future'))
  return errors
}
