import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { routes } from '@eclusa/gateway/src/api.ts'
import { mountContract } from '@eclusa/gateway/src/contract.ts'
import { inPortuguese, unusedWords } from '@eclusa/gateway/src/contract-translations.ts'
import { eventTypes } from '@eclusa/gateway/src/event-types.ts'
import { describeOperation } from '@eclusa/gateway/src/http/openapi.ts'
import { operatorRoutes } from '@eclusa/gateway/src/worker.ts'
import { unlistedBreaks, versionBefore } from './breaking-changes.ts'
import { describeContract } from './describe-contract.ts'
import { examinationsPage } from './diagnostics-page.ts'
import { emptyHeadings, errorPage } from './error-page.ts'
import { declaredErrors, unlistedErrors } from './errors.ts'
import { eventPage } from './event-page.ts'
import { guaranteesPage } from './guarantees-page.ts'
import { grafanaFile } from './observability/dashboard.ts'
import { dashboards } from './observability/dashboards.ts'
import { metricsPage } from './observability/metrics-page.ts'
import { rulesFile, rulesTestFile } from './observability/rules.ts'
import { operationsPage } from './operations-page.ts'
import { settingsPage } from './settings-page.ts'

/**
 * Generated files in git: the contract, the reference, the page of every event, the head of every error page, the figures on
 * the page of guarantees, the files of Prometheus and Grafana. `write` writes them. `check` fails when a file differs from
 * the declarations, or when the contract breaks without an entry in the changelog.
 */
const contract = 'openapi/openapi.json'
const prometheus = 'deploy/prometheus'
const grafana = 'deploy/grafana'

const inRepository = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))
const read = (path: string) => (existsSync(inRepository(path)) ? readFileSync(inRepository(path), 'utf8') : undefined)

/** The content of every generated file by its path. */
async function make(): Promise<Map<string, string>> {
  const english = await makeContract()
  // The Portuguese contract is not in git. This throws for a text without a translation.
  inPortuguese(english, routes)
  return new Map([
    [contract, asFile(english)],
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

function makeContract(): Promise<object> {
  const described = routes.map((route) => ({
    method: route.method,
    url: route.path,
    schema: describeOperation(route),
  }))
  return describeContract((app) => mountContract(app, routes), described)
}

async function check(): Promise<string[]> {
  const made = await make()
  const said = [...drift(made), ...strays(made), ...silentPages(made), ...idleWords(made)]
  return [...said, ...(await unlistedErrors()), ...(await breaks(made))]
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
    (english) => `apps/gateway/src/words.pt-BR.json: the contract no longer says '${english}'`,
  )
}

async function breaks(made: Map<string, string>): Promise<string[]> {
  const before = versionBefore(inRepository('.'))
  if (before) return unlistedBreaks(before, { contract: made.get(contract)!, changelog: read('CHANGELOG.md')! })
  process.stdout.write('contract: there is no commit to compare with; CI has the history\n')
  return []
}

switch (process.argv[2]) {
  case 'write':
    for (const folder of ['docs/reference', prometheus, grafana]) mkdirSync(inRepository(folder), { recursive: true })
    for (const [path, text] of await make()) writeFileSync(inRepository(path), text)
    break
  default: {
    const problems = await check()
    for (const problem of problems) process.stderr.write(`${problem}\n`)
    process.exitCode = problems.length > 0 ? 1 : 0
  }
}
