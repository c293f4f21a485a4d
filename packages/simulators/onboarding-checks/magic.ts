/**
 * Magic documents: a CPF or CNPJ chooses the responses of the sandbox's checks. One that begins with 9876 is magic: the
 * fifth character is the step, the sixth its result. The rest, except check digits, is free. Every other document is
 * approved by every step, and so is a magic one by every step but its own.
 *
 *   5th  1 BC_PROTEGE   2 DICT   3 RUFRA   4 CAF   5 LIVENESS
 *   6th  1 rejected
 *        2 sent to an analyst
 *        3 pending twice, then approved
 *        4 always 500
 *        5 a response long after the timeout
 *        6 an invalid response: each time another kind, and all of them contain APPROVED
 *        7 unusable: a face may be shown again, anything else fails the onboarding
 *        8 503 twice, then approved
 *        9 pending, until a decision is simulated
 *
 * A representative is checked by the representative's own document, in BC_PROTEGE, CAF and LIVENESS; an owner in BC_PROTEGE.
 */
export const MARK = '9876'

export const steps = ['BC_PROTEGE', 'DICT', 'RUFRA', 'CAF', 'LIVENESS'] as const
export const fates = ['reject', 'review', 'pending', 'error', 'slow', 'garbage', 'unusable', 'flaky', 'waits'] as const

type MagicStep = (typeof steps)[number]
export type Fate = (typeof fates)[number]

/** A CPF for a result at a step. `number` distinguishes people with the same result. */
export function magicCpf(step: MagicStep, fate: Fate, number: number): string {
  return printed(MARK + code(step, fate) + String(number % 1_000).padStart(3, '0'), 11)
}

export function magicCnpj(step: MagicStep, fate: Fate, number: number): string {
  return printed(MARK + code(step, fate) + String(number % 1_000_000).padStart(6, '0'), 9)
}

/** A CPF without a magic meaning. */
export function plainCpf(number: number): string {
  return printed(`1${String(number % 100_000_000).padStart(8, '0')}`, 11)
}

export function plainCnpj(number: number): string {
  return printed(`1${String(number % 10_000_000).padStart(7, '0')}0001`, 9)
}

export function fateOf(step: string, document: string): Fate | undefined {
  if (!document.startsWith(MARK)) return undefined
  return steps[Number(document[4]) - 1] === step ? fates[Number(document[5]) - 1] : undefined
}

function code(step: MagicStep, fate: Fate): string {
  return `${steps.indexOf(step) + 1}${fates.indexOf(fate) + 1}`
}

/** With its two check digits: modulus 11, weights from the right, starting again after the heaviest. */
function printed(stem: string, heaviest: number): string {
  const first = stem + checkDigit(stem, heaviest)
  return first + checkDigit(first, heaviest)
}

function checkDigit(digits: string, heaviest: number): string {
  let sum = 0
  for (let at = 0; at < digits.length; at += 1) sum += (2 + (at % (heaviest - 1))) * Number(digits.at(-1 - at))
  return '00987654321'.charAt(sum % 11)
}
