import { isPassing } from './retry.ts'

/** The part of an error that matters here. */
interface ErrorSummary {
  status: number
  code: string
}

/** Whether a failed write may have taken effect. The gateway's code says when nothing happened. */
export function mayHaveHappened({ status, code }: ErrorSummary): boolean {
  return status === 408 || (status >= 500 && code !== 'UNAVAILABLE')
}

/** Errors that the gateway returns before it checks for repeats. */
const early = new Set([
  'CREDENTIALS_MISSING',
  'CREDENTIALS_REFUSED',
  'PRODUCT_FORBIDDEN',
  'WALLET_FORBIDDEN',
  'WALLET_NOT_ACTIVE',
])

/**
 * Whether an error says nothing about an earlier attempt without a response. A proxy's errors have no code of the gateway.
 */
export function leavesOpen({ status, code }: ErrorSummary): boolean {
  return isPassing(status) || status >= 500 || early.has(code) || code.startsWith('HTTP_')
}
