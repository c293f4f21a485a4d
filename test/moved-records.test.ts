import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest'
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

// The trigger that moves it is of one server; on a cluster the drill `citus-node-added` moves records.
describe.skipIf(inject('nodes'))('a request whose record was moved before it wrote', () => {
  /** So many writes find another version than the one that was read, whatever becomes of their transactions. */
  const move = (times: number) =>
    gateway.db.admin.query(`
      create sequence moves;
      create function move() returns trigger language plpgsql security definer set search_path = eclusa as $$
      begin
        if nextval('moves') > ${times} then return new; end if;
        raise exception 'moved' using errcode = 'serialization_failure';
      end $$;
      create trigger move before update on crossborder_accounts for each row execute function move()`)
  afterEach(() => gateway.db.admin.query('drop function move cascade; drop sequence moves'))

  async function patchMoved(times: number) {
    const user = await gateway.user()
    const { url, account_id } = await gateway.account(user)
    const look = async () => {
      const { rows } = await gateway.db.admin.query<{ version: number; events: number }>(
        `select version::int, (select count(*)::int from events where object_id = account.id) as events
         from crossborder_accounts account where id = $1`,
        [account_id],
      )
      return rows[0]!
    }
    const before = await look()
    await move(times)
    const { status } = await gateway.ask({ method: 'PATCH', url, as: user, body: { nickname: 'moved' } })
    const after = await look()
    return { status, versions: after.version - before.version, events: after.events - before.events }
  }

  it('is served, by reading it once more', async () => {
    expect(await patchMoved(1)).toEqual({ status: 200, versions: 1, events: 1 })
  })

  it('is told that nothing was done where it is moved again', async () => {
    expect(await patchMoved(2)).toEqual({ status: 503, versions: 0, events: 0 })
  })
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
