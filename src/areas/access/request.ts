import Type from 'typebox'
import { DateTime, openEnum, Uuid } from '../../gate/schema.ts'

export const RequestPath = Type.Object({ request_id: Uuid })

export const RequestReply = Type.Object(
  {
    id: Type.String({ ...Uuid, description: 'The x-request-id of its answer.' }),
    user_id: Type.String({ ...Uuid, description: 'On whose behalf it ran.' }),
    product_id: Type.Optional(Type.String({ ...Uuid, description: 'Under which product; absent when under none.' })),
    method: openEnum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
    operation: Type.String({ description: 'Its name in this contract.' }),
    path: Type.String({ description: 'Its address as this contract writes it, without the ids that stood there.' }),
    status: Type.Integer({ description: 'The HTTP status of the answer.' }),
    code: Type.Optional(Type.String({ description: 'The code of the error; absent when it succeeded.' })),
    errors: Type.Optional(
      Type.Array(
        Type.Object(
          {
            pointer: Type.String({
              description:
                'Where in the request, as a JSON pointer; it ends with … before a name that this contract does not have.',
            }),
            code: Type.String({ description: 'The rule that was broken.' }),
          },
          { title: 'RefusedField' },
        ),
        { description: 'What was refused of a request that failed, twenty at most, without its values.' },
      ),
    ),
    duration_ms: Type.Integer({ description: 'From its arrival until the answer had left.' }),
    credential: openEnum(['platform_token', 'api_key']),
    credential_id: Type.Optional(
      Type.String({
        description: 'The id of the API key, or the client in the token, where the issuer includes it.',
      }),
    ),
    first_request_id: Type.Optional(
      Type.String({ ...Uuid, description: 'Of a repeat that was refused: the request that took effect.' }),
    ),
    created_at: Type.String({ ...DateTime, description: 'When it arrived.' }),
  },
  { title: 'Request' },
)
