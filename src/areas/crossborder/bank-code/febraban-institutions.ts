import listed from './febraban-institutions.json' with { type: 'json' }

/** An institution of the Brazilian payment system. One outside the cheque clearing has an ISPB and no COMPE number. */
export type Institution = { compe: string | null; ispb: string; name: string }

/**
 * The institutions where a client may keep an account: banks, payment institutions, direct lenders and cooperatives.
 * The numbers are those the Central Bank published for the participants of its settlement and Pix systems on the date
 * beside them. Institutions under liquidation are left out, because money sent there does not reach the client; so are most
 * brokers and fund administrators, and the single cooperatives of Sicoob, Sicredi and the like, whose accounts are
 * reached by the number of the system they belong to.
 */
export const febrabanInstitutions: { asOf: string; entries: readonly Institution[] } = listed
