import sql, { join, raw } from 'sql-template-tag'
import type { Transaction } from '../../platform/db/transaction.ts'
import { type KindOfDay, steps, type Waits } from './day.ts'

export interface DayPeriod {
  start: Date
  end: Date
}

interface Passed {
  day: string
  kind: string
  what: 'came' | 'decided' | 'left'
  open: boolean
  past_due: boolean
  bucket: number | null
  count: number
}

export interface SummedDay {
  day: string
  kinds: KindOfDay[]
}

const bucket = join(
  steps.map(({ within, step }) => {
    const rounded = `greatest(1, ceil(waited / ${step})) * ${step}`
    return raw(Number.isFinite(within) ? `when waited <= ${within} then ${rounded}` : `else ${rounded}`)
  }),
  ' ',
)

/** Summarises the days of a period from the transitions of its cases. It reads only the index, and only these days. */
export async function sumUp(tx: Transaction, { start, end }: DayPeriod): Promise<SummedDay[]> {
  const passed = await tx.query<Passed>(sql`
    select day, kind, what, open, past_due, (case ${bucket} end)::bigint as bucket, count(*) as count
    from (
      select (at at time zone 'America/Sao_Paulo')::date as day, kind, what, due_at is null as open,
        coalesce(at > due_at, false) as past_due, greatest(0, extract(epoch from at - since)) as waited
      from case_transitions where at >= ${start} and at < ${end}) passed
    group by 1, 2, 3, 4, 5, 6`)
  const days = Map.groupBy(passed, ({ day }) => day)
  return [...days]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([day, rows]) => ({
      day,
      kinds: [...Map.groupBy(rows, ({ kind }) => kind)]
        .toSorted(([one], [other]) => (one < other ? -1 : 1))
        .map(([kind, ofKind]) => foldKind(kind, ofKind)),
    }))
}

function foldKind(kind: string, rows: Passed[]): KindOfDay {
  const count = (which: (row: Passed) => boolean) => rows.filter(which).reduce((sum, row) => sum + row.count, 0)
  const waits = (which: (row: Passed) => boolean): Waits => {
    const sums: Waits = {}
    for (const { bucket: seconds, count: many } of rows.filter(which)) sums[seconds!] = (sums[seconds!] ?? 0) + many
    return sums
  }
  return {
    kind,
    came: count(({ what }) => what === 'came'),
    decided: count(({ what }) => what === 'decided'),
    left: count(({ what }) => what === 'left'),
    past_due: count(({ past_due }) => past_due),
    decided_waits: waits(({ what }) => what === 'decided'),
    open_waits: waits(({ what, open }) => what !== 'came' && open),
  }
}

/** Days that were summed up already, in order. */
export function summedDays(tx: Transaction, from: string, to: string): Promise<SummedDay[]> {
  return tx.query<SummedDay>(
    sql`select day, kinds from case_daily_stats where day between ${from} and ${to} order by day`,
  )
}

export async function lastSummed(tx: Transaction): Promise<string | undefined> {
  const [last] = await tx.query<{ day: string }>(sql`select day from case_daily_stats order by day desc limit 1`)
  return last?.day
}

/** The time of the first transition that is still stored individually. */
export async function firstPassage(tx: Transaction): Promise<string | undefined> {
  const [first] = await tx.query<{ at: string }>(sql`select at from case_transitions order by at limit 1`)
  return first?.at
}

export async function firstDay(tx: Transaction): Promise<string | undefined> {
  const [first] = await tx.query<{ day: string }>(sql`select day from case_daily_stats order by day limit 1`)
  return first?.day
}

export function keepDay(tx: Transaction, { day, kinds }: SummedDay): void {
  tx.write(
    sql`insert into case_daily_stats (day, kinds) values (${day}, ${JSON.stringify(kinds)}) on conflict (day) do nothing`,
  )
}

export function forgetPassages(tx: Transaction, before: Date): void {
  tx.write(sql`delete from case_transitions where at < ${before}`)
}
