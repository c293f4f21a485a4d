import Type, { type Static } from 'typebox'
import { languages } from '../platform/language.ts'
import { closedEnum, uuidV4Pattern, uuidVersionedPattern } from './schema.ts'

const uuidV4 = (description: string) => Type.String({ format: 'uuid', pattern: uuidV4Pattern, description })

/** The schemas of replay protection a caller may name. The two combined spellings mean the same. */
export const replaySchemas = [
  'nonce',
  'x-transaction-uuid',
  'x-transaction-uuid&nonce',
  'nonce&x-transaction-uuid',
] as const
export type ReplaySchema = (typeof replaySchemas)[number]

/** Example values, so that a request can be tried at once. The reference page makes a new nonce at every try. */
const NONCE = '5f0c1e0a-3b7d-4c2e-9a41-8d6b2f7c9e13'

/** The headers of every operation. Credentials are not among them: they are verified before validation. */
export const CommonHeaders = Type.Object({
  nonce: { ...uuidV4('Identifies the request. A new UUID v4 for every request.'), examples: [NONCE] },
  'x-include-replay-protection-schema': Type.Optional(
    closedEnum(replaySchemas, 'Adds the nonce, the transaction UUID or both to what makes two requests equal.'),
  ),
  'x-transaction-uuid': Type.Optional(
    Type.String({
      format: 'uuid',
      pattern: uuidVersionedPattern,
      description: 'On a create, becomes the id of the new record. A UUID of any version.',
    }),
  ),
  'x-product-uuid': Type.Optional(uuidV4('The product to use; the default one when absent.')),
  'x-product-target-user-uuid': Type.Optional(
    uuidV4('The user on whose behalf the request runs. Requires x-product-uuid.'),
  ),
  'x-wallet-uuid': Type.Optional(
    Type.String({
      pattern: `^$|${uuidV4Pattern}`,
      description: 'The wallet to use; the default one when absent or empty.',
    }),
  ),
  'x-lang': Type.Optional(
    closedEnum(languages, 'Language of the texts in the response, in any case; pt-BR when absent.'),
  ),
})
export type CommonHeaders = Static<typeof CommonHeaders>
