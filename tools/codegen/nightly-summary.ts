/** The dated summary of a nightly run: a Markdown table with one row per step, to which the steps of one commit are added. */

export interface StepOutcome {
  step: string
  result: 'passed' | 'failed' | 'stopped'
  seconds: number
  last: string
}

export interface NightlyRun {
  day: string
  /** Has a mark when the working tree had uncommitted changes. */
  commit: string
  /** The names of all steps there are, in order. */
  steps: string[]
}

const ROW =
  /^\| (?<step>\S+) \| (?<result>passed|\*\*failed\*\*|\*\*stopped\*\*) \| (?<seconds>\d+) s \| (?<last>.*) \|$/

const commitLine = (commit: string) => `Commit ${commit}.`

/** The results in a summary of this commit. None if the summary is about another commit. */
export function readOutcomes(summary: string, commit: string): StepOutcome[] {
  if (!summary.split('\n').includes(commitLine(commit))) return []
  return summary.split('\n').flatMap((line) => {
    const row = ROW.exec(line)?.groups
    if (!row) return []
    const result = row['result']!.replaceAll('*', '') as StepOutcome['result']
    return [{ step: row['step']!, result, seconds: Number(row['seconds']), last: row['last']! }]
  })
}

/** The result of a repeated step replaces its earlier result. */
export function mergeOutcomes(before: StepOutcome[], later: StepOutcome[]): StepOutcome[] {
  return [...before.filter(({ step }) => !later.some((one) => one.step === step)), ...later]
}

export function writeSummary({ day, commit, steps }: NightlyRun, outcomes: StepOutcome[]): string {
  const rows = steps.flatMap((step) => {
    const outcome = outcomes.find((one) => one.step === step)
    if (!outcome) return []
    const result = outcome.result === 'passed' ? 'passed' : `**${outcome.result}**`
    return [`| ${step} | ${result} | ${outcome.seconds} s | ${outcome.last.replaceAll('|', '/')} |`]
  })
  const missing = steps.filter((step) => !outcomes.some((one) => one.step === step))
  const count = (result: StepOutcome['result']) => outcomes.filter((one) => one.result === result).length
  const minutes = Math.round(outcomes.reduce((sum, { seconds }) => sum + seconds, 0) / 60)
  return [
    `# Nightly run of ${day}`,
    '',
    commitLine(commit),
    '',
    `${rows.length} of ${steps.length} steps in ${minutes} minutes: ${count('passed')} passed, ${count('failed')} failed, ${count('stopped')} stopped at the time limit.`,
    ...(missing.length > 0 ? [`Not run: ${missing.join(', ')}.`] : []),
    '',
    '| step | result | time | last line |',
    '| --- | --- | --- | --- |',
    ...rows,
    '',
  ].join('\n')
}
