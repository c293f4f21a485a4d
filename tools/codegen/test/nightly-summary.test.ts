import { expect, it } from 'vitest'
import { mergeOutcomes, readOutcomes, type StepOutcome, writeSummary } from '../nightly-summary.ts'

const run = { day: '2026-11-20', commit: 'abc1234', steps: ['postgresql-18', 'kill-api', 'fire'] }
const outcome = (step: string, result: StepOutcome['result'] = 'passed'): StepOutcome => ({
  step,
  result,
  seconds: 61,
  last: `the end of ${step}`,
})

it('keeps what earlier runs of the same commit did, and replaces a step that is run again', () => {
  const first = [outcome('kill-api', 'failed'), outcome('fire', 'stopped')]
  const before = readOutcomes(writeSummary(run, first), run.commit)
  expect(before).toEqual(first)
  const merged = mergeOutcomes(before, [outcome('kill-api')])
  expect(merged).toEqual([outcome('fire', 'stopped'), outcome('kill-api')])
  const summary = writeSummary(run, merged)
  expect(summary).toContain('2 of 3 steps in 2 minutes: 1 passed, 0 failed, 1 stopped at the time limit.')
  expect(summary).toContain('Not run: postgresql-18.')
  expect(summary.match(/^\| kill-api \|/gm)).toHaveLength(1)
})

it('takes nothing over from another commit, nor from the same with changes that are not committed', () => {
  const summary = writeSummary(run, [outcome('fire')])
  expect(readOutcomes(summary, 'abc1235')).toEqual([])
  expect(readOutcomes(summary, 'abc1234 with uncommitted changes')).toEqual([])
})
