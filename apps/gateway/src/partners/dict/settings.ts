import Type from 'typebox'
import { neededWith, pemText } from '../../platform/config/kinds.ts'
import { contactEmailPattern } from './enums.ts'

const pem = (description: string, secret = false) => Type.Optional(pemText(description, { ...(secret && { secret }) }))

/**
 * The settings of the connection to the Pix directory. They are all set, or all absent; without them the Pix
 * operations with other participants are unavailable.
 */
export const dictSettings = {
  DICT_URL: Type.Optional(
    Type.String({ pattern: '^https://.*[^/]$', description: 'base URL of DICT up to its version, no final slash' }),
  ),
  DICT_PARTICIPANT: Type.Optional(Type.String({ pattern: '^[0-9A-Z]{8}$', description: 'our ISPB' })),
  DICT_INDIRECT_PARTICIPANTS: Type.Optional(
    Type.String({
      pattern: '^[0-9A-Z]{8}(,[0-9A-Z]{8})*$',
      description: 'ISPBs of indirect participants that use DICT through us, separated by commas',
    }),
  ),
  DICT_TLS_CERTIFICATE: pem('client certificate of the connection to DICT'),
  DICT_TLS_KEY: pem('key of that certificate; absent with `DICT_TLS_TUNNEL`', true),
  DICT_TLS_AUTHORITIES: pem('authorities of the server certificate of DICT; absent with `DICT_TLS_TUNNEL`'),
  DICT_TLS_TUNNEL: Type.Optional(
    Type.String({
      pattern: '^/',
      description: 'socket of the program that makes the connection to DICT with a key in a token',
    }),
  ),
  DICT_SIGNING_CERTIFICATE: pem(
    'certificate of our XML signatures; during a rotation two, of which the first valid one signs',
  ),
  DICT_SIGNING_KEY: pem('keys of those certificates; absent with `DICT_PKCS11_MODULE`', true),
  DICT_PKCS11_MODULE: Type.Optional(
    Type.String({ pattern: '^/', description: 'library of the token that holds the keys of our XML signatures' }),
  ),
  DICT_PKCS11_TOKEN: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 32,
      description: 'label of that token',
      ...neededWith('DICT_PKCS11_MODULE'),
    }),
  ),
  DICT_PKCS11_PIN: Type.Optional(
    Type.String({
      minLength: 1,
      description: "the user's PIN of that token",
      secret: true,
      ...neededWith('DICT_PKCS11_MODULE'),
    }),
  ),
  DICT_PKCS11_ENV: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z_][A-Za-z0-9_]*(,[A-Za-z_][A-Za-z0-9_]*)*$',
      description:
        'names of the environment variables that the library needs, separated by commas; the process that loads it gets no others',
    }),
  ),
  DICT_TRUSTED_CERTIFICATES: pem('certificates with which DICT signs its responses'),
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
      description: 'contact sent to other institutions with a recovery; DICT accepts no capital letters in it',
    }),
  ),
  DICT_CONTACT_PHONE: Type.Optional(
    Type.String({
      pattern: '^\\+[1-9][0-9]{1,14}$',
      description: 'contact sent to other institutions with a recovery',
    }),
  ),
}
