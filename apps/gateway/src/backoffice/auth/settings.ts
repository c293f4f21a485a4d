import Type from 'typebox'
import { tokenLifeSettings } from '../../http/auth/settings.ts'
import { differentFrom, loopbackUrl } from '../../platform/config/kinds.ts'
import { roles } from '../role.ts'

const ours = `(${roles.join('|')})`

/** Login of staff at the institution's issuer, and how long its claims are valid. */
export const peopleSettings = {
  ...tokenLifeSettings,
  DESK_URL: Type.String({
    pattern: `^(https://[A-Za-z0-9.-]+(:\\d+)?|${loopbackUrl})$`,
    description: 'public origin of the backoffice, without a path; https, or http on loopback',
  }),
  DESK_OIDC_ISSUER: Type.String({
    pattern: `^(https://[^?#]+|${loopbackUrl}(/[^?#]*)?)$`,
    description: 'identity provider of the staff of the institution, as in the iss claim; https, or http on loopback',
  }),
  DESK_OIDC_CLIENT_ID: Type.String({
    minLength: 1,
    description: 'client id of the backoffice at that identity provider',
  }),
  DESK_OIDC_CLIENT_SECRET: Type.Optional(
    Type.String({
      minLength: 1,
      description: 'secret of that client; without it the backoffice is a public client, protected by PKCE only',
      secret: true,
    }),
  ),
  DESK_OIDC_SCOPE: Type.String({
    pattern: '^openid( [\\x21\\x23-\\x5b\\x5d-\\x7e]+)*$',
    default: 'openid profile',
    description:
      'scopes requested at login; add offline_access if the identity provider issues refresh tokens only with it',
  }),
  DESK_PERSON_CLAIM: Type.String({
    minLength: 1,
    default: 'sub',
    description:
      'claim that is equal in every token of one person, in id tokens and in access tokens; oid for Entra ID, whose sub differs for each client; a token without it is rejected',
  }),
  DESK_ACR: Type.Optional(
    Type.String({
      pattern: '^[\\x21\\x23-\\x5b\\x5d-\\x7e]+( [\\x21\\x23-\\x5b\\x5d-\\x7e]+)*$',
      maxLength: 1_024,
      description:
        'authentication classes (acr), separated by blanks: requested at login with acr_values; one of them is required in the token to approve, to decline and to create API keys',
    }),
  ),
  DESK_FRESH_SECONDS: Type.Optional(
    Type.Integer({
      minimum: 30,
      maximum: 86_400,
      description:
        'maximum age of the login at the identity provider (auth_time) to approve, to decline and to create API keys',
    }),
  ),
  DESK_ROLES_CLAIM: Type.String({
    minLength: 1,
    default: 'roles',
    description:
      'claim that contains the groups of a person; a path with dots, such as realm_access.roles, for a nested claim',
  }),
  DESK_ROLES: Type.String({
    pattern: `^[^=,]+=${ours}(\\+${ours})*(,[^=,]+=${ours}(\\+${ours})*)*$`,
    description: 'roles of each value of that claim, such as fraud-team=analyst+approver,it=operator',
  }),
  DESK_ACCESS_CONTACT: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description: 'contact shown to a person without a role: a team, an address, a telephone number',
    }),
  ),
  // An id token has its client as the audience. With one name for both, id tokens would be accepted as access tokens.
  DESK_AUDIENCE: Type.Optional(
    Type.String({
      minLength: 1,
      description:
        'audience of the access tokens of programs and of the command line, not DESK_OIDC_CLIENT_ID; without it none is accepted',
      ...differentFrom('DESK_OIDC_CLIENT_ID'),
    }),
  ),
  DESK_TOKEN_TYPE: Type.String({
    minLength: 1,
    default: 'at+jwt',
    description: 'required typ header of such a token',
  }),
  DESK_OIDC_ALGORITHMS: Type.String({
    pattern: '^((ES(256|384|512))(,ES(256|384|512))*|(RS|PS)(256|384|512)(,(RS|PS)(256|384|512))*|EdDSA)$',
    default: 'ES256',
    description: 'signature algorithms accepted from that identity provider, comma separated, of one key family',
  }),
  DESK_CLI_CLIENT_ID: Type.Optional(
    Type.String({
      minLength: 1,
      description:
        'client of the command line, whose tokens belong to people; tokens of other clients belong to programs',
    }),
  ),
  DESK_SESSION_IDLE_MINUTES: Type.Integer({
    minimum: 5,
    maximum: 1_440,
    default: 15,
    description: 'a session ends after this idle time',
  }),
  DESK_SESSION_HOURS: Type.Integer({
    minimum: 1,
    maximum: 24,
    default: 10,
    description: 'a session ends after this time, even if it is in use',
  }),
  DESK_ROLES_CHECK_SECONDS: Type.Integer({
    minimum: 1,
    maximum: 3_600,
    default: 60,
    description: 'maximum age of the last role check of a session',
  }),
}
