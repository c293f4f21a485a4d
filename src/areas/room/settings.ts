import Type from 'typebox'

/** The developer portal, where an integrator's staff see the results of their API calls. */
export const roomSettings = {
  ROOM_CLIENT_ID: Type.Optional(
    Type.String({
      minLength: 1,
      description:
        'public client at OIDC_ISSUER by which people of users log in to the room under /room/; without it there is none',
    }),
  ),
  ROOM_SCOPE: Type.String({
    pattern: '^openid( [\\x21\\x23-\\x5b\\x5d-\\x7e]+)*$',
    default: 'openid profile',
    description: 'what the room asks for at log-in; the access token must be for OIDC_AUDIENCE',
  }),
}
