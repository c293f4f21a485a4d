import { wrongOf } from '../fuzz/judge.ts'
import { type Counts, count, noCounts } from './counts.ts'

export interface RaceAnswer {
  /** Undefined without a response. */
  status: number | undefined
  code: string | undefined
  request_id?: string | undefined
  /** The request an error names as the first. */
  first_request_id?: string | undefined
}

/** The result of a round: one of each, if one request took effect. */
export interface CheckRoundEffects {
  version: number
  activity: number
  events: number
}

export interface Round {
  answers: RaceAnswer[]
  effects: CheckRoundEffects
}

/** The result of equal concurrent requests. A second effect is a failure of replay protection. */
export function judgeRound(what: string, { answers, effects }: Round): Counts {
  const counts = noCounts()
  const done = answers.filter(({ status }) => status === 200)
  const refused = answers.filter(({ status }) => status === 409)
  const times = Object.values(effects) as number[]
  const extra = Math.max(0, done.length - 1, ...times.map((n) => n - 1))
  const told = `${what}: answered 200 ${done.length} times; effects ${JSON.stringify(effects)}`
  count(counts, 'successes', answers.length, Array<string>(extra).fill(told))
  for (const kind of ['undeclared_5xx', 'hangs'] as const) {
    const wrong = answers.filter((answer) => wrongOf(answer) === kind)
    count(
      counts,
      kind,
      answers.length,
      wrong.map(({ status, code }) => `${what}: ${status ?? 'no answer'} ${code ?? ''}`),
    )
  }
  const [winner] = done
  if (winner && times.some((n) => n < 1)) counts.wrong.push(`acknowledged and not there: ${told}`)
  if (!winner) counts.wrong.push(`nobody came first: ${told}`)
  if (winner && refused.some(({ first_request_id }) => first_request_id !== winner.request_id))
    counts.wrong.push(`${what}: a refusal names another first`)
  const odd = answers.filter(({ status }) => status !== undefined && ![200, 409].includes(status) && status < 500)
  if (odd.length > 0) counts.wrong.push(`${what}: answered with ${odd[0]!.status} ${odd[0]!.code ?? ''}`)
  return counts
}
