import { setTimeout as pause } from 'node:timers/promises'
import type { Command } from 'commander'
import type { Eclusa } from '../../../clients/typescript/src/index.ts'
import type { Json } from '../gateway.ts'
import { byName, loadClient } from './connection.ts'
import { Misunderstood } from './refusals.ts'

const POLL_MS = 1_000

/** One of a list, with what it is known by and when it came. */
export interface Item extends Json {
  id: string
  created_at: string
}

export interface Following {
  /** A list that takes a time to begin at and an order. */
  list: 'listEvents' | 'listRequests'
  /** How it calls that time. */
  from: 'created_from' | 'created_at_start'
  query: object
  /** How far each look reaches back: what began earlier may be written down later. */
  overlapMs: number
  /** Begins here, and not with what comes from now on. */
  since: Date | undefined
  signal: AbortSignal
  /** It is known by now what was there before. */
  ready?: () => void | Promise<void>
  say: (line: string) => void
}

/**
 * What is added to a list, as it is added, each once, until the signal. Time is the gateway's own, read from what it lists:
 * a clock of this machine that is wrong, or one of a sandbox that was moved, makes nothing be missed.
 */
export async function* follow(client: Eclusa, following: Following): AsyncGenerator<Item> {
  const { overlapMs, since, signal, ready, say } = following
  const { NoAnswer } = await loadClient()
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
      if (!(error instanceof NoAnswer)) throw error
      say('the gateway does not answer: still trying')
    }
    for (const [id, at] of seen) if (at < newest - 2 * overlapMs) seen.delete(id)
    await pause(POLL_MS, undefined, { signal }).catch(() => undefined)
  }
}

/** When the newest of what is there came. What is as young as that is not new. */
async function before(client: Eclusa, following: Following, seen: Map<string, number>): Promise<number> {
  const { list, query, signal, overlapMs } = following
  const { data } = await byName(client, list)({ query: { ...query, order: 'desc', page_size: 1 }, signal })
  const [last] = data['data'] as Item[]
  if (!last) return 0
  const newest = Date.parse(last.created_at)
  for await (const item of look(client, following, new Date(newest - overlapMs)))
    seen.set(item.id, Date.parse(item.created_at))
  return newest
}

async function* look(client: Eclusa, { list, from, query, signal }: Following, time: Date): AsyncGenerator<Item> {
  const { each } = await loadClient()
  // Before 1970 there was nothing, and some of it would be no time.
  const begin = time.getTime() > 0 ? { [from]: time.toISOString() } : {}
  const asked = { query: { ...query, order: 'asc', page_size: 100, ...begin }, signal }
  const ask = byName(client, list) as unknown as Parameters<typeof each<{ query?: object }, Item>>[0]
  yield* each(ask, asked)
}

/** Ends with Ctrl-C, quietly: that is how one leaves. */
export function untilInterrupted(): AbortSignal {
  const stop = new AbortController()
  process.once('SIGINT', () => stop.abort())
  process.once('SIGTERM', () => stop.abort())
  return stop.signal
}

const units = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const

/** A length of time, such as 30s, 10m, 2h or 7d; undefined where it is none. */
export function lengthOf(text: string): number | undefined {
  const [, count, unit] = /^(\d{1,9})([smhd])$/.exec(text) ?? []
  return count === undefined ? undefined : Number(count) * units[unit as keyof typeof units]
}

/** A time, or how long ago. */
export function timeOf(text: string): Date {
  const ago = lengthOf(text)
  const time = new Date(ago === undefined ? text : Date.now() - ago)
  if (Number.isNaN(time.getTime()))
    throw new Misunderstood(`${text} is no time: 2026-11-15T12:00:00Z, or how long ago, such as 10m`)
  return time
}

/** What commands that follow something have in common. */
export const followingOptions = (command: Command): Command =>
  command
    .option('--since <time>', 'begin there: a time, or how long ago, such as 10m; what comes from now on, unless said')
    .option('--count <number>', 'end after so many', Number)
    .option('--product <uuid>', 'the product to look in')
    .option('--target-user <uuid>', 'whose they are; needs --product')
