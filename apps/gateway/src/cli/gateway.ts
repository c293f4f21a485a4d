import Type from 'typebox'

/** Settings of the commands that call a gateway's public API: its address and the credential. */
export const gatewaySettings = {
  ECLUSA_URL: Type.Optional(
    Type.String({
      pattern: '^https?://',
      description: 'base URL of the gateway to call; by default that of the last eclusa login',
    }),
  ),
  ECLUSA_TOKEN: Type.Optional(
    Type.String({ minLength: 1, description: 'platform token of a machine, instead of eclusa login', secret: true }),
  ),
  ECLUSA_API_KEY: Type.Optional(
    Type.String({ minLength: 1, description: 'API key, instead of either; keys are deprecated', secret: true }),
  ),
}

export type ResponseBody = Record<string, unknown>
