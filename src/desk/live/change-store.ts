import type pg from 'pg'
import sql from 'sql-template-tag'
import { runTransaction } from '../../base/db/transaction.ts'
import { type CaseChange, CHANNEL, payloadsOf } from './change.ts'

/** More at once than anybody looks at one by one: it is said that there are many. */
const TOLD_MAX = 200
const TAKEN_MAX = 2_000

interface Noted extends Omit<CaseChange, 'user_id'> {
  user_id: string | null
}

/**
 * Takes what was noted and says it on the channel, in one transaction. Any number of processes may do so at once: each takes
 * what no other has taken. Answers whether there may be more.
 */
export function tellChanges(pool: pg.Pool): Promise<boolean> {
  return runTransaction(pool, {
    async work(tx) {
      const taken = await tx.query<Noted>(sql`
        delete from case_changes where ctid = any (array(
          select ctid from case_changes limit ${TAKEN_MAX} for update skip locked))
        returning kind, case_id as id, user_id, change`)
      const changes = onceEach(taken)
      for (const payload of payloadsOf(changes.length > TOLD_MAX ? 'many' : changes))
        tx.write(sql`select pg_notify(${CHANNEL}, ${payload})`)
      return taken.length === TAKEN_MAX
    },
  })
}

function onceEach(noted: Noted[]): CaseChange[] {
  const said = noted.map(({ user_id, ...change }) => ({ ...change, ...(user_id !== null && { user_id }) }))
  return [...new Map(said.map((change) => [JSON.stringify(change), change])).values()]
}

/** What nobody was there to be told of. */
export async function forgetChanges(operator: pg.Pool): Promise<void> {
  await operator.query(sql`delete from case_changes where at < now() - interval '1 minute'`)
}
