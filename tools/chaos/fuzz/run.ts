import { createRandom } from '../random.ts'
import { type FuzzOperation, operations } from './contract.ts'
import { wrongOf } from './judge.ts'
import { type KnownIds, type MutatedRequest, mutatedRequest, plainRequest } from './request.ts'
import { type Reply, send } from './send.ts'

export interface FuzzFinding {
  /** Its number in the run: with the seed it can be reproduced. */
  number: number
  operation: string
  reply: Reply
  request: string
}

export interface MutatedPlan {
  count: number
  seed: number
  callers: number
  /** The tested operations: all of the contract's, or these. */
  among?: FuzzOperation[]
}

export interface MutatedRun {
  statuses: Record<string, number>
  /** Got an undeclared 5xx, or no response. */
  findings: FuzzFinding[]
  longestMs: number
}

/** The server waits half a minute for a body: one that announces more than it sends is cut off then. */
const LIMIT_MS = 45_000

/** Creates one of everything by the contract's own examples, and notes its id. */
export async function settle(
  base_url: string,
  known: KnownIds,
  seed: number,
  among = operations,
  onAnswer: (operation: FuzzOperation, reply: Reply) => void = () => {},
): Promise<void> {
  const random = createRandom(seed)
  for (const operation of among.filter(({ method }) => method === 'POST')) {
    const reply = await send(base_url, plainRequest(known, operation, random).bytes, LIMIT_MS)
    const { status, text } = reply
    onAnswer(operation, reply)
    const id = /"(?:file_)?id":"([0-9a-f-]{36})"/.exec(text)?.[1]
    if (status === 201 && id) (known.ids[`${operation.path}/`] ??= []).push(id)
  }
}

export async function runMutated(
  base_url: string,
  known: KnownIds,
  { count, seed, callers, among = operations }: MutatedPlan,
  onAnswer: (number: number, reply: Reply, request: MutatedRequest) => void = () => {},
): Promise<MutatedRun> {
  const run: MutatedRun = { statuses: {}, findings: [], longestMs: 0 }
  let next = 0
  const call = async () => {
    while (next < count) {
      const number = next++
      // A seed of its own for each, so that the order of the responses changes nothing.
      const request = mutatedRequest(known, createRandom(seed * 1_000_003 + number), among)
      const { operation, bytes } = request
      const reply = await send(base_url, bytes, LIMIT_MS)
      const status = reply.status === undefined ? 'hangs' : String(reply.status)
      run.statuses[status] = (run.statuses[status] ?? 0) + 1
      run.longestMs = Math.max(run.longestMs, reply.ms)
      if (wrongOf(reply, operation)) run.findings.push({ number, operation, reply, request: shown(bytes) })
      onAnswer(number, reply, request)
    }
  }
  await Promise.all(Array.from({ length: callers }, call))
  return run
}

/** Without the credential, which is long and never the cause. */
export function shown(bytes: Buffer): string {
  return bytes
    .toString('latin1')
    .replaceAll(/authorization: Bearer [^\r]+\r\n/g, '')
    .slice(0, 2_000)
}
