import Type from 'typebox'
import { httpUrl } from '../../platform/config/kinds.ts'

export const billetRegistrySettings = {
  BILLET_REGISTRY_URL: Type.Optional(httpUrl('URL of the billet registry; without it billets cannot be decoded')),
  BILLET_REGISTRY_TOKEN: Type.Optional(
    Type.String({ minLength: 1, description: 'bearer token for the billet registry', secret: true }),
  ),
  BILLET_REGISTRY_TIMEOUT_MS: Type.Integer({
    minimum: 100,
    maximum: 20_000,
    default: 5_000,
    description: 'timeout of a query to the billet registry, retries included',
  }),
}
