import sql from 'sql-template-tag'
import Type from 'typebox'
import type { Page } from '../../http/page.ts'
import type { StoredRecord } from '../../http/repository.ts'
import { DateTime } from '../../http/schema.ts'
import type { Tx } from '../../http/transaction.ts'

export const OwnApiKeyReply = Type.Object(
  {
    id: Type.String({ description: 'Public: part of the key, after ecl_live_ or ecl_test_.' }),
    name: Type.String(),
    prefix: Type.Optional(Type.String({ description: 'The prefix of the key. Absent for older keys.' })),
    created_at: DateTime,
    last_used_at: Type.Optional(
      Type.String({ ...DateTime, description: 'Accurate to the minute. Absent if the key was never used.' }),
    ),
    revoked_at: Type.Optional(
      Type.String({ ...DateTime, description: 'Rejected since this moment. Absent while the key is active.' }),
    ),
  },
  { title: 'OwnApiKey' },
)

type OwnApiKey = Omit<StoredRecord<typeof OwnApiKeyReply>, 'version'>

/**
 * The API's database role cannot read the table of keys. This view contains only the user's own keys, and no hash that
 * could verify a credential.
 */
export function listOwnApiKeys(tx: Tx, page: Page): Promise<OwnApiKey[]> {
  return tx.query<OwnApiKey>(sql`
    select id, name, prefix, created_at, last_used_at, revoked_at from own_api_keys
    where user_id = ${tx.scope.user_id} ${page.clause}`)
}
