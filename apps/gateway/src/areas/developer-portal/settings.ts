import Type from 'typebox'

/** The developer portal, where an integrator's staff see the results of their API calls. */
export const roomSettings = {
  ROOM_CLIENT_ID: Type.Optional(
    Type.String({
      minLength: 1,
      description:
        'public client at OIDC_ISSUER with which integrators log in to the developer portal under /room/; without it there is no portal',
    }),
  ),
  ROOM_SCOPE: Type.String({
    pattern: '^openid( [\\x21\\x23-\\x5b\\x5d-\\x7e]+)*$',
    default: 'openid profile',
    description: 'scopes that the developer portal requests at login; the access token must be for OIDC_AUDIENCE',
  }),
}
