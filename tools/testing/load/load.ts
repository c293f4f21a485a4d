import { createRawHttpConnection, type RawHttpConnection } from '../raw-http-connection.ts'

/**
 * A load plan. With a `rate` it is an open loop: requests are sent when they are due, and their time counts from then.
 * Without one it is a closed loop with one request in flight per connection.
 */
export interface Load {
  port: number
  seconds: number
  lines: number
  rate?: number
  /** For a request that is due while every connection is in use. By default it waits, and its waiting time counts. */
  whenBusy?: 'wait' | 'drop'
  request: () => string
}

export interface LoadOutcome {
  /** From the first request to the last response. */
  seconds: number
  /** The CPU share of the sender: a sender at its limit measures itself. */
  busy: number
  sent: number
  /** Due and never sent, because every connection was in use. */
  unsent: number
  statuses: Record<string, number>
  /** The durations of successful requests, in ms. */
  served: number[]
  /** The gateway's ids of acknowledged requests. A read has no effect. */
  acknowledged: string[]
}

const TICK_MS = 1
const DRAIN_MS = 20_000

export async function runLoad({ port, seconds, rate, lines, whenBusy = 'wait', request }: Load): Promise<LoadOutcome> {
  const outcome: LoadOutcome = { seconds: 0, busy: 0, sent: 0, unsent: 0, statuses: {}, served: [], acknowledged: [] }
  const all: RawHttpConnection[] = []
  const free: RawHttpConnection[] = []
  const waiting: number[] = []
  let answered = 0
  const used = process.cpuUsage()
  const begun = performance.now()
  const end = begun + seconds * 1000

  const sendOne = (line: RawHttpConnection, due: number) => {
    outcome.sent += 1
    const asked = request()
    line.send(asked, ({ status, head }) => {
      answered += 1
      outcome.seconds = (performance.now() - begun) / 1000
      outcome.statuses[status] = (outcome.statuses[status] ?? 0) + 1
      if (status >= 200 && status < 300) {
        outcome.served.push(performance.now() - due)
        const id = /\r\nx-request-id: ([^\r]+)/i.exec(head)?.[1]
        if (id && !asked.startsWith('GET')) outcome.acknowledged.push(id)
      }
      const next = rate === undefined ? nextNow() : waiting.shift()
      if (next === undefined) free.push(line)
      else sendOne(line, next)
    })
  }
  const nextNow = () => {
    const now = performance.now()
    return now < end ? now : undefined
  }
  const open = () => {
    const line = createRawHttpConnection(port)
    all.push(line)
    return line
  }
  /** A due request is sent at once, on a new connection if allowed. */
  const sendDue = (due: number) => {
    const line = free.pop() ?? (all.length < lines ? open() : undefined)
    if (line) sendOne(line, due)
    else if (whenBusy === 'drop') outcome.unsent += 1
    else waiting.push(due)
  }

  if (rate === undefined) {
    for (let n = 0; n < lines; n += 1) sendOne(open(), performance.now())
    await pause(seconds * 1000)
  } else
    for (let due = begun, n = 0; due < end; ) {
      for (; due <= performance.now() && due < end; due = begun + (n * 1000) / rate) {
        sendDue(due)
        n += 1
      }
      await pause(TICK_MS)
    }
  for (const until = performance.now() + DRAIN_MS; answered < outcome.sent + waiting.length; await pause(5))
    if (performance.now() > until) break
  const { user, system } = process.cpuUsage(used)
  outcome.busy = (user + system) / 1000 / (performance.now() - begun)
  for (const line of all) line.close()
  outcome.unsent += waiting.length
  return outcome
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
