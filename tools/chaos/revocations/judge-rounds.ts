import type pg from 'pg'
import { kinds, type Round, type RoundsKind, type RoundsWrite } from './rounds.ts'

export interface JudgeRoundsFinding {
  rounds: number
  writes: number
  /** Success responses, and 401 or 403. */
  won: number
  refused: number
  /** Other responses, by status and code. */
  others: Map<string, number>
  /** Sent before the acknowledgement with a response after the revocation was sent. */
  in_progress: number
  /** Committed after the revocation, by PostgreSQL's record: with a success response, and without. */
  violations: number
  silent: number
  /** With a success response, and without a row that proves its commit time. */
  unproven: number
}

const AT_ONCE = 1_000

/**
 * Compares the commit of each write with the commit of the revocation. Both are the time of the commit record, which PostgreSQL takes
 * while the transaction still has its locks (`track_commit_timestamp`). A write that commits after the revocation, and so after its
 * acknowledgement or moments before it, is a violation.
 */
export async function judgeRounds(admin: pg.Pool, rounds: Round[]): Promise<Record<RoundsKind, JudgeRoundsFinding>> {
  const found = Object.fromEntries(kinds.map((kind) => [kind, none()])) as Record<RoundsKind, JudgeRoundsFinding>
  for (let from = 0; from < rounds.length; from += AT_ONCE) {
    const some = rounds.slice(from, from + AT_ONCE)
    const ids = some.map(({ user_id }) => user_id)
    const writes = await commits(admin, 'replay_claims where user_id = any ($1)', ids)
    const ofRevocations = some.map(({ request_id }) => request_id)
    const revocations = await commits(admin, 'audit_log where request_id = any ($1)', ofRevocations)
    for (const round of some) judgeRound(found[round.kind], round, writes, revocations.get(round.request_id))
  }
  return found
}

const none = (): JudgeRoundsFinding => ({
  rounds: 0,
  writes: 0,
  won: 0,
  refused: 0,
  others: new Map(),
  in_progress: 0,
  violations: 0,
  silent: 0,
  unproven: 0,
})

/** The commit time of each request, in milliseconds since 1970 with microseconds. */
async function commits(admin: pg.Pool, rows: string, ids: string[]): Promise<Map<string, number>> {
  const { rows: found } = await admin.query<{ request_id: string; at: number }>(
    `select request_id, max(extract(epoch from pg_xact_commit_timestamp(xmin)) * 1000)::float8 as at
     from ${rows} group by request_id`,
    [ids],
  )
  return new Map(found.map(({ request_id, at }) => [request_id, at]))
}

function judgeRound(
  found: JudgeRoundsFinding,
  round: Round,
  commits: Map<string, number>,
  revoked: number | undefined,
): void {
  if (revoked === undefined) throw new Error(`no entry of the audit log for the revocation ${round.request_id}`)
  found.rounds += 1
  for (const write of round.writes) {
    found.writes += 1
    if (write.began <= round.acknowledged && write.ended >= round.sent) found.in_progress += 1
    const committed = commits.get(write.request_id)
    const isLate = committed !== undefined && (committed > revoked || committed > round.acknowledged)
    if (isSuccess(write)) {
      found.won += 1
      if (committed === undefined) found.unproven += 1
      if (isLate) found.violations += 1
    } else {
      if (isLate) found.silent += 1
      if (write.status === 401 || write.status === 403) found.refused += 1
      else {
        const kind = [write.status, write.code].join(' ')
        found.others.set(kind, (found.others.get(kind) ?? 0) + 1)
      }
    }
  }
}

const isSuccess = ({ status }: RoundsWrite) => status >= 200 && status < 300

export function shown(kind: string, found: JudgeRoundsFinding): string {
  const others = [...found.others].map(([answer, count]) => `${count} × ${answer}`).join(', ')
  const silent = found.silent > 0 ? `, ${found.silent} committed and not answered with success` : ''
  return (
    `${kind.padEnd(8)} ${found.rounds} rounds, ${found.writes} writes, ${found.in_progress} in progress at the revocation: ` +
    `${found.won} won, ${found.refused} refused${others && `, ${others}`}; ${found.violations} violations${silent}`
  )
}
