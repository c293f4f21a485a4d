import { setTimeout as pause } from 'node:timers/promises'
import type { EclusaClient } from '@eclusa/client/src/index.ts'
import type { Command } from 'commander'
import type { ResponseBody } from '../gateway.ts'
import { byName, loadClient } from './connection.ts'
import { Misunderstood } from './error-messages.ts'

const POLL_MS = 1_000

/** An entry of a list, with its id and its time. */
export interface Item extends ResponseBody {
  id: string
  created_at: string
}

export interface Following {
  /** A list with a start time and an order. */
  list: 'listEvents' | 'listRequests'
  /** The list's name for the start time. */
  from: 'created_from' | 'created_at_start'
  query: object
  /** How far each poll reaches back, because an entry that started earlier may be committed later. */
  overlapMs: number
  /** Start here instead of now. */
  since: Date | undefined
  signal: AbortSignal
  /** Called when the existing entries have been read. */
  ready?: () => void | Promise<void>
  say: (line: string) => void
}

/**
 * Polls a list and yields each new entry once, until the signal. Times are those of the gateway's entries, so a wrong
 * local clock, or the moved clock of a sandbox, misses nothing.
 */
export async function* follow(client: EclusaClient, following: Following): AsyncGenerator<Item> {
  const { overlapMs, since, signal, ready, say } = following
  const { UnknownOutcomeError } = await loadClient()
  const seen = new Map<string, number>()
  let newest = since ? since.getTime() : await before(client, following, seen)
  await ready?.()
  for (let isFirst = true; !signal.aborted; isFirst = false) {
    const from = isFirst && since ? newest : newest - overlapMs
    try {
      for await (const item of look(client, following, new Date(from))) {
        if (seen.has(item.id)) continue
        const at = Date.parse(item.created_at)
        seen.set(item.id, at)
        newest = Math.max(newest, at)
        yield item
      }
    } catch (error) {
      if (signal.aborted) return
      if (!(error instanceof UnknownOutcomeError)) throw error
      say('the gateway does not answer: still trying')
    }
    for (const [id, at] of seen) if (at < newest - 2 * overlapMs) seen.delete(id)
    await pause(POLL_MS, undefined, { signal }).catch(() => undefined)
  }
}

/** The time of the newest existing entry. Entries of that time are not new. */
async function before(client: EclusaClient, following: Following, seen: Map<string, number>): Promise<number> {
  const { list, query, signal, overlapMs } = following
  const { data } = await byName(client, list)({ query: { ...query, order: 'desc', page_size: 1 }, signal })
  const [last] = data['data'] as Item[]
  if (!last) return 0
  const newest = Date.parse(last.created_at)
  for await (const item of look(client, following, new Date(newest - overlapMs)))
    seen.set(item.id, Date.parse(item.created_at))
  return newest
}

async function* look(client: EclusaClient, { list, from, query, signal }: Following, time: Date): AsyncGenerator<Item> {
  const { paginate: each } = await loadClient()
  // There is nothing before 1970, and some earlier values would be invalid times.
  const begin = time.getTime() > 0 ? { [from]: time.toISOString() } : {}
  const asked = { query: { ...query, order: 'asc', page_size: 100, ...begin }, signal }
  const ask = byName(client, list) as unknown as Parameters<typeof each<{ query?: object }, Item>>[0]
  yield* each(ask, asked)
}

/** Ends quietly with Ctrl-C, the normal way to stop. */
export function untilInterrupted(): AbortSignal {
  const stop = new AbortController()
  process.once('SIGINT', () => stop.abort())
  process.once('SIGTERM', () => stop.abort())
  return stop.signal
}

const units = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const

/** A duration such as 30s, 10m, 2h or 7d; undefined for other text. */
export function lengthOf(text: string): number | undefined {
  const [, count, unit] = /^(\d{1,9})([smhd])$/.exec(text) ?? []
  return count === undefined ? undefined : Number(count) * units[unit as keyof typeof units]
}

/** A time, or a duration before now. */
export function timeOf(text: string): Date {
  const ago = lengthOf(text)
  const time = new Date(ago === undefined ? text : Date.now() - ago)
  if (Number.isNaN(time.getTime()))
    throw new Misunderstood(`${text} is no time: 2026-11-15T12:00:00Z, or how long ago, such as 10m`)
  return time
}

/** Options of all commands that follow a list. */
export const followingOptions = (command: Command): Command =>
  command
    .option('--since <time>', 'start there: a time, or how long ago, such as 10m; by default now')
    .option('--count <number>', 'end after so many', Number)
    .option('--product <uuid>', 'the product to look in')
    .option('--target-user <uuid>', 'whose they are; needs --product')
