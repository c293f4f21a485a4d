import { randomUUID } from 'node:crypto'
import { type Load, type LoadOutcome, runLoad } from '@eclusa/testing/load/load.ts'

/**
 * Load generator in a process of its own: sends reads and writes and counts the responses. Its parent sends one plan at a
 * time.
 */
export interface OverloadPlan extends Omit<Load, 'request'> {
  /** Addresses and their tokens. */
  targets: { url: string; token: string }[]
}

function run({ targets, ...load }: OverloadPlan): Promise<LoadOutcome> {
  let sent = 0
  const request = () => {
    const { url, token } = targets[sent % targets.length]!
    // Reads and writes alternate; the count of targets is even, so the round decides.
    const writes = (sent + Math.floor(sent / targets.length)) % 2 === 0
    sent += 1
    return writes ? patch(url, token) : get(url, token)
  }
  return runLoad({ ...load, whenBusy: 'drop', request })
}

function get(url: string, token: string): string {
  return `GET ${url} HTTP/1.1\r\nhost: gateway\r\nauthorization: Bearer ${token}\r\nnonce: ${randomUUID()}\r\n\r\n`
}

function patch(url: string, token: string): string {
  const body = `{"nickname":"${randomUUID()}"}`
  return `PATCH ${url} HTTP/1.1\r\nhost: gateway\r\nauthorization: Bearer ${token}\r\nnonce: ${randomUUID()}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`
}

process.on('message', (plan: OverloadPlan) => void run(plan).then((outcome) => process.send!(outcome)))
process.once('disconnect', () => process.exit())
