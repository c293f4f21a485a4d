import { afterAll, beforeAll, expect, it } from 'vitest'
import { readSources } from '../scripts/sources.ts'
import { findAccount, saveAccount } from '../src/areas/crossborder/accounts/account-store.ts'
import { distributedTables } from '../src/base/db/distribute/tables.ts'
import { runForUser } from '../src/gate/transaction.ts'
import { openTestGateway, type TestGateway } from './support/gateway.ts'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await openTestGateway()
})
afterAll(() => gateway.close())

it('who no longer holds what it read writes over nobody, and is told that nothing was done', async () => {
  const user = await gateway.user()
  const key = await gateway.account(user)
  // The lock that would have kept others out stayed on the node from which the record was moved.
  const save = (others: number) =>
    runForUser(gateway.services, user.user_id, 'test', async (tx) => {
      const account = await findAccount(tx, key)
      saveAccount(tx, { ...account!, nickname: 'over another', version: account!.version + 1 + others })
    })
  for (const others of [-1, 1]) await expect(save(others)).rejects.toMatchObject({ cause: { code: '40001' } })
  const { rows } = await gateway.db.admin.query('select nickname from crossborder_accounts where id = $1', [
    key.account_id,
  ])
  expect(rows[0].nickname).not.toBe('over another')
})

it('is asked of every record that a cluster cuts', () => {
  const stores = [...readSources(['src']).values()].flatMap((text) => [
    ...text.matchAll(/= records<\w+>\('(\w+)', [^{]*(\{[^}]*\})/g),
  ])
  expect(stores.length).toBeGreaterThan(10)
  const cut = stores.filter(([, table]) => distributedTables.includes(table!))
  expect(cut.map(([, table]) => table).toSorted()).toEqual(['crossborder_accounts', 'crossborder_clients', 'files'])
  for (const [, table, columns] of cut) expect(columns, table).toContain('moved: true')
})
