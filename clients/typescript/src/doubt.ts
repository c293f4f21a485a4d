import { isPassing } from './persist.ts'

/** What is told apart here of a refusal. */
interface Refusal {
  status: number
  code: string
}

/** Whether a write that was refused so may have taken effect all the same. The gateway says when nothing happened. */
export function mayHaveHappened({ status, code }: Refusal): boolean {
  return status === 408 || (status >= 500 && code !== 'UNAVAILABLE')
}

/** What the gateway refuses before it looks whether it was asked before. */
const early = new Set([
  'CREDENTIALS_MISSING',
  'CREDENTIALS_REFUSED',
  'PRODUCT_FORBIDDEN',
  'WALLET_FORBIDDEN',
  'WALLET_NOT_ACTIVE',
])

/** Whether a refusal says nothing of a try before it that was lost. Who stands between has codes of no one's. */
export function leavesOpen({ status, code }: Refusal): boolean {
  return isPassing(status) || status >= 500 || early.has(code) || code.startsWith('HTTP_')
}
