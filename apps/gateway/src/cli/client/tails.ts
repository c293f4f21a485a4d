import type { Command } from 'commander'
import { printable } from '../show.ts'
import { connectGateway } from './connection.ts'
import { type Following, follow, followingOptions, type Item, timeOf, untilInterrupted } from './follow.ts'
import { type Acted, actingOf } from './on-behalf-of.ts'
import { printLine, remark, styleOf } from './print.ts'

/** An event may be committed this much later than its time, by a slow transaction. */
export const EVENTS_OVERLAP_MS = 30_000
/** A request is recorded when it was answered. Slower ones can be found with `call listRequests`. */
const REQUESTS_OVERLAP_MS = 10_000

interface Tailing extends Acted {
  since?: string
  count?: number
}

/** Commands that show requests and events as they arrive. */
export function addTailCommands(program: Command): void {
  const logs = program.command('logs').description('your own requests, without their bodies')
  followingOptions(logs.command('tail'))
    .description('follow the requests that the gateway answered, a second or so later; Ctrl-C ends it')
    .option('--failed', 'only those that were rejected')
    .option('--status <status>', 'only of this status, such as 404 or 4xx')
    .option('--operation <name>', 'only of this operation')
    .action(async function (this: Command) {
      const { failed, status, operation, ...tailing } = this.opts<
        Tailing & { failed?: true; status?: string; operation?: string }
      >()
      const query = { failed, status, operation }
      await tail(
        this,
        tailing,
        { list: 'listRequests', from: 'created_at_start', query, overlapMs: REQUESTS_OVERLAP_MS },
        requestLine,
      )
    })

  const events = program.command('events').description('what happened')
  followingOptions(events.command('tail'))
    .description('follow your events; Ctrl-C ends it')
    .option('--type <type>', 'only of this type')
    .option('--object <id>', 'only of this record')
    .option('--scope <scope>', 'with product: also of your target users')
    .action(async function (this: Command) {
      const {
        type,
        object: object_id,
        scope,
        ...tailing
      } = this.opts<Tailing & { type?: string; object?: string; scope?: string }>()
      const query = { type, object_id, scope }
      await tail(
        this,
        tailing,
        { list: 'listEvents', from: 'created_from', query, overlapMs: EVENTS_OVERLAP_MS },
        eventLine,
      )
    })
}

async function tail(
  command: Command,
  { since, count = Number.POSITIVE_INFINITY, ...acted }: Tailing,
  what: Pick<Following, 'list' | 'from' | 'query' | 'overlapMs'>,
  line: (item: Item) => string,
): Promise<void> {
  const { json } = styleOf(command)
  const client = await connectGateway({ acting: actingOf(acted) })
  const following = {
    ...what,
    since: since === undefined ? undefined : timeOf(since),
    signal: untilInterrupted(),
    say: remark,
  }
  let left = count
  if (left <= 0) return
  for await (const item of follow(client, { ...following, ready: () => remark('following; Ctrl-C ends it') })) {
    if (json) printLine(item)
    else process.stdout.write(`${printable(line(item))}\n`)
    left -= 1
    if (left <= 0) return
  }
}

const requestLine = ({ created_at, status, method, path, operation, duration_ms, code, id }: Item) =>
  [created_at, status, method, path, operation, `${String(duration_ms)} ms`, code ?? '', id].join('  ')

export const eventLine = ({ created_at, type, object_id, id }: Item) => [created_at, type, object_id, id].join('  ')
