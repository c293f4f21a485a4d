import Type from 'typebox'
import { DateTime, openEnum, Uuid } from '../../http/schema.ts'

export const RequestPath = Type.Object({ request_id: Uuid })

export const RequestReply = Type.Object(
  {
    id: Type.String({ ...Uuid, description: 'The x-request-id of the response.' }),
    user_id: Type.String({ ...Uuid, description: 'The user on whose behalf the request ran.' }),
    product_id: Type.Optional(
      Type.String({ ...Uuid, description: 'The product of the request; absent if it had none.' }),
    ),
    method: openEnum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
    operation: Type.String({ description: 'The name of the operation in this contract.' }),
    path: Type.String({ description: 'The path as this contract writes it, without the ids.' }),
    status: Type.Integer({ description: 'The HTTP status of the response.' }),
    code: Type.Optional(Type.String({ description: 'The error code; absent when the request succeeded.' })),
    errors: Type.Optional(
      Type.Array(
        Type.Object(
          {
            pointer: Type.String({
              description:
                'The place in the request, as a JSON pointer; it ends with … before a name that this contract does not have.',
            }),
            code: Type.String({ description: 'The rule that was broken.' }),
          },
          { title: 'RefusedField' },
        ),
        { description: 'The fields that were rejected in a failed request, twenty at most, without their values.' },
      ),
    ),
    duration_ms: Type.Integer({ description: 'From the arrival of the request until the response was sent.' }),
    credential: openEnum(['platform_token', 'api_key']),
    credential_id: Type.Optional(
      Type.String({
        description: 'The id of the API key, or the client in the token, where the issuer includes it.',
      }),
    ),
    first_request_id: Type.Optional(
      Type.String({ ...Uuid, description: 'For a repeat that was rejected: the request that took effect.' }),
    ),
    created_at: Type.String({ ...DateTime, description: 'When it arrived.' }),
  },
  { title: 'Request' },
)
