import listed from './febraban-institutions.json' with { type: 'json' }

/**
 * An institution of the Brazilian payment system. An institution outside the cheque clearing has an ISPB and no COMPE
 * number.
 */
export type FebrabanInstitution = { compe: string | null; ispb: string; name: string }

/**
 * The institutions where a client may have an account: banks, payment institutions, direct lenders and cooperatives.
 * The numbers are those that the Central Bank published for the participants of its settlement and Pix systems on the
 * date beside them. Institutions under liquidation are excluded, because money sent there does not reach the client.
 * Most brokers and fund administrators are excluded, as are the single cooperatives of Sicoob, Sicredi and similar
 * systems, whose accounts use the number of their system.
 */
export const febrabanInstitutions: { asOf: string; entries: readonly FebrabanInstitution[] } = listed
