import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { watchProcessors } from '@eclusa/testing/cpu-steal.ts'

/**
 * Runs the tests and stores their report. The machines are shared and sometimes lose their CPUs for minutes: processes then
 * stall for longer than any timeout of the gateway. Tests that failed in such a run are run once more, file by file and
 * alone, and the files are reported. Without steal time a failure counts at once: the limit is a quarter of some minute.
 */
const TAKEN_SHARE = 0.25

interface TestCiReport {
  numPassedTests: number
  numFailedTests: number
  testResults: { name: string; status: string; assertionResults: { status: string }[] }[]
}

const [name, ...settings] = process.argv.slice(2)
const say = (line: string) => process.stdout.write(`${line}\n`)

rmSync(unhandledOf(`tests-${name}`), { force: true })
const taken = watchProcessors()
const first = await runTests(`tests-${name}`, settings)
const { share, worst } = taken()
const percent = (part: number) => `${Math.round(part * 100)} %`
say(
  `${percent(share)} of the processors' time was taken away from this machine meanwhile, ${percent(worst)} in one minute`,
)
process.exitCode = first === 0 || worst < TAKEN_SHARE ? first : await runAgain()

async function runAgain(): Promise<number> {
  const file = fileOf(`tests-${name}`)
  const report = JSON.parse(readFileSync(file, 'utf8')) as TestCiReport
  const failed = report.testResults.filter(({ status }) => status === 'failed')
  // An error outside of any test belongs to no file that could be run again.
  if (failed.length === 0 || existsSync(unhandledOf(`tests-${name}`))) return 1
  const paths = failed.map((one) => relative(process.cwd(), one.name))
  say(['once more, each alone:', ...paths].join('\n  '))
  const passed = failed.flatMap((one) => one.assertionResults).filter(({ status }) => status === 'passed').length
  // They are counted in the report of the second run only.
  writeFileSync(file, JSON.stringify({ ...report, numPassedTests: report.numPassedTests - passed, numFailedTests: 0 }))
  // A few files may need fewer shards.
  const whole = settings.filter((setting) => !setting.startsWith('--shard='))
  return runTests(`tests-${name}-again`, [...whole, '--maxWorkers=1', ...paths])
}

function fileOf(report: string): string {
  return `artefacts/${report}.json`
}

function unhandledOf(report: string): string {
  return `artefacts/${report}-unhandled`
}

async function runTests(report: string, more: string[]): Promise<number> {
  const reporters = ['default', 'json', './tools/codegen/unhandled-reporter.ts'].map(
    (reporter) => `--reporter=${reporter}`,
  )
  const env = { ...process.env, UNHANDLED_FILE: unhandledOf(report) }
  const files = `--outputFile.json=${fileOf(report)}`
  const [code] = await once(spawn('vitest', ['run', ...reporters, files, ...more], { stdio: 'inherit', env }), 'exit')
  return (code as number | null) ?? 1
}
