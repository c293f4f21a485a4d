import { describe, expect, it } from 'vitest'
import type { Onboarding } from '../onboarding.ts'
import type { OnboardingStatus } from '../status.ts'
import { type Judgement, judgeStep, type StepDecisionOutcome, timeToAct } from './decide-step.ts'
import { planSteps, replanSteps, type Step, type StepName, type StepStatus } from './step.ts'

const now = new Date('2026-11-15T12:00:00.000Z')
const later = '2026-12-01T12:00:00.000Z'
const HOUR_MS = 3_600_000
const patience = {
  ONBOARDING_CHECKS_TRIES: 4,
  ONBOARDING_CHECKS_PAUSE_SECONDS: 30,
  ONBOARDING_CHECKS_PENDING_HOURS: 72,
}
const company = { id: 'o', product_id: 'p', person_type: 'LEGAL_PERSON', document: '11222333000181' } as const
const FIRST = '00000000-0000-7000-8000-000000000001'
const SECOND = '00000000-0000-7000-8000-000000000002'

function onboarding(status: OnboardingStatus): Onboarding {
  return { id: 'o', status, version: 7, expires_at: later, updated_at: '2026-11-15T11:00:00.000Z' } as Onboarding
}

/** Representatives of a company, each also a shareholder. */
const represented = (ids: string[]) => ({
  representatives: ids.map((id) => ({ id, document: `cpf of ${id}`, active: true })),
  shareholders: ids.map((id) => ({ id: `share of ${id}`, document: `cpf of ${id}` })),
})

/**
 * The steps of a company with two representatives: those before `name` are approved, those of `name` have the given
 * statuses.
 */
function at(name: StepName, ...statuses: StepStatus[]): Step[] {
  const planned = planSteps(company, represented([FIRST, SECOND]), new Date('2026-11-15T10:00:00.000Z'))
  const { order } = planned.find((step) => step.name === name)!
  let turn = 0
  return planned.map((step) => {
    if (step.order < order) return { ...step, status: 'APPROVED' as const, next_action_at: null }
    if (step.order > order) return step
    const status = statuses[turn++] ?? 'PROCESSING'
    return { ...step, status, attempts: 1, next_action_at: '2026-11-15T12:01:00.000Z' }
  })
}

const said = (verdict: Judgement['verdict'], by: Judgement['by'] = 'partner'): Judgement => ({
  verdict,
  by,
  reason: 'WHY',
})

/** The emitted events, in order. */
const happened = ({ face, moves }: StepDecisionOutcome) => [
  ...(face ? [face] : []),
  ...moves.map(({ happening }) => happening),
]

/** Applies a judgement to the nth step of that name, and formats the outcome as one line. */
function outcome(status: OnboardingStatus, name: StepName, statuses: StepStatus[], judgement: Judgement, nth = 0) {
  const steps = at(name, ...statuses)
  const judged = steps.filter((step) => step.name === name)[nth]!
  const settled = judgeStep({ onboarding: onboarding(status), steps }, judged.id, judgement, patience, now)
  const [step, ...begun] = settled.changed
  return {
    step: step!.status,
    status: settled.onboarding.status,
    told: happened(settled)
      .map(({ type }) => type.replace('users.onboarding.', ''))
      .join(' '),
    begun: begun.map((one) => one.name).join(' '),
    settled,
    judged: step!,
  }
}

type TestDecideStepRow = [
  from: OnboardingStatus,
  step: StepName,
  statuses: StepStatus[],
  judgement: Judgement,
  becomes: StepStatus,
  to: OnboardingStatus,
  told: string,
  begun: string,
]

const APPROVED = said('APPROVED')
const two: StepStatus[] = ['PROCESSING', 'APPROVED', 'APPROVED']
const table: TestDecideStepRow[] = [
  ['in_process', 'BC_PROTEGE', [], APPROVED, 'APPROVED', 'in_process', '', ''],
  ['in_process', 'BC_PROTEGE', two, APPROVED, 'APPROVED', 'in_process', '', 'DICT'],
  ['in_process', 'DICT', [], APPROVED, 'APPROVED', 'in_process', '', 'RUFRA'],
  ['in_process', 'RUFRA', [], APPROVED, 'APPROVED', 'in_process', '', 'CAF CAF CAF'],
  ['in_process', 'CAF', [], APPROVED, 'APPROVED', 'in_process', '', ''],
  ['in_process', 'CAF', two, APPROVED, 'APPROVED', 'approved', 'checks_approved', 'LIVENESS LIVENESS'],
  ['in_process_delayed', 'CAF', two, APPROVED, 'APPROVED', 'approved', 'checks_approved', 'LIVENESS LIVENESS'],
  ['approved', 'LIVENESS', [], APPROVED, 'APPROVED', 'approved', 'liveness_updated', ''],
  [
    'approved',
    'LIVENESS',
    ['PROCESSING', 'APPROVED'],
    APPROVED,
    'APPROVED',
    'finished',
    'liveness_updated finished',
    '',
  ],
  ['in_process', 'BC_PROTEGE', [], said('REJECTED'), 'REJECTED', 'rejected', 'rejected', ''],
  ['in_process_delayed', 'CAF', [], said('REJECTED', 'analyst'), 'REJECTED', 'rejected', 'rejected', ''],
  ['approved', 'LIVENESS', [], said('REJECTED'), 'REJECTED', 'rejected', 'rejected', ''],
  ['in_process', 'DICT', [], said('MANUAL_REVIEW'), 'MANUAL_REVIEW', 'in_process_delayed', 'delayed', ''],
  ['in_process_delayed', 'DICT', [], said('MANUAL_REVIEW'), 'MANUAL_REVIEW', 'in_process_delayed', '', ''],
  ['approved', 'LIVENESS', [], said('MANUAL_REVIEW'), 'MANUAL_REVIEW', 'approved', '', ''],
  ['in_process', 'DICT', [], said('PENDING'), 'PROCESSING', 'in_process', '', ''],
  ['in_process_delayed', 'DICT', [], said('PENDING'), 'PROCESSING', 'in_process', 'resumed', ''],
  ['in_process', 'DICT', [], said('UNAVAILABLE'), 'ERROR', 'in_process_delayed', 'delayed', ''],
  ['approved', 'LIVENESS', [], said('UNAVAILABLE'), 'ERROR', 'approved', '', ''],
  ['in_process', 'CAF', [], said('UNUSABLE'), 'ERROR', 'failed', 'failed', ''],
  ['approved', 'LIVENESS', [], said('UNUSABLE'), 'PENDING', 'approved', 'liveness_reopened', ''],
  ['in_process_delayed', 'CAF', [], said('RESUBMIT', 'analyst'), 'PENDING', 'invalid', 'resubmission_asked', ''],
  ['approved', 'LIVENESS', [], said('RESUBMIT', 'analyst'), 'PENDING', 'approved', 'liveness_reopened', ''],
  [
    'in_process_delayed',
    'DICT',
    ['MANUAL_REVIEW'],
    said('APPROVED', 'analyst'),
    'APPROVED',
    'in_process',
    'resumed',
    'RUFRA',
  ],
  ['in_process_delayed', 'CAF', ['PROCESSING', 'MANUAL_REVIEW'], APPROVED, 'APPROVED', 'in_process_delayed', '', ''],
]

describe('the consequences of a judgement', () => {
  it.each(table)('%s, %s %j: %j', (from, name, statuses, judgement, step, status, told, begun) => {
    expect(outcome(from, name, statuses, judgement)).toMatchObject({ step, status, told, begun })
  })

  it('gives every event a version of its own, in order', () => {
    const { settled } = outcome('approved', 'LIVENESS', ['PROCESSING', 'APPROVED'], APPROVED)
    expect(happened(settled).map(({ sequence }) => sequence)).toEqual([8, 9])
    expect(settled.onboarding).toMatchObject({ version: 9, finished_at: now.toISOString(), expires_at: null })
  })

  it('reports who rejected, why, and which representative', () => {
    expect(outcome('in_process', 'CAF', [], said('REJECTED'), 2).settled.onboarding).toMatchObject({
      failed_code: 'ONBOARDING_REJECTED',
      failed_message: 'CHECK_REJECTED CAF',
      rejected_legal_representative_id: SECOND,
      expires_at: null,
    })
    expect(outcome('approved', 'LIVENESS', [], said('REJECTED', 'analyst')).settled.onboarding).toMatchObject({
      failed_code: 'ONBOARDING_REJECTED_BY_COMPLIANCE',
      failed_message: 'WHY',
      rejected_legal_representative_id: FIRST,
    })
  })

  it('emits an event for a requested video: whose, why, and with time to record it', () => {
    const near = { ...onboarding('approved'), expires_at: '2026-11-16T12:00:00.000Z' }
    const steps = at('LIVENESS')
    const { id } = steps.findLast(({ name }) => name === 'LIVENESS')!
    for (const [judgement, failed_message] of [
      [said('RESUBMIT', 'analyst'), 'WHY'],
      [said('UNUSABLE'), 'VIDEO_UNUSABLE'],
    ] as const) {
      const settled = judgeStep({ onboarding: near, steps }, id, judgement, patience, now)
      const asked = { version: 8, failed_message, expires_at: '2026-11-18T12:00:00.000Z' }
      expect(settled.onboarding).toMatchObject(asked)
      expect(happened(settled)).toMatchObject([
        { type: 'users.onboarding.liveness_reopened', sequence: 8, data: { legal_representative_id: SECOND } },
      ])
    }
  })

  it('moves a step that has been pending for too long to manual review, whatever came between', () => {
    const first = at('DICT').find(({ name }) => name === 'DICT')!
    const ask = (stored: Step, verdict: Judgement['verdict'], hours: number) => {
      const steps = at('DICT').map((one) => (one.name === 'DICT' ? stored : one))
      const when = new Date(now.getTime() + hours * HOUR_MS)
      return judgeStep({ onboarding: onboarding('in_process'), steps }, stored.id, said(verdict), patience, when)
    }
    const pending = ask(first, 'PENDING', 0).changed[0]!
    const unheard = ask(pending, 'UNAVAILABLE', 40).changed[0]!
    const still = ask(unheard, 'PENDING', 71.9).changed[0]!
    expect(still).toMatchObject({ status: 'PROCESSING', pending_since: now.toISOString() })
    const settled = ask(still, 'PENDING', 72)
    expect(settled.changed[0]).toMatchObject({
      status: 'MANUAL_REVIEW',
      reason: 'PENDING_TOO_LONG',
      pending_since: null,
      next_action_at: null,
    })
    expect(settled.onboarding.status).toBe('in_process_delayed')
    expect(ask(still, 'APPROVED', 80).changed[0]).toMatchObject({ status: 'APPROVED', pending_since: null })
  })

  it('doubles the wait after each failed call, and then moves the step to manual review', () => {
    let step: Step = at('DICT').find(({ name }) => name === 'DICT')!
    const waits: (number | null)[] = []
    for (let time = 0; time < 4; time += 1) {
      const steps = at('DICT').map((one) => (one.name === 'DICT' ? { ...step, id: one.id } : one))
      const { id } = steps.find(({ name }) => name === 'DICT')!
      step = judgeStep({ onboarding: onboarding('in_process'), steps }, id, said('UNAVAILABLE'), patience, now)
        .changed[0]!
      waits.push(step.next_action_at === null ? null : (Date.parse(step.next_action_at) - now.getTime()) / 1000)
    }
    expect(waits).toEqual([30, 60, 120, null])
    expect(step).toMatchObject({ status: 'MANUAL_REVIEW', failures: 0, finished_at: null })
  })

  it('never moves BC Protege+ to manual review: it is queried until it answers', () => {
    let step: Step = at('BC_PROTEGE').find(({ name }) => name === 'BC_PROTEGE')!
    for (let time = 0; time < 20; time += 1) {
      const steps = at('BC_PROTEGE').map((one, index) => (index === 0 ? { ...step, id: one.id } : one))
      const settled = judgeStep(
        { onboarding: onboarding('in_process'), steps },
        steps[0]!.id,
        said('UNAVAILABLE'),
        patience,
        now,
      )
      step = settled.changed[0]!
      expect(step.status).toBe('ERROR')
      expect(settled.onboarding.status).toBe('in_process_delayed')
    }
    expect(Date.parse(step.next_action_at!) - now.getTime()).toBe(HOUR_MS)
    const steps = at('BC_PROTEGE').map((one, index) =>
      index === 0 ? { ...one, pending_since: '2026-11-01T12:00:00.000Z' } : one,
    )
    const settled = judgeStep(
      { onboarding: onboarding('in_process'), steps },
      steps[0]!.id,
      said('PENDING'),
      patience,
      now,
    )
    expect(settled.changed[0]).toMatchObject({ status: 'PROCESSING', failures: 1 })
    expect(settled.onboarding.status).toBe('in_process_delayed')
  })

  it('stays delayed while a failed partner is called once more', () => {
    const steps = at('CAF', 'PROCESSING', 'PROCESSING').map((step, index) =>
      index === 6 ? { ...step, failures: 1 } : step,
    )
    const one = steps.find(({ name }) => name === 'CAF')
    const settled = judgeStep({ onboarding: onboarding('in_process_delayed'), steps }, one!.id, APPROVED, patience, now)
    expect(settled.onboarding.status).toBe('in_process_delayed')
  })
})

describe('the deadline of a person who is asked for something', () => {
  it.each([
    ['far', '2026-12-01T12:00:00.000Z', '2026-12-01T12:00:00.000Z'],
    ['near', '2026-11-16T12:00:00.000Z', '2026-11-18T12:00:00.000Z'],
    ['past', '2026-11-01T12:00:00.000Z', '2026-11-18T12:00:00.000Z'],
  ])('%s', (_, expires_at, becomes) => {
    expect(timeToAct({ ...onboarding('in_process'), expires_at }, now)).toBe(becomes)
  })
})

describe('the steps of a second submission', () => {
  const before = at('CAF', 'APPROVED', 'MANUAL_REVIEW', 'APPROVED')
  const plan = (representatives: string[]) => planSteps(company, represented(representatives), now)
  const names = (steps: Step[]) =>
    steps.map((step) => `${step.name} ${step.legal_representative_id?.slice(-1) ?? ''}`.trim())

  it('keeps the approvals of registries, and checks all documents again, because any may have been replaced', () => {
    const { changed, added, removed } = replanSteps(before, plan([FIRST, SECOND]), now)
    expect(names(changed)).toEqual(['CAF', 'CAF 1', 'CAF 2', 'LIVENESS 1', 'LIVENESS 2'])
    expect(changed.map(({ status }) => status)).toEqual(Array(5).fill('PENDING'))
    expect(changed.map(({ next_action_at }) => next_action_at !== null)).toEqual([true, true, true, false, false])
    expect([added, removed]).toEqual([[], []])
  })

  it('adds the steps of new representatives, and removes those of withdrawn ones', () => {
    const third = FIRST.replace(/1$/, '3')
    const { added, removed } = replanSteps(before, plan([FIRST, third]), now)
    expect(names(added)).toEqual(['BC_PROTEGE 3', 'CAF 3', 'LIVENESS 3'])
    expect(names(removed)).toEqual(['BC_PROTEGE 2', 'CAF 2', 'LIVENESS 2'])
  })

  it('queries a registry again that did not approve, and no later step yet', () => {
    const { changed } = replanSteps(at('DICT', 'MANUAL_REVIEW'), plan([FIRST, SECOND]), now)
    expect(changed.filter(({ next_action_at }) => next_action_at).map(({ name }) => name)).toEqual(['DICT'])
  })
})
