import type { Command } from 'commander'
import { printable } from '../show.ts'
import { callByName } from './call.ts'
import { connectGateway } from './connection.ts'
import { type CliOperation, findOperation, readContract, unknown } from './contract.ts'
import { Misunderstood } from './error-messages.ts'
import { type Cause, causes } from './event-triggers.ts'
import { follow, untilInterrupted } from './follow.ts'
import { printLine, remark, styleOf } from './print.ts'
import { findSimulation } from './simulate.ts'
import { EVENTS_OVERLAP_MS, eventLine } from './tails.ts'

/** How long the command waits for the triggered event. */
const PATIENCE_MS = 60_000

/** Triggers a real event, and shows it. */
export function addTriggerCommand(webhooks: Command): void {
  webhooks
    .command('trigger')
    .summary('make an event happen at a test installation, by the simulation that leads to it, and show it')
    .argument('[type]', 'its type; with --help, its options. Without a type, lists how each event is triggered')
    .allowUnknownOption()
    .allowExcessArguments()
    .helpOption(false)
    .action(async function (this: Command, type: string | undefined) {
      if (type === undefined || type.startsWith('-')) return listCauses()
      const { operation, title, words } = wayTo(type)
      const given = [...words, ...this.args.slice(1)]
      const make = () => callByName(this, operation, title, given)
      // Help and dry runs trigger nothing.
      if (given.some((word) => ['--help', '-h', '--dry-run'].includes(word))) return make()
      await showHappening(this, type, make)
    })
}

interface TriggerPlan {
  operation: CliOperation
  title: string
  words: string[]
}

/** The operation that triggers an event. For an event that cannot be simulated, the error describes what does. */
function wayTo(type: string): TriggerPlan {
  const { events } = readContract()
  if (!events.includes(type)) {
    const names = events.map((name) => ({ name }))
    throw unknown('event', type, names, 'eclusa webhooks trigger lists them all')
  }
  const cause = (causes as Record<string, Cause | undefined>)[type]
  const title = `eclusa webhooks trigger ${type}`
  if (cause && 'simulate' in cause) return { operation: findSimulation(cause.simulate), title, words: cause.with ?? [] }
  // The only purpose of this operation is to trigger its event.
  if (type === 'webhooks.endpoint.tested') return { operation: findOperation('testEndpoint'), title, words: [] }
  throw new Misunderstood(`nothing from outside makes ${type} happen: ${howOf(cause)}`)
}

function howOf(cause: Cause | undefined): string {
  if (!cause) return 'see its page under docs/events'
  if ('simulate' in cause) return `eclusa simulate ${[cause.simulate, ...(cause.with ?? [])].join(' ')} …`
  if ('call' in cause) return `eclusa call ${cause.call} …`
  return 'clock' in cause ? `eclusa clock advance …, until ${cause.clock}` : cause.people
}

function listCauses(): void {
  const { events } = readContract()
  const wide = Math.max(...events.map((type) => type.length))
  const lines = events.map((type) => `${type.padEnd(wide)}  ${howOf((causes as Record<string, Cause>)[type])}\n`)
  process.stdout.write(lines.join(''))
}

async function showHappening(command: Command, type: string, make: () => Promise<void>): Promise<void> {
  const signal = AbortSignal.any([untilInterrupted(), AbortSignal.timeout(PATIENCE_MS)])
  const what = { list: 'listEvents', from: 'created_from', query: { type }, overlapMs: EVENTS_OVERLAP_MS } as const
  for await (const event of follow(await connectGateway(), {
    ...what,
    since: undefined,
    signal,
    ready: make,
    say: remark,
  })) {
    if (styleOf(command).json) printLine(event)
    else process.stdout.write(`${printable(eventLine(event))}\n`)
    return
  }
  throw new Error(
    `the trigger ran, but no event ${type} came within a minute: check whether an earlier step is missing`,
  )
}
