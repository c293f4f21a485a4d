import { randomUUID } from 'node:crypto'
import { type Line, openLine } from '../line.ts'

/**
 * Sends reads and writes and counts what came back, in a process of its own. Told what to do by its parent, one plan at a
 * time. `rate` makes it an open loop: requests leave when they are due, whatever became of those before, and their time
 * counts from when they were due. Without one, `lines` requests are always under way.
 */
export interface Plan {
  port: number
  seconds: number
  rate?: number
  lines: number
  /** Addresses and the token that may ask for them. */
  targets: { url: string; token: string }[]
}

export interface Outcome {
  seconds: number
  sent: number
  /** Due and never sent, because every line was in use. */
  unsent: number
  statuses: Record<string, number>
  /** How long what was served took, in ms, sorted. */
  served: number[]
  /** The ids the gateway gave to the writes it said it had done. */
  acknowledged: string[]
}

const TICK_MS = 2
const DRAIN_MS = 20_000

async function run({ port, seconds, rate, lines, targets }: Plan): Promise<Outcome> {
  const outcome: Outcome = { seconds, sent: 0, unsent: 0, statuses: {}, served: [], acknowledged: [] }
  const free: Line[] = []
  let opened = 0
  const begun = performance.now()
  const end = begun + seconds * 1000

  const sendOne = (line: Line, due: number, then: () => void) => {
    const { url, token } = targets[outcome.sent % targets.length]!
    // Reads and writes by turns; the count of targets is even, so the turn is drawn from the round.
    const writes = (outcome.sent + Math.floor(outcome.sent / targets.length)) % 2 === 0
    outcome.sent += 1
    line.send(writes ? patch(url, token) : get(url, token), ({ status, head }) => {
      outcome.statuses[status] = (outcome.statuses[status] ?? 0) + 1
      if (status === 200) {
        outcome.served.push(performance.now() - due)
        if (writes) outcome.acknowledged.push(/\r\nx-request-id: ([^\r]+)/i.exec(head)![1]!)
      }
      free.push(line)
      then()
    })
  }

  if (rate === undefined) {
    const again = (line: Line) => {
      const now = performance.now()
      if (now < end) sendOne(line, now, () => again(free.pop()!))
    }
    for (let n = 0; n < lines; n += 1) again(openLine(port))
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000))
  } else {
    await new Promise<void>((resolve) => {
      const ticking = setInterval(() => {
        const now = Math.min(performance.now(), end)
        for (let due = dueBy(outcome, rate, begun); due <= now; due = dueBy(outcome, rate, begun)) {
          const line = free.pop() ?? (opened < lines ? (opened++, openLine(port)) : undefined)
          if (line) sendOne(line, due, () => {})
          else outcome.unsent += 1
        }
        if (now < end) return
        clearInterval(ticking)
        resolve()
      }, TICK_MS)
    })
  }
  const answered = () => Object.values(outcome.statuses).reduce((a, b) => a + b, 0)
  for (const until = performance.now() + DRAIN_MS; answered() < outcome.sent && performance.now() < until; )
    await new Promise((resolve) => setTimeout(resolve, 20))
  for (const line of free) line.close()
  outcome.served.sort((a, b) => a - b)
  return outcome
}

/** When the next request is due. */
function dueBy({ sent, unsent }: Outcome, rate: number, begun: number): number {
  return begun + ((sent + unsent) * 1000) / rate
}

function get(url: string, token: string): string {
  return `GET ${url} HTTP/1.1\r\nhost: gateway\r\nauthorization: Bearer ${token}\r\nnonce: ${randomUUID()}\r\n\r\n`
}

function patch(url: string, token: string): string {
  const body = `{"nickname":"${randomUUID()}"}`
  return `PATCH ${url} HTTP/1.1\r\nhost: gateway\r\nauthorization: Bearer ${token}\r\nnonce: ${randomUUID()}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`
}

process.on('message', (plan: Plan) => void run(plan).then((outcome) => process.send!(outcome)))
process.once('disconnect', () => process.exit())
