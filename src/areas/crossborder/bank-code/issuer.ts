import { type Country, countries } from '../country.ts'

/**
 * Where a bank code was given out. Kosovo gives out IBANs and BICs under XK without being in ISO 3166: such a code is
 * well formed, and coherent with no account, because no account can be there.
 */
export type Issuer = Country | 'XK'

const issuers: readonly Issuer[] = [...countries, 'XK']

/**
 * Territories with an ISO code of their own whose accounts are, or may be, kept under the codes of the country they
 * belong to. Faroe, Greenland, Gibraltar, Monaco and the Vatican are absent because they have IBANs of their own; the
 * Canary Islands' IC and Ceuta's EA are not in ISO 3166, so accounts there are simply in Spain.
 */
const homelands: Partial<Record<Country, Country>> = {
  // Sort codes, and IBANs under GB.
  GG: 'GB',
  IM: 'GB',
  JE: 'GB',

  // IBANs under FR, as the IBAN register says.
  BL: 'FR',
  GF: 'FR',
  GP: 'FR',
  MF: 'FR',
  MQ: 'FR',
  NC: 'FR',
  PF: 'FR',
  PM: 'FR',
  RE: 'FR',
  TF: 'FR',
  WF: 'FR',
  YT: 'FR',

  // Routing numbers of the Federal Reserve.
  AS: 'US',
  GU: 'US',
  MP: 'US',
  PR: 'US',
  UM: 'US',
  VI: 'US',

  // Branches of the Australian banks.
  CC: 'AU',
  CX: 'AU',
  NF: 'AU',

  // IBANs under FI and NO.
  AX: 'FI',
  SJ: 'NO',
}

/** The issuer those two letters stand for, if any. */
export function issuerNamed(letters: string): Issuer | null {
  return issuers.find((issuer) => issuer === letters) ?? null
}

/** Whether an account in this country can have a bank code given out by that issuer. */
export function isServedBy(country: Country, issuer: Issuer): boolean {
  return issuersOf(country).includes(issuer)
}

/** The issuers whose codes an account in this country can have. */
export function issuersOf(country: Country): Issuer[] {
  const homeland = homelands[country]
  return homeland ? [country, homeland] : [country]
}
