import sql from 'sql-template-tag'
import Type from 'typebox'
import type { Page } from '../../gate/page.ts'
import type { Stored } from '../../gate/records.ts'
import { DateTime } from '../../gate/schema.ts'
import type { Tx } from '../../gate/transaction.ts'

export const OwnApiKeyReply = Type.Object(
  {
    id: Type.String({ description: 'Public: it stands in the key, after ecl_live_ or ecl_test_.' }),
    name: Type.String(),
    prefix: Type.Optional(
      Type.String({ description: 'What the key begins with. Absent of keys from before this was kept.' }),
    ),
    created_at: DateTime,
    last_used_at: Type.Optional(
      Type.String({ ...DateTime, description: 'To the minute. Absent while it was never used.' }),
    ),
    revoked_at: Type.Optional(
      Type.String({ ...DateTime, description: 'Refused since then. Absent while it is active.' }),
    ),
  },
  { title: 'OwnApiKey' },
)

type OwnApiKey = Omit<Stored<typeof OwnApiKeyReply>, 'version'>

/**
 * The API's database role cannot read the table of keys. This view contains only the user's own keys, and no hash that
 * could verify a credential.
 */
export function listOwnApiKeys(tx: Tx, page: Page): Promise<OwnApiKey[]> {
  return tx.query<OwnApiKey>(sql`
    select id, name, prefix, created_at, last_used_at, revoked_at from own_api_keys
    where user_id = ${tx.scope.user_id} ${page.clause}`)
}
