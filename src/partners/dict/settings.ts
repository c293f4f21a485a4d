import Type from 'typebox'
import { contactEmailPattern } from './values.ts'

const pem = (description: string, secret = false) =>
  Type.Optional(
    Type.String({ pattern: '^-----BEGIN', description: `${description}, as PEM`, ...(secret && { secret }) }),
  )

/** The connection to the Pix directory: all of it, or none, and then nothing of Pix is sent to other banks. */
export const dictSettings = {
  DICT_URL: Type.Optional(
    Type.String({ pattern: '^https://.*[^/]$', description: 'DICT up to its version, no final slash' }),
  ),
  DICT_PARTICIPANT: Type.Optional(Type.String({ pattern: '^[0-9A-Z]{8}$', description: 'our ISPB' })),
  DICT_INDIRECT_PARTICIPANTS: Type.Optional(
    Type.String({
      pattern: '^[0-9A-Z]{8}(,[0-9A-Z]{8})*$',
      description: 'ISPBs of indirect participants that reach DICT through us, separated by commas',
    }),
  ),
  DICT_TLS_CERTIFICATE: pem('client certificate of the connection to DICT'),
  DICT_TLS_KEY: pem('key of that certificate', true),
  DICT_TLS_AUTHORITIES: pem('authorities of the server certificate of DICT'),
  DICT_SIGNING_CERTIFICATE: pem('certificate of our XML signatures'),
  DICT_SIGNING_KEY: pem('key of that certificate', true),
  DICT_TRUSTED_CERTIFICATES: pem('certificates DICT signs its answers with'),
  DICT_SHARE: Type.Number({
    exclusiveMinimum: 0,
    maximum: 1,
    default: 0.5,
    description: "part of the participant's rate limits that this process may use",
  }),
  DICT_CONTACT_EMAIL: Type.Optional(
    Type.String({
      maxLength: 254,
      pattern: contactEmailPattern,
      description: 'contact given to other banks with a recovery; DICT takes no capitals in it',
    }),
  ),
  DICT_CONTACT_PHONE: Type.Optional(
    Type.String({ pattern: '^\\+[1-9][0-9]{1,14}$', description: 'contact given to other banks with a recovery' }),
  ),
}
