import sql from 'sql-template-tag'
import Type, { type Static } from 'typebox'
import { DateTime } from '../../http/schema.ts'
import type { Tx } from '../../http/transaction.ts'

export const ClockReply = Type.Object(
  {
    now: DateTime,
    ahead_seconds: Type.Integer({ description: 'How far ahead of the real time that is.' }),
  },
  { title: 'Clock' },
)
type ClockRead = Static<typeof ClockReply>

const reading = sql`select now() as now, extract(epoch from ahead)::int8 as ahead_seconds from clock.shift`

export async function readClock(tx: Tx): Promise<ClockRead> {
  const [read] = await tx.query<ClockRead>(reading)
  return read!
}

/** Moves only forward. A clock that is already later stays unchanged. */
export async function advanceTo(tx: Tx, moment: string): Promise<ClockRead> {
  await tx.query(sql`select clock.advance_to(${moment})`)
  return readClock(tx)
}
