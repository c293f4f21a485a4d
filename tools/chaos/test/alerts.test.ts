import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { alerts } from '@eclusa/codegen/observability/alerts.ts'
import { dashboards } from '@eclusa/codegen/observability/dashboards.ts'
import { rulesFile, rulesTestFile } from '@eclusa/codegen/observability/rules.ts'
import { metrics } from '@eclusa/gateway/src/metrics.ts'
import { installed } from '@eclusa/simulators/debian.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { planted, rounds } from '../alerts/alert-faults.ts'
import { shortened } from '../alerts/shorten-rules.ts'

const run = promisify(execFile)
const inRepository = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url))
const read = (path: string) => readFileSync(inRepository(path), 'utf8')
const rules = 'deploy/prometheus/eclusa.rules.yaml'
const promtool = '/usr/bin/promtool'

beforeAll(() => installed([promtool], ['prometheus']), 300_000)

it('are rules that Prometheus accepts', async () => {
  const { stdout } = await run(promtool, ['check', 'rules', inRepository(rules)])
  expect(stdout).toContain(`SUCCESS: ${alerts.length + 14} rules found`)
})

it('fire with the series that should make them fire, and not with those below their thresholds', async () => {
  const tests = inRepository('deploy/prometheus/eclusa.rules.test.yaml')
  const { stdout } = await run(promtool, ['test', 'rules', tests], { maxBuffer: 1 << 26 })
  expect(stdout).toContain('SUCCESS')
})

it('of another threshold fail the same test', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'eclusa-rules-'))
  await writeFile(
    `${folder}/eclusa.rules.yaml`,
    read(rules).replace('eclusa_jobs_oldest_age_seconds', 'eclusa_renamed'),
  )
  await writeFile(`${folder}/tests.yaml`, rulesTestFile(alerts.filter(({ name }) => name === 'EclusaQueueStuck')))
  await expect(run(promtool, ['test', 'rules', `${folder}/tests.yaml`], { maxBuffer: 1 << 26 })).rejects.toThrow(
    'EclusaQueueStuck fires',
  )
  await rm(folder, { recursive: true })
})

/** The three parts of each runbook section, so that an operator on call finds the same structure everywhere. */
const parts = {
  'docs/guides/incidents.md': ['**What it means.** ', '**Look at.** ', '**Do.** '],
  'docs/guides/pt-BR/incidents.md': ['**O que significa.** ', '**Onde olhar.** ', '**O que fazer.** '],
}

describe.each(Object.entries(parts))('%s', (path, wanted) => {
  const sections = new Map(
    read(path)
      .split('\n## ')
      .slice(1)
      .map((section) => [section.split('\n')[0]!, section]),
  )

  it.each(alerts.map(({ name }) => name))('describes what to do about %s', (name) => {
    const section = sections.get(name)
    for (const part of wanted) expect(section?.split(`\n${part}`)[1]?.split('\n\n')[0]?.length).toBeGreaterThan(30)
  })

  it('has no section about an unknown alert', () => {
    const named = [...sections.keys()].filter((heading) => heading.startsWith('Eclusa'))
    expect(named.toSorted()).toEqual(alerts.map(({ name }) => name).toSorted())
  })
})

it('have one name each, and one wording', () => {
  expect(new Set(alerts.map(({ name }) => name)).size).toBe(alerts.length)
  for (const { name, summary } of alerts)
    expect([name, summary]).toEqual([name, expect.stringMatching(/^[a-z].*[^.]$/)])
})

it('and dashboards between them show every metric', () => {
  const asked = [
    ...alerts.map(({ expr }) => expr),
    ...dashboards.flatMap(({ panels }) => panels.flatMap(({ queries }) => queries.map(([expr]) => expr))),
  ].join('\n')
  const unseen = metrics.filter(({ name }) => !new RegExp(`\\b${name}(_count|_bucket)?\\b`).test(asked))
  expect(unseen.map(({ name }) => name)).toEqual([])
})

it('each have a fault that a drill plants in a running gateway', () => {
  expect(Object.keys(planted).toSorted()).toEqual(alerts.map(({ name }) => name).toSorted())
  const together = rounds.flat()
  expect(alerts.filter(({ name }) => !together.includes(planted[name].by))).toEqual([])
  expect(together.filter((trouble) => !Object.values(planted).some(({ by }) => by === trouble))).toEqual([])
})

it('are tested there with shorter windows and delays, and are otherwise the same', () => {
  const [rules, shorter] = [rulesFile(), shortened(rulesFile(), 240)]
  const apart = (text: string) => text.replaceAll(/\[\w+\]/g, '[]').replaceAll(/ for: \w+/g, ' for:')
  expect(apart(shorter)).toBe(apart(rules))
  expect([...new Set(shorter.match(/\[\w+\]/g))]).toEqual([
    '[5000ms]',
    '[7500ms]',
    '[15000ms]',
    '[30000ms]',
    '[90000ms]',
    '[360000ms]',
    '[1080000ms]',
  ])
  expect(new Set(shorter.match(/ for: \w+/g))).toContain(' for: 25000ms')
  expect(shorter).not.toMatch(/ for: \d+[smhd]$/m)
})
