import Type from 'typebox'
import { differentFrom, loopbackUrl } from '../../base/config/kinds.ts'
import { tokenLifeSettings } from '../../gate/auth/settings.ts'
import { roles } from '../role.ts'

const ours = `(${roles.join('|')})`

/** Login of staff at the institution's issuer, and how long its claims are valid. */
export const peopleSettings = {
  ...tokenLifeSettings,
  DESK_URL: Type.String({
    pattern: `^(https://[A-Za-z0-9.-]+(:\\d+)?|${loopbackUrl})$`,
    description: 'origin of the desk as browsers see it, without a path; https, or http on loopback',
  }),
  DESK_OIDC_ISSUER: Type.String({
    pattern: `^(https://[^?#]+|${loopbackUrl}(/[^?#]*)?)$`,
    description: 'issuer that people of the institution log in at, as in the iss claim; https, or http on loopback',
  }),
  DESK_OIDC_CLIENT_ID: Type.String({ minLength: 1, description: 'client that the desk is at that issuer' }),
  DESK_OIDC_CLIENT_SECRET: Type.Optional(
    Type.String({
      minLength: 1,
      description: 'its secret; without one it is a public client, held by PKCE alone',
      secret: true,
    }),
  ),
  DESK_OIDC_SCOPE: Type.String({
    pattern: '^openid( [\\x21\\x23-\\x5b\\x5d-\\x7e]+)*$',
    default: 'openid profile',
    description: 'what is asked for at log-in; add offline_access where refresh tokens are given only for it',
  }),
  DESK_PERSON_CLAIM: Type.String({
    minLength: 1,
    default: 'sub',
    description:
      'claim that is equal in every token of one person, in the id tokens of browsers and in access tokens; oid for Entra ID, whose sub differs for each client; a token without it is refused',
  }),
  DESK_ACR: Type.Optional(
    Type.String({
      pattern: '^[\\x21\\x23-\\x5b\\x5d-\\x7e]+( [\\x21\\x23-\\x5b\\x5d-\\x7e]+)*$',
      maxLength: 1_024,
      description:
        'authentication classes (acr), separated by blanks: asked for at login by acr_values, and one of them is needed in the token to approve, to decline and to make API keys',
    }),
  ),
  DESK_FRESH_SECONDS: Type.Optional(
    Type.Integer({
      minimum: 30,
      maximum: 86_400,
      description:
        'how long ago a person may have logged in at the issuer (auth_time) to approve, to decline and to make API keys',
    }),
  ),
  DESK_ROLES_CLAIM: Type.String({
    minLength: 1,
    default: 'roles',
    description:
      'claim that holds what somebody is; a path by dots, such as realm_access.roles, for one inside another',
  }),
  DESK_ROLES: Type.String({
    pattern: `^[^=,]+=${ours}(\\+${ours})*(,[^=,]+=${ours}(\\+${ours})*)*$`,
    description: 'what each value of that claim may do here, such as fraud-team=analyst+approver,it=operator',
  }),
  DESK_ACCESS_CONTACT: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description:
        'whom a person without a role asks for one, as the page says it: a team, an address, a telephone number',
    }),
  ),
  // An id token has its client as the audience. With one name for both, id tokens would be accepted as access tokens.
  DESK_AUDIENCE: Type.Optional(
    Type.String({
      minLength: 1,
      description:
        'audience of access tokens that machines and the command line come with, not DESK_OIDC_CLIENT_ID; without it none is taken',
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
    description: 'signature algorithms accepted of that issuer, comma separated, of one key family',
  }),
  DESK_CLI_CLIENT_ID: Type.Optional(
    Type.String({
      minLength: 1,
      description: 'client of the command line, whose tokens speak for people; those of any other are of machines',
    }),
  ),
  DESK_SESSION_IDLE_MINUTES: Type.Integer({
    minimum: 5,
    maximum: 1_440,
    default: 15,
    description: 'a session that was idle for so long has ended',
  }),
  DESK_SESSION_HOURS: Type.Integer({
    minimum: 1,
    maximum: 24,
    default: 10,
    description: 'a session has ended after so long, however much it is used',
  }),
  DESK_ROLES_CHECK_SECONDS: Type.Integer({
    minimum: 1,
    maximum: 3_600,
    default: 60,
    description: 'how old the last check of the roles of a session may be',
  }),
}
