import Type from 'typebox'
import { installationSettings } from '../../platform/config/installation.ts'
import { differentFrom, httpUrl, secretRing } from '../../platform/config/kinds.ts'

/** The issuers of users and of staff follow the same rule. */
export const tokenLifeSettings = {
  OIDC_TOKEN_LIFE_MAX_SECONDS: Type.Integer({
    minimum: 60,
    maximum: 86_400,
    default: 3_600,
    description: 'maximum lifetime of an access token, exp - iat; a longer one is rejected',
  }),
}

export const tokenSettings = {
  ...tokenLifeSettings,
  OIDC_ISSUER: httpUrl('issuer of platform tokens, as in their iss claim'),
  // An id token has its client as the audience. With one name for both, id tokens would be accepted as access tokens.
  OIDC_AUDIENCE: Type.String({
    minLength: 1,
    description: 'audience the tokens must name; not ROOM_CLIENT_ID',
    ...differentFrom('ROOM_CLIENT_ID'),
  }),
  OIDC_ALGORITHMS: Type.String({
    pattern: '^((ES(256|384|512))(,ES(256|384|512))*|(RS|PS)(256|384|512)(,(RS|PS)(256|384|512))*|EdDSA)$',
    default: 'ES256',
    description: 'accepted signature algorithms, comma separated, of one key family',
  }),
  OIDC_TOKEN_TYPE: Type.String({ minLength: 1, default: 'at+jwt', description: 'required typ header of a token' }),
}

export const apiKeySettings = {
  API_KEY_PEPPER: secretRing('secret under which API keys are hashed'),
  API_KEY_SUNSET: Type.Optional(
    Type.String({
      pattern: '^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])$',
      description: 'announced end date of API keys, if one is set; the operator revokes the keys',
    }),
  ),
}

export const keyMakingSettings = {
  API_KEY_PEPPER: apiKeySettings.API_KEY_PEPPER,
  ...installationSettings,
}
