import { type Country, countries } from '../country.ts'

/**
 * The country that issued a bank code. Kosovo issues IBANs and BICs under XK, which is not in ISO 3166. Such a code is
 * well formed but matches no account, because no account can have that country.
 */
export type Issuer = Country | 'XK'

const issuers: readonly Issuer[] = [...countries, 'XK']

/**
 * Territories with their own ISO code whose accounts are, or may be, held under the codes of the country they belong
 * to. Faroe, Greenland, Gibraltar, Monaco and the Vatican are absent because they have IBANs of their own. The Canary
 * Islands' IC and Ceuta's EA are not in ISO 3166, so accounts there are in Spain.
 */
const homelands: Partial<Record<Country, Country>> = {
  // Sort codes, and IBANs under GB.
  GG: 'GB',
  IM: 'GB',
  JE: 'GB',

  // IBANs under FR, according to the IBAN register.
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

/** The issuer of a two-letter code, or null. */
export function issuerNamed(letters: string): Issuer | null {
  return issuers.find((issuer) => issuer === letters) ?? null
}

/** Whether an account in this country can have a bank code of this issuer. */
export function isServedBy(country: Country, issuer: Issuer): boolean {
  return issuersOf(country).includes(issuer)
}

/** The issuers whose codes an account in this country can have. */
export function issuersOf(country: Country): Issuer[] {
  const homeland = homelands[country]
  return homeland ? [country, homeland] : [country]
}
