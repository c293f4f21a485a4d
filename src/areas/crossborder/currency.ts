/**
 * The currencies a cross-border account can hold. The list is closed and is not ISO 4217: ECU is no currency in force,
 * USDC and USDT are tokens, so a library of currencies would refuse what the contract accepts.
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
