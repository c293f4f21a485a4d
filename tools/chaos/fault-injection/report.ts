import { mkdirSync, writeFileSync } from 'node:fs'
import type { Stamp } from '@eclusa/testing/commit-stamp.ts'
import type { Control } from './controls.ts'
import { counted, type FaultInjectionFindings, sumOf, wrongOf } from './counts.ts'
import type { FaultInjectionFault } from './fault.ts'
import type { Run } from './run-once.ts'

/** A run, and the requirements that it did not meet. */
export interface JudgedRun {
  fault: FaultInjectionFault
  control?: Control
  run: Run
  wrong: string[]
}

/** A gateway that serves nothing afterwards loses nothing either, so this is checked too. */
const SERVED = 50
/** The longest acceptable response time, also for successes. */
const STILL_MS = 5_000

/** The failures of a run, each in a few words. */
export function judgeRun(
  { longestMs, noticedMs = Infinity, sees, isQuiet, felt }: FaultInjectionFault,
  run: Run,
): string[] {
  const { spans, unsettled, waiting, saw, findings, served_after, isWhole, failed_for_ms } = run
  const losses = wrongOf(findings).map(
    (name) => `${findings[name].count} of ${findings[name].of} ${counted[name]['en-US']}`,
  )
  const isTooLong = longestMs === 0 ? spans.errors > 0 : spans.unavailable_ms > longestMs
  const isStill = spans.without_success_ms > Math.max(longestMs, STILL_MS)
  return [
    ...losses,
    ...(isTooLong ? [`unavailable for ${seconds(spans.unavailable_ms)}, ${spans.errors} errors`] : []),
    ...(isStill ? [`nobody was served for ${seconds(spans.without_success_ms)}`] : []),
    ...(failed_for_ms > noticedMs ? [`who asked ${seconds(failed_for_ms)} after it began was told to come back`] : []),
    ...(isQuiet && spans.ledger_errors > 0 ? [`${spans.ledger_errors} errors to a ledger`] : []),
    ...(unsettled > 0 ? [`${unsettled} requests nobody ever decided`] : []),
    ...waiting.map((what) => `still waiting: ${what}`),
    ...(isWhole ? [] : ['callers came not as far as they were meant to, or were still told to come back']),
    ...(felt && spans.errors === 0 ? ['nobody felt it'] : []),
    ...(served_after >= SERVED ? [] : [`only ${served_after} were served once it had healed`]),
    ...(isQuiet && saw.length > 0 ? [`nothing happened, and the operator saw ${saw.join('; ')}`] : []),
    ...(sees && !saw.some((line) => sees.test(line)) ? ['the operator saw nothing of it'] : []),
  ]
}

/** A control must lose what its fault makes it lose; other losses do not matter. */
export function judgeControl({ loses }: Control, { findings }: Run): string[] {
  return loses.some((name) => findings[name].count > 0) ? [] : ['the control lost nothing, so the drill proves nothing']
}

export const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`

function lossesOf({ findings }: Run): string {
  const lost = wrongOf(findings).map((name) => `${name} ${findings[name].count} of ${findings[name].of}`)
  return lost.length === 0 ? 'nothing' : lost.join(', ')
}

/** One line for each run: the fault, its duration, the losses, what the operator saw. */
export function tableOf(judged: JudgedRun[]): string {
  const head = [
    '| fault | what happened | lasted | ≥ 80 % errors | lost | what the operator saw | sent | acknowledged | of a ledger | seed | |',
    '| --- | --- | --: | --: | --- | --- | --: | --: | --: | --: | --- |',
  ]
  const lines = judged.map(({ fault, control, run, wrong }) => {
    const name = control ? `control: ${control.name}` : fault.name
    const happened = fault.what['en-US']
    const what = control ? `${control.what['en-US']}; ${happened}` : `${happened}; ${fault.heals}`
    const saw = run.saw.slice(0, 3).join('; ') || 'nothing'
    const { lasted_ms, spans, sent, acknowledged, records, seed } = run
    const cells = [name, what, seconds(lasted_ms), seconds(spans.unavailable_ms), lossesOf(run), saw]
    return `| ${[...cells, sent, acknowledged, records, seed, wrong.length === 0 ? 'held' : `WRONG: ${wrong.join('; ')}`].map(cell).join(' | ')} |`
  })
  return [...head, ...lines].join('\n')
}

const cell = (text: string | number) => String(text).replaceAll('|', '\\|').replaceAll('\n', ' ')

/** Each count over all runs but controls, with its N. */
export const totalsOf = (judged: JudgedRun[]): FaultInjectionFindings =>
  sumOf(judged.filter(({ control }) => !control).map(({ run }) => run.findings))

const artefacts = new URL('../../../artefacts/', import.meta.url)

export function write(judged: JudgedRun[], seed: number, { commit, day }: Stamp): void {
  mkdirSync(artefacts, { recursive: true })
  const runs = judged.map(({ control, run, wrong }) => ({ ...(control && { control: control.name }), ...run, wrong }))
  const whole = { commit, day, seed, totals: totalsOf(judged), runs }
  writeFileSync(new URL('fire.json', artefacts), `${JSON.stringify(whole, null, 2)}\n`)
  writeFileSync(new URL('fire.md', artefacts), `${tableOf(judged)}\n\nCommit ${commit}, seed ${seed}.\n`)
}
