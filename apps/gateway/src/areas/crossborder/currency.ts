/**
 * The currencies of a cross-border account. The list is closed and differs from ISO 4217: ECU is no longer in force
 * and USDC and USDT are tokens, so a currency library would reject values that the contract accepts.
 */
export const currencies = [
  'USD',
  'BRL',
  'EUR',
  'MXN',
  'ARS',
  'COP',
  'CLP',
  'PEN',
  'ECU',
  'UYU',
  'PYG',
  'USDC',
  'USDT',
] as const
