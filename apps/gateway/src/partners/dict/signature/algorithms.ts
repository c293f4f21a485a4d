/**
 * The only algorithms that are used or accepted: those that BACEN's security manual for Pix requires, and no weaker
 * ones.
 */
export const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#'
export const ENVELOPED = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature'
export const RSA_SHA256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256'
export const SHA256 = 'http://www.w3.org/2001/04/xmlenc#sha256'
export const DSIG = 'http://www.w3.org/2000/09/xmldsig#'
