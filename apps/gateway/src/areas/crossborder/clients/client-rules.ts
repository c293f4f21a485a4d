import { dayInSaoPaulo } from '../../../platform/clock.ts'
import type { BrokenRule } from '../../../platform/errors/fault.ts'
import { both } from '../../../platform/language.ts'

/** The fields of a client that the rules compare. */
type ComparedClient = Record<'birth_date' | 'issue_date', string | null>

const dates = ['birth_date', 'issue_date'] as const

const inThePast = both('não pode estar no futuro', 'must not be in the future')
const afterBirth = both('não pode ser anterior a birth_date', 'must not be before birth_date')

/** Returns the rules that a client breaks, and the rules that could be applied. An absent date is not checked. */
export function judgeByRules(client: ComparedClient, now: Date): { broken: BrokenRule[]; applied: string[] } {
  const today = dayInSaoPaulo(now)
  const sent = dates.filter((field) => client[field] !== null)
  const broken = sent
    .filter((field) => client[field]! > today)
    .map((field) => ({ pointer: `/body/${field}`, code: 'IN_THE_PAST', detail: inThePast }))
  const bothSent = client.birth_date !== null && client.issue_date !== null
  if (bothSent && client.issue_date! < client.birth_date!)
    broken.push({ pointer: '/body/issue_date', code: 'AFTER_BIRTH', detail: afterBirth })
  return { broken, applied: sent.map((field) => `${field.toUpperCase()}_IN_THE_PAST`) }
}
