import { openForFile } from '@eclusa/testing/for-file.ts'
import { expect, it } from 'vitest'
import { runAsUser } from '../../http/transaction.ts'
import { postponeRefundRequest } from './refund-request-store.ts'

const test = openForFile()

it.each([
  { status: 'OPEN', postponed: false },
  { status: 'ANSWERED', postponed: true },
  { status: 'CLOSED', postponed: false },
])('a refund request that is $status is postponed: $postponed', async ({ status, postponed }) => {
  const { gateway, user } = test
  const id = await gateway.refundRequest(user)
  await gateway.db.admin.query('update refund_requests set status = $2 where id = $1', [id, status])
  await runAsUser(gateway.services, user.user_id, 'test', async (tx) =>
    postponeRefundRequest(tx, id, new Date(tx.now.getTime() + 60_000), 'refused'),
  )
  const { rows } = await gateway.db.admin.query('select dict_retry_at from refund_requests where id = $1', [id])
  expect(rows).toEqual([{ dict_retry_at: postponed ? expect.any(Date) : null }])
  await gateway.db.admin.query(`update refund_requests set status = 'OPEN', dict_retry_at = null where id = $1`, [id])
})
