/** The jobs that verify what is PENDING, by name: what a transaction enqueues and the worker runs. */
export const VERIFY_CLIENT = 'verify-client'
export const VERIFY_ACCOUNT = 'verify-account'

/**
 * Who decides. `rules`: the gateway's own checks, at once. `manual`: an operator, with `eclusa clients decide` and
 * `eclusa accounts decide`; until then the record stays PENDING.
 */
export const verificationModes = ['rules', 'manual'] as const
export type VerificationMode = (typeof verificationModes)[number]
