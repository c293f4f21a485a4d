import Type from 'typebox'

/** The room of integrators, where people of a user look at what became of their calls. */
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
